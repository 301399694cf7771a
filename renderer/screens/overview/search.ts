/** The address of the overview: whose it is, where another one than usual is looked at. */
import { z } from 'zod';
import type { Me } from '../../../shared/contract/access.ts';
import type { WorkspaceKind } from '../../../shared/contract/workspace.ts';

export const profiles = ['officer', 'holder', 'lab', 'demo'] as const;
export type Profile = (typeof profiles)[number];

export interface OverviewSearch {
  /** Absent means the one that was chosen last. */
  profile?: Profile | undefined;
}

const schema = z.object({ profile: z.enum(profiles).optional().catch(undefined) });

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseOverviewSearch(raw: Record<string, unknown>): OverviewSearch {
  return schema.parse(raw);
}

/** Whose overview it is where nobody chose: by the role of the key, then by the workspace. */
export function usualProfile(
  role: Me['role'] | undefined,
  workspace: WorkspaceKind | undefined,
): Profile {
  if (role === 'data_holder') return 'holder';
  if (role === 'ai_lab') return 'lab';
  return workspace === 'demo' ? 'demo' : 'officer';
}
