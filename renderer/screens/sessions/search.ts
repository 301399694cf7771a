/** The addresses of the sessions list and of a session. */
import { z } from 'zod';
import { sessionStatuses, type SessionStatus } from '../../../shared/contract/sessions.ts';

/** Columns the list can be ordered by. */
export const sessionSorts = [
  'purpose',
  'status',
  'remaining',
  'dataset',
  'operator',
  'model',
  'operations',
  'records',
  'bytes',
  'opened',
] as const;
export type SessionSort = (typeof sessionSorts)[number];

export interface SessionsSearch {
  /** Absent means every state. */
  status?: SessionStatus | undefined;
  dataset_id?: string | undefined;
  /** Absent means as the engine lists them: the newest first. */
  sort?: SessionSort | undefined;
  /** Absent means descending. */
  order?: 'asc' | undefined;
}

const text = z.string().min(1).max(1_024).optional().catch(undefined);
const sessionsSchema = z.object({
  status: z.enum(sessionStatuses).optional().catch(undefined),
  dataset_id: text,
  sort: z.enum(sessionSorts).optional().catch(undefined),
  order: z.literal('asc').optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseSessionsSearch(raw: Record<string, unknown>): SessionsSearch {
  return sessionsSchema.parse(raw);
}

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
  sort: text,
  fields: long,
  evidence: text,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseSessionSearch(raw: Record<string, unknown>): SessionSearch {
  return sessionSchema.parse(raw);
}
