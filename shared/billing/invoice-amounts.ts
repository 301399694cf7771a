/** The amounts of an invoice in minor units: rounded lines, one tax, credits that never go below zero. */
import { hdiv } from './rounding.ts';

/** Tax on a subtotal, rounded once; `bps` in hundredths of a percent. */
export function taxOn(subtotal: bigint, bps: bigint): bigint {
  return hdiv(subtotal * bps, 10_000n);
}

/** Tax on lines of several rates: rate × the sum of its lines, rounded once for each. */
export function taxByKind(
  lines: readonly { readonly amount: bigint; readonly bps: bigint }[],
): bigint {
  const sums = new Map<bigint, bigint>();
  for (const { amount, bps } of lines) sums.set(bps, (sums.get(bps) ?? 0n) + amount);
  return [...sums].reduce((tax, [bps, sum]) => tax + taxOn(sum, bps), 0n);
}

export interface InvoiceAmounts {
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** Subtotal of rounded lines, tax once, and their sum. */
export function invoiceAmounts(lines: readonly bigint[], bps: bigint): InvoiceAmounts {
  const subtotal = lines.reduce((sum, each) => sum + each, 0n);
  const tax = taxOn(subtotal, bps);
  return { subtotal, tax, total: subtotal + tax };
}

/** How much of a credit fits into what is due, and what is carried to the next invoice. */
export function applyCredit(due: bigint, credit: bigint): { applied: bigint; carried: bigint } {
  const applied = credit < due ? credit : due < 0n ? 0n : due;
  return { applied, carried: credit - applied };
}

/** Splits an accrual into fee and the holder's share: the fee is rounded, the rest is theirs. */
export function netOfFee(gross: bigint, feeBps: bigint): { fee: bigint; net: bigint } {
  const fee = hdiv(gross * feeBps, 10_000n);
  return { fee, net: gross - fee };
}
