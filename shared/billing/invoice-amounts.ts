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

/** A part of a line below zero, with the tax whose lines it lowers. */
export interface Lowering<Line extends TaxedLine> {
  readonly line: Line;
  /** Undefined: that of the invoice. */
  readonly tax: Line['tax'];
  /** Above 0. */
  readonly amount: bigint;
}

/** What lines of one tax ask, and what is left of it after credits. */
interface TaxedSum<Tax> {
  readonly tax: Tax;
  asked: bigint;
  left: bigint;
}

/**
 * Lines below zero by the tax whose lines they lower: first those of their own tax, then those with the tax of the
 * invoice, then the others in their order. What goes beyond all lowers what has the tax of the invoice below zero.
 */
export function loweredTaxes<Line extends TaxedLine>(lines: readonly Line[]): Lowering<Line>[] {
  return spread(lines).lowered;
}

function spread<Line extends TaxedLine>(
  lines: readonly Line[],
): { readonly sums: readonly TaxedSum<Line['tax']>[]; readonly lowered: Lowering<Line>[] } {
  const usual: TaxedSum<Line['tax']> = { tax: undefined, asked: 0n, left: 0n };
  const sums = new Map([['', usual]]);
  for (const { amount, tax } of lines.filter((line) => line.amount > 0n)) {
    const sum = sums.get(taxKey(tax)) ?? { tax, asked: 0n, left: 0n };
    sums.set(taxKey(tax), sum);
    sum.asked += amount;
    sum.left += amount;
  }
  const lowered: Lowering<Line>[] = [];
  const takeOff = (line: Line, sum: TaxedSum<Line['tax']>, amount: bigint): bigint => {
    if (amount <= 0n) return 0n;
    sum.left -= amount;
    lowered.push({ line, tax: sum.tax, amount });
    return amount;
  };
  const most = ({ left }: TaxedSum<Line['tax']>, rest: bigint) => (left < rest ? left : rest);
  const rests = lines
    .filter(({ amount }) => amount < 0n)
    .map((line) => {
      const own = sums.get(taxKey(line.tax));
      const taken = own === undefined ? 0n : takeOff(line, own, most(own, -line.amount));
      return { line, rest: -line.amount - taken };
    });
  for (const { line, rest: all } of rests) {
    let rest = all;
    for (const sum of sums.values()) rest -= takeOff(line, sum, most(sum, rest));
    takeOff(line, usual, rest);
  }
  return { sums: [...sums.values()], lowered };
}

/**
 * The sums of lines by their tax, each with its tax rounded once; never none. Credits lower them as `loweredTaxes` says:
 * no sum is below zero unless all together are.
 */
export function taxGroups<Tax extends OtherTax>(
  lines: readonly { readonly amount: bigint; readonly tax?: Tax | undefined }[],
  bps: bigint,
): TaxGroup<Tax>[] {
  const groups = spread(lines).sums.map(({ tax, left: base }): TaxGroup<Tax> => {
    const rate = tax?.bps ?? bps;
    return { tax, bps: rate, base, amount: taxOn(base, rate) };
  });
  const asked = groups.filter(({ base }) => base !== 0n);
  return asked.length > 0 ? asked : groups.slice(0, 1);
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
