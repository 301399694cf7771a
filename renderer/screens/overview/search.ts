/** The address of the overview: whose it is, where another one than usual is looked at. */
import { z } from 'zod';

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
