/** What the answer to a repeated request says of itself. */
import type { AccessReceipt } from './commit-access.ts';

/** The header of a replay: nothing was counted for this request. */
export function receiptHeaders({ replayed }: AccessReceipt): {
  headers?: Readonly<Record<string, string>>;
} {
  return replayed ? { headers: { 'idempotent-replayed': 'true' } } : {};
}
