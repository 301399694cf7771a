/** The address of Developers: its tab, the endpoint that is open. */
import { z } from 'zod';

export const developerTabs = ['webhooks'] as const;

const schema = z.object({
  tab: z.enum(developerTabs).optional().catch(undefined),
  /** The endpoint that is open. */
  endpoint: z.string().min(1).max(64).optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseDevelopersSearch(raw: Record<string, unknown>): z.output<typeof schema> {
  return schema.parse(raw);
}
