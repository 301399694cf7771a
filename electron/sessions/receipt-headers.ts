/** What the answer to a data access says of itself. */
import type { AccessReceipt } from './commit-access.ts';

/**
 * Its receipt; the cost of the access, and the account's month so far; of a repeated request, for which nothing was
 * counted, that it is one.
 */
export function receiptHeaders({ replayed, header, charged }: AccessReceipt): {
  headers: Readonly<Record<string, string>>;
} {
  return {
    headers: {
      ...(header !== undefined && { 'proofdesk-receipt': header }),
      ...(charged !== undefined && {
        'proofdesk-cost': charged.cost,
        'proofdesk-month': charged.month,
      }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    },
  };
}
