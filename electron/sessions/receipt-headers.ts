/** What the answer to a data access says of itself. */
import type { AccessReceipt } from './commit-access.ts';

/** The cost of the access, and the account's month so far; of a repeated request, for which nothing was counted, that it is one. */
export function receiptHeaders({ replayed, charged }: AccessReceipt): {
  headers?: Readonly<Record<string, string>>;
} {
  if (replayed) return { headers: { 'idempotent-replayed': 'true' } };
  if (charged === undefined) return {};
  return { headers: { 'proofdesk-cost': charged.cost, 'proofdesk-month': charged.month } };
}
