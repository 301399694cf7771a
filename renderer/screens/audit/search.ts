/** The address of the audit log: what it is narrowed to, the page, the event that is open. */
import { z } from 'zod';
import {
  auditActions,
  auditOutcomes,
  type AuditAction,
  type AuditFilter,
  type AuditOutcome,
} from '../../../shared/contract/audit.ts';
import { dateSchema } from '../../../shared/contract/common.ts';

export interface AuditSearch {
  q?: string | undefined;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  /** `operator`, `anonymous` or the id of a key. */
  caller?: string | undefined;
  operation?: string | undefined;
  object?: string | undefined;
  /** First and last UTC day. */
  from?: string | undefined;
  to?: string | undefined;
  /** Events before the first one that is shown. */
  offset?: number | undefined;
  /** The event that is open, by its place in the log. */
  event?: number | undefined;
}

const text = z.string().trim().min(1).max(256).optional().catch(undefined);
const day = dateSchema.optional().catch(undefined);
const whole = (least: number) =>
  z
    .preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().min(least))
    .optional()
    .catch(undefined);
const auditSchema = z.object({
  q: text,
  action: z.enum(auditActions).optional().catch(undefined),
  outcome: z.enum(auditOutcomes).optional().catch(undefined),
  caller: text,
  operation: text,
  object: text,
  from: day,
  to: day,
  offset: whole(0),
  event: whole(1),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  return auditSchema.parse(raw);
}

/** Filter that the search asks of the API; days are whole UTC days, the last one included. */
export function filterOfSearch(search: AuditSearch): AuditFilter {
  const { q, action, outcome, caller, operation, object, from, to } = search;
  return {
    ...(q === undefined ? {} : { q }),
    ...(action === undefined ? {} : { action }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(caller === undefined ? {} : { caller }),
    ...(operation === undefined ? {} : { operation_id: operation }),
    ...(object === undefined ? {} : { object_id: object }),
    ...(from === undefined ? {} : { from: `${from}T00:00:00.000Z` }),
    ...(to === undefined ? {} : { to: dayAfter(to) }),
  };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString();
}
