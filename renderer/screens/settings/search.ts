/** The address of Settings: its tab, and which keys are listed. */
import { z } from 'zod';
import { apiKeyStatuses } from '../../../shared/contract/access.ts';
import type { ApiKeyStatus } from '../../api/access.ts';

export const settingsTabs = [
  'general',
  'backup',
  'billing',
  'people',
  'keys',
  'limits',
  'server',
  'connections',
  'databases',
  'diagnostics',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export interface SettingsSearch {
  /** Absent means general. */
  tab?: Exclude<SettingsTab, 'general'> | undefined;
  /** Of the keys; absent means all. */
  status?: ApiKeyStatus | undefined;
  /** The key, the connection or the setting (`settings-entries.ts`) that is marked. */
  mark?: string | undefined;
}

const settingsSchema = z.object({
  tab: z.enum(settingsTabs).exclude(['general']).optional().catch(undefined),
  status: z.enum(apiKeyStatuses).optional().catch(undefined),
  mark: z.string().min(1).max(64).optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return settingsSchema.parse(raw);
}
