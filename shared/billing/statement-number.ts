/** The number of a payout's statement: payouts are counted without a gap, and none is ever taken away. */

/** `PS-2026-000009`; the year is that in which the payout was made. */
export function statementNumber(number: bigint, createdAt: string): string {
  return `PS-${createdAt.slice(0, 4)}-${String(number).padStart(6, '0')}`;
}
