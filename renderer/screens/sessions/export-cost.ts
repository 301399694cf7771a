/** What an export of a session's rows is counted as, and about what that costs. */
import { exportBatchRows } from '../../../shared/contract/exports.ts';

/** Places of a cost that is said to be about so much. */
const places = 4;

/** Read operations that so many rows take; that there are none takes one, too. */
export function exportReads(rows: number): number {
  return Math.max(1, Math.ceil(rows / exportBatchRows));
}

/** About what rows and reads cost at these rates; their data comes on top. */
export function rowsAndReadsCost(
  rows: number,
  rates: { readonly record_rate: number; readonly operation_rate: number },
): number {
  const cost = rows * rates.record_rate + exportReads(rows) * rates.operation_rate;
  return Number(cost.toFixed(places));
}
