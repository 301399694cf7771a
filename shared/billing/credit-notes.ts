/**
 * Credit notes: how much of an invoice one may still take back, with which tax, and which part of it holders can bear.
 * Minor units; lines by their place on the invoice, from 1.
 */
import {
  hasOtherTaxes,
  taxGroups,
  taxKey,
  taxOn,
  type InvoiceAmounts,
  type OtherTax,
  type TaxedLine,
  type TaxGroup,
} from './invoice-amounts.ts';

export const creditNoteKinds = ['REFUND', 'CANCELLATION'] as const;
/** REFUND takes back of a paid invoice, CANCELLATION all of one that was not. */
export type CreditNoteKind = (typeof creditNoteKinds)[number];

/** A line of an invoice. */
export interface NotedLine extends TaxedLine {
  readonly kind: string;
}

/** An amount of a line that a credit note takes back, before tax. */
export interface NotedAmount {
  readonly line: number;
  readonly amount: bigint;
}

/** Kinds of lines that the platform alone was paid for: it bears what is taken back of them. */
const ofPlatform: ReadonlySet<string> = new Set(['fee', 'charge', 'adjustment']);

/** The rest of each line; nothing of credits, and of what was sold beforehand: that is a credit of its own. */
export function leftOfLines(
  lines: readonly NotedLine[],
  noted: readonly NotedAmount[],
): readonly bigint[] {
  return lines.map(({ kind, amount }, index) => {
    if (kind === 'prepayment' || amount <= 0n) return 0n;
    return amount - sumOfAmounts(noted.filter(({ line }) => line === index + 1));
  });
}

/** The sum that was asked besides what was sold beforehand, and that no credit note has taken back yet. */
export function leftOfInvoice(lines: readonly NotedLine[], noted: readonly NotedAmount[]): bigint {
  const asked = sumOfAmounts(lines.filter(({ kind }) => kind !== 'prepayment'));
  return asked - sumOfAmounts(noted);
}

/** An invoice as a credit note on it finds it. */
export interface NotedInvoice<Tax extends OtherTax = OtherTax> {
  readonly lines: readonly { readonly amount: bigint; readonly tax?: Tax | undefined }[];
  /** What earlier notes took back. */
  readonly before: readonly NotedAmount[];
  readonly bps: bigint;
}

/**
 * The taxes of a credit note, each with what it takes back under it: the tax of all notes on an invoice is that of their sum. Where lines have
 * several taxes it is by how much that of what is left goes down.
 */
export function noteTaxes<Tax extends OtherTax>(
  noted: readonly NotedAmount[],
  { lines, before, bps }: NotedInvoice<Tax>,
): TaxGroup<Tax>[] {
  if (!hasOtherTaxes(lines)) {
    const [base, earlier] = [sumOfAmounts(noted), sumOfAmounts(before)];
    const amount = taxOn(earlier + base, bps) - taxOn(earlier, bps);
    return [{ tax: undefined, bps, base, amount }];
  }
  const left = taxGroups(lessNotes(lines, [...before, ...noted]), bps);
  return taxGroups(lessNotes(lines, before), bps).flatMap((group) => {
    const rest = left.find(({ tax }) => taxKey(tax) === taxKey(group.tax));
    const base = group.base - (rest?.base ?? 0n);
    return base === 0n ? [] : [{ ...group, base, amount: group.amount - (rest?.amount ?? 0n) }];
  });
}

/**
 * Amounts that a credit note takes back beside its lines, by tax: a credit that lowered one tax of the invoice lowers another once lines
 * of the first are taken back. Amounts above 0 take back more, those below 0 less; together they are 0.
 */
export function movedCredits<Tax extends OtherTax>(
  noted: readonly NotedAmount[],
  invoice: NotedInvoice<Tax>,
): { readonly tax: Tax | undefined; readonly amount: bigint }[] {
  const moved = new Map<string, { tax: Tax | undefined; amount: bigint }>();
  const add = (tax: Tax | undefined, amount: bigint) => {
    const known = moved.get(taxKey(tax));
    moved.set(taxKey(tax), { tax, amount: (known?.amount ?? 0n) + amount });
  };
  for (const { tax, base } of noteTaxes(noted, invoice)) add(tax, base);
  for (const { line, amount } of noted) add(invoice.lines[line - 1]?.tax, -amount);
  return [...moved.values()].filter(({ amount }) => amount !== 0n);
}

/** Amounts of a credit note. */
export function noteAmounts(noted: readonly NotedAmount[], invoice: NotedInvoice): InvoiceAmounts {
  const subtotal = sumOfAmounts(noted);
  const tax = sumOfAmounts(noteTaxes(noted, invoice));
  return { subtotal, tax, total: subtotal + tax };
}

/** Lines with what notes left of them. */
function lessNotes<Line extends TaxedLine>(
  lines: readonly Line[],
  notes: readonly NotedAmount[],
): Line[] {
  return lines.map((line, index) => ({
    ...line,
    amount: line.amount - sumOfAmounts(notes.filter((note) => note.line === index + 1)),
  }));
}

/** The part of a credit note that holders can bear: that of lines of which they were given something. */
export function holdersPart(lines: readonly NotedLine[], noted: readonly NotedAmount[]): bigint {
  return sumOfAmounts(noted.filter(({ line }) => !ofPlatform.has(lines[line - 1]?.kind ?? '')));
}

function sumOfAmounts(of: readonly { readonly amount: bigint }[]): bigint {
  return of.reduce((sum, { amount }) => sum + amount, 0n);
}
