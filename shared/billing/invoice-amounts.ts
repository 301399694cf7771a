/** The amounts of an invoice in minor units: rounded lines, one tax for each kind of tax, credits that never go below zero. */
import { hdiv } from './rounding.ts';

/** Tax on a subtotal, rounded once; `bps` in hundredths of a percent. */
export function taxOn(subtotal: bigint, bps: bigint): bigint {
  return hdiv(subtotal * bps, 10_000n);
}

/** A tax that some lines have in place of that of their invoice. */
export interface OtherTax {
  readonly kind: string;
  /** Hundredths of a percent. */
  readonly bps: bigint;
}

/** A line as far as its tax is concerned. */
export interface TaxedLine {
  readonly amount: bigint;
  /** Undefined: that of the invoice. */
  readonly tax?: OtherTax | undefined;
}

/** A tax with what is asked under it: the sum of its lines less the credits that fall on them, and the tax on that. */
export interface TaxGroup<Tax extends OtherTax = OtherTax> {
  /** Undefined: that of the invoice. */
  readonly tax: Tax | undefined;
  readonly bps: bigint;
  readonly base: bigint;
  readonly amount: bigint;
}

/** Tells whether some lines have a tax in place of that of their invoice. */
export function hasOtherTaxes(lines: readonly Pick<TaxedLine, 'tax'>[]): boolean {
  return lines.some(({ tax }) => tax !== undefined);
}

/** The same for the same tax alone; empty for that of the invoice. */
export function taxKey(tax: OtherTax | undefined): string {
  return tax === undefined ? '' : `${tax.kind} ${tax.bps}`;
}

/**
 * The sums of lines by their tax, each with its tax rounded once; never none. Credits lower what has the tax of the
 * invoice, and what goes beyond that the others in their order: no sum is below zero unless all together are.
 */
export function taxGroups<Tax extends OtherTax>(
  lines: readonly { readonly amount: bigint; readonly tax?: Tax | undefined }[],
  bps: bigint,
): TaxGroup<Tax>[] {
  let usual = 0n;
  const others = new Map<string, { tax: Tax; base: bigint }>();
  for (const { amount, tax } of lines) {
    if (tax === undefined) {
      usual += amount;
      continue;
    }
    const key = taxKey(tax);
    others.set(key, { tax, base: (others.get(key)?.base ?? 0n) + amount });
  }
  const groups: TaxGroup<Tax>[] = [];
  for (const { tax, base } of others.values()) {
    const beyond = usual < 0n ? -usual : 0n;
    const taken = beyond < base ? beyond : base;
    usual += taken;
    if (base === taken) continue;
    groups.push({ tax, bps: tax.bps, base: base - taken, amount: taxOn(base - taken, tax.bps) });
  }
  if (usual === 0n && groups.length > 0) return groups;
  return [{ tax: undefined, bps, base: usual, amount: taxOn(usual, bps) }, ...groups];
}

export interface InvoiceAmounts {
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** Subtotal of rounded lines, the tax of each kind once, and their sum. */
export function invoiceAmounts(lines: readonly TaxedLine[], bps: bigint): InvoiceAmounts {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const tax = taxGroups(lines, bps).reduce((sum, { amount }) => sum + amount, 0n);
  return { subtotal, tax, total: subtotal + tax };
}

/** How much of a credit fits into what is due, and what is carried to the next invoice. */
export function applyCredit(due: bigint, credit: bigint): { applied: bigint; carried: bigint } {
  const applied = credit < due ? credit : due < 0n ? 0n : due;
  return { applied, carried: credit - applied };
}

/** Splits an amount into fee and the holder's share: the fee is rounded, the rest is theirs. */
export function netOfFee(gross: bigint, feeBps: bigint): { fee: bigint; net: bigint } {
  const fee = hdiv(gross * feeBps, 10_000n);
  return { fee, net: gross - fee };
}
