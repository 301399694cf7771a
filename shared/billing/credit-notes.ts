/**
 * Credit notes: how much of an invoice one may still take back, with which tax, and which part of it holders can bear.
 * Minor units; lines by their place on the invoice, from 1.
 */
import { taxOn, type InvoiceAmounts } from './invoice-amounts.ts';

export const creditNoteKinds = ['REFUND', 'CANCELLATION'] as const;
/** REFUND takes back of a paid invoice, CANCELLATION all of one that was not. */
export type CreditNoteKind = (typeof creditNoteKinds)[number];

/** A line of an invoice. */
export interface NotedLine {
  readonly kind: string;
  readonly amount: bigint;
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

/** Amounts of a credit note: the tax of all notes on an invoice is that of their sum. */
export function noteAmounts(
  noted: readonly NotedAmount[],
  { before, bps }: { readonly before: readonly NotedAmount[]; readonly bps: bigint },
): InvoiceAmounts {
  const [subtotal, earlier] = [sumOfAmounts(noted), sumOfAmounts(before)];
  const tax = taxOn(earlier + subtotal, bps) - taxOn(earlier, bps);
  return { subtotal, tax, total: subtotal + tax };
}

/** The part of a credit note that holders can bear: that of lines of which they were given something. */
export function holdersPart(lines: readonly NotedLine[], noted: readonly NotedAmount[]): bigint {
  return sumOfAmounts(noted.filter(({ line }) => !ofPlatform.has(lines[line - 1]?.kind ?? '')));
}

function sumOfAmounts(of: readonly { readonly amount: bigint }[]): bigint {
  return of.reduce((sum, { amount }) => sum + amount, 0n);
}
