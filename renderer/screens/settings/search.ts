/** The address of Settings: its tab, and which keys are listed. */
import { z } from 'zod';
import { apiKeyStatuses } from '../../../shared/contract/access.ts';
import type { ApiKeyStatus } from '../../api/access.ts';

export const settingsTabs = ['general', 'keys', 'limits', 'server', 'connections'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export interface SettingsSearch {
  /** Absent means general. */
  tab?: Exclude<SettingsTab, 'general'> | undefined;
  /** Of the keys; absent means all. */
  status?: ApiKeyStatus | undefined;
}

const settingsSchema = z.object({
  tab: z.enum(settingsTabs).exclude(['general']).optional().catch(undefined),
  status: z.enum(apiKeyStatuses).optional().catch(undefined),
});

/** What cannot be read is left out rather than shown as an error. */
export function parseSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return settingsSchema.parse(raw);
}
