/** The addresses of the sessions list and of a session. */
import { z } from 'zod';
import { sessionStatuses } from '../../../shared/contract/sessions.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseSessionsSearch = listSearch({
  status: oneOf(sessionStatuses),
  dataset_id: someText,
});

export const sessionTabs = ['data', 'aggregate', 'operations', 'evidence', 'usage'] as const;
export type SessionTab = (typeof sessionTabs)[number];

export interface SessionSearch {
  /** Absent means the data. */
  tab?: Exclude<SessionTab, 'data'> | undefined;
  /** The filter over the rows, as JSON. */
  filter?: string | undefined;
  /** `field`, or `-field` for descending. */
  sort?: string | undefined;
  /** Dotted field names, separated by commas. */
  fields?: string | undefined;
  /** The evidence that is open. */
  evidence?: string | undefined;
}

const long = z.string().min(1).max(65_536).optional().catch(undefined);
const sessionSchema = z.object({
  tab: z.enum(['aggregate', 'operations', 'evidence', 'usage']).optional().catch(undefined),
  filter: long,
  sort: someText,
  fields: long,
  evidence: someText,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseSessionSearch(raw: Record<string, unknown>): SessionSearch {
  return sessionSchema.parse(raw);
}
