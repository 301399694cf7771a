/** Taxes as papers tell them: each with its kind, rate, base and reason. */
import { loweredTaxes, type TaxGroup } from '../../../shared/billing/invoice-amounts.ts';
import { numberOf } from '../../../shared/billing/decimal.ts';
import type { PartyTax, TaxKind } from '../../../shared/contract/billing-parties.ts';
import type { TaxCategory, TaxOfLine } from '../../documents/cii.ts';
import { groupsOf, type InvoiceLine, type TaxedDocument } from '../invoice-document.ts';
import type { LineTax } from '../other-taxes.ts';
import type { AccountParty } from '../parties.ts';
import { reasonOf } from '../party-checks.ts';

const categories: Readonly<Record<TaxKind, TaxCategory>> = {
  STANDARD: 'S',
  ZERO: 'Z',
  EXEMPT: 'E',
  REVERSE_CHARGE: 'AE',
  INTRA_COMMUNITY: 'K',
  EXPORT: 'G',
  OUT_OF_SCOPE: 'O',
};

/** The category of EN 16931. */
export function categoryOf({ kind }: { readonly kind: TaxKind }): TaxCategory {
  return categories[kind];
}

/** A tax of a paper, with the amounts that it asks or takes back under it; minor units. */
export interface PaperTax {
  readonly kind: TaxKind;
  readonly category: TaxCategory;
  /** Percent. */
  readonly rate: number;
  readonly base: bigint;
  readonly amount: bigint;
  /** Empty where none is printed. */
  readonly reason: string;
}

/** Groups of an invoice or credit note, with what its buyer's taxes say of each. */
export function paperTaxes(
  groups: readonly TaxGroup<LineTax>[],
  buyer: Pick<AccountParty, 'tax' | 'kinds'>,
): PaperTax[] {
  return groups.map(({ tax, base, amount }) => {
    const told = tax === undefined ? buyer.tax : toldTax(tax, buyer);
    const category = categoryOf(told);
    const reason = category === 'S' || category === 'Z' ? '' : reasonOf(told);
    return { kind: told.kind, category, rate: told.rate_percent, base, amount, reason };
  });
}

/** The taxes of an invoice. */
export function invoiceTaxes(
  document: TaxedDocument,
  { buyer }: { readonly buyer: Pick<AccountParty, 'tax' | 'kinds'> },
): PaperTax[] {
  return paperTaxes(groupsOf(document), buyer);
}

/** Taxes with those of lines that credits lowered to nothing: for machines each tax of a line has its sum. */
export function withTaxesOf(
  taxes: readonly PaperTax[],
  lines: readonly Pick<InvoiceLine, 'amount' | 'tax'>[],
  buyer: Pick<AccountParty, 'tax' | 'kinds'>,
): PaperTax[] {
  const known = new Set(
    taxes.map(({ category, rate }) => textOf({ category, rate: String(rate) })),
  );
  const others = lines
    .filter(({ amount }) => amount !== 0n)
    .filter((line) => {
      const text = textOf(taxOfLine(line, buyer.tax));
      const isNew = !known.has(text);
      known.add(text);
      return isNew;
    })
    .map(({ tax }) => ({ tax, bps: tax?.bps ?? 0n, base: 0n, amount: 0n }));
  return [...taxes, ...paperTaxes(others, buyer)];
}

function textOf({ category, rate }: TaxOfLine): string {
  return `${category} ${rate}`;
}

/** Kind and rate of a line. */
export function taxOfLine({ tax }: Pick<InvoiceLine, 'tax'>, usual: PartyTax): TaxOfLine {
  return tax === undefined
    ? { category: categoryOf(usual), rate: String(usual.rate_percent) }
    : { category: categoryOf(tax), rate: String(numberOf(tax.bps, 2)) };
}

/** A tax of some lines, with the reason that the party has for it. */
function toldTax({ kind, bps }: LineTax, { kinds }: Pick<AccountParty, 'kinds'>): PartyTax {
  const rate = numberOf(bps, 2);
  const named = Object.values(kinds).find(
    (each) => each.kind === kind && each.rate_percent === rate,
  );
  return named ?? { kind, rate_percent: rate };
}

/** The tax of a line as its column tells it: with its rate where the paper has several taxes. */
export function taxCell(
  line: Pick<InvoiceLine, 'tax'>,
  usual: PartyTax,
  taxes: readonly PaperTax[],
): string {
  const { category, rate } = taxOfLine(line, usual);
  return taxes.length > 1 && category === 'S' ? `${category} ${rate}%` : category;
}

/** Lines below zero as allowances, each with the tax whose lines it lowers. */
export function allowancesOf(
  lines: readonly Pick<InvoiceLine, 'amount' | 'description' | 'tax'>[],
  usual: PartyTax,
): { readonly reason: string; readonly amount: bigint; readonly tax: TaxOfLine }[] {
  return loweredTaxes(lines).map(({ line: { description: reason }, tax, amount }) => ({
    reason,
    amount,
    tax: taxOfLine({ tax }, usual),
  }));
}
