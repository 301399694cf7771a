/** Lines of credits and one-off charges on an invoice. */
import { drawCredits, type OpenCredit } from '../../../shared/billing/credits.ts';
import type { InvoiceLine } from '../invoice-document.ts';
import { sumLines } from '../invoice-sums.ts';
import type { OpenCharge } from './open-credits.ts';

const namesOf = {
  GOODWILL: 'Credit',
  CORRECTION: 'Credit for use taken back or cheaper',
  PREPAID: 'Paid beforehand',
} as const;

/** A line for each charge. */
export function chargeLines(charges: readonly OpenCharge[]): InvoiceLine[] {
  return charges.map(({ charge_id: chargeId, kind, amount, description }) => ({
    kind: kind === 'CHARGE' ? 'charge' : 'prepayment',
    description,
    amount,
    chargeId,
  }));
}

/** Credits that lower what lines ask for, what is bought beforehand apart: never below 0. */
export function creditLines(
  lines: readonly InvoiceLine[],
  credits: readonly OpenCredit[],
  day: string,
): InvoiceLine[] {
  const due = sumLines(lines.filter(({ kind }) => kind !== 'prepayment'));
  return drawCredits(due, credits, day).map(({ credit, amount }) => ({
    kind: 'credit',
    description: namesOf[credit.kind],
    amount: -amount,
    credit: { id: credit.creditId, borneBy: credit.borneBy },
  }));
}
