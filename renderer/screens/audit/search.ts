/** The address of the audit log: what it is narrowed to, the page, the event that is open. */
import { z } from 'zod';
import { auditActions, auditOutcomes, type AuditFilter } from '../../../shared/contract/audit.ts';
import { dateSchema } from '../../../shared/contract/common.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

const day = dateSchema.optional().catch(undefined);

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseAuditSearch = listSearch({
  action: oneOf(auditActions),
  outcome: oneOf(auditOutcomes),
  /** `operator`, `anonymous` or the id of a key. */
  caller: someText,
  operation: someText,
  object: someText,
  /** First and last UTC day. */
  from: day,
  to: day,
  /** The event that is open, by its place in the log. */
  event: z.coerce.number().int().min(1).optional().catch(undefined),
});

export type AuditSearch = ReturnType<typeof parseAuditSearch>;

/** Filter that the search asks of the API; days are whole UTC days, the last one included. */
export function filterOfSearch(search: AuditSearch): AuditFilter {
  const { q, action, outcome, caller, operation, object, from, to } = search;
  return {
    q: q?.trim(),
    action,
    outcome,
    caller,
    operation_id: operation,
    object_id: object,
    from: from === undefined ? undefined : `${from}T00:00:00.000Z`,
    to: to === undefined ? undefined : dayAfter(to),
  };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString();
}
