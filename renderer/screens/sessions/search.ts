/** The addresses of the sessions list and of a session; what cannot be read is left out. */
import { z } from 'zod';
import { sessionStatuses } from '../../../shared/contract/sessions.ts';
import { addressOf, listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const parseSessionsSearch = listSearch({
  status: oneOf(sessionStatuses),
  dataset_id: someText,
});

export const sessionTabs = [
  'activity',
  'data',
  'aggregate',
  'operations',
  'evidence',
  'usage',
] as const;
export type SessionTab = (typeof sessionTabs)[number];

const long = z.string().min(1).max(65_536).optional().catch(undefined);

export const parseSessionSearch = addressOf({
  /** Absent means the activity. */
  tab: oneOf(['data', 'aggregate', 'operations', 'evidence', 'usage']),
  /** The filter over the rows, as JSON. */
  filter: long,
  /** `field`, or `-field` for descending. */
  sort: someText,
  /** Dotted field names, separated by commas. */
  fields: long,
  /** The evidence that is open. */
  evidence: someText,
});

export type SessionSearch = ReturnType<typeof parseSessionSearch>;
