/** Reads of the log itself: telling of them would make whoever watches it ask again, for ever. */
import type { OperationId } from '../../shared/contract/routes.ts';

const quiet: ReadonlySet<string> = new Set<OperationId>([
  'listAuditEvents',
  'getAuditEvent',
  'getAuditState',
  'listRequests',
  'streamChanges',
]);

/** Tells whether an operation is kept without telling anybody of a change. */
export function isQuiet(operationId: string | null | undefined): boolean {
  return typeof operationId === 'string' && quiet.has(operationId);
}
