/** What stands on an invoice beside its lines, as it was when it was issued: both parties, the kind of tax, how to pay. */
import { addDays, addMonths, dayOf } from '../../../shared/billing/calendar.ts';
import { numberOf } from '../../../shared/billing/decimal.ts';
import { usedTiers, type UsedTier } from '../../../shared/billing/month-price.ts';
import { volumePlaces, type Dimension } from '../../../shared/billing/volume.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import {
  ciiXml,
  type ElectronicInvoice,
  type ElectronicParty,
  type TaxCategory,
} from '../../documents/cii.ts';
import type { Accounts } from '../accounts.ts';
import type { BillingSettingsStore } from '../billing-settings.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import type { AccountParty, Parties } from '../parties.ts';
import type { RateCards } from '../rate-cards.ts';
import { countryCode } from './country-code.ts';
import {
  allowancesOf,
  invoiceTaxes,
  taxOfLine,
  withTaxesOf,
  type PaperTax,
} from './paper-taxes.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

export interface InvoicePaper {
  /** Undefined for what was issued before there was one. */
  readonly issuer: Issuer | undefined;
  readonly buyer: AccountParty;
  /** Name and version of the rate card. */
  readonly prices: string;
  /** Of lines of use of the month: which tiers it filled, where there are several. */
  readonly tiers: Readonly<Partial<Record<Dimension, readonly UsedTier[]>>>;
  /** Of the demo: it says so on every page, and no machine takes it for an invoice. */
  readonly isDemo: boolean;
}

export interface PaperMeans {
  readonly settings: BillingSettingsStore;
  readonly parties: Parties;
  readonly accounts: Accounts;
  readonly cards: RateCards;
  readonly isDemo: boolean;
}

/** The paper of an invoice: versions that were in force when it was issued. */
export function paperOf(document: InvoiceDocument, means: PaperMeans): InvoicePaper {
  const { settings, parties, accounts, cards, isDemo } = means;
  const { accountId, issuedAt, month, customer, taxBps } = document;
  const party = parties.accountAt(accounts.require(accountId), issuedAt);
  const rate = numberOf(taxBps, 2);
  const card = cards.inForce(accountId, month);
  const { prices } = cards.requireAssigned(card).rules;
  return {
    issuer: settings.at(issuedAt) ?? undefined,
    buyer: {
      ...party,
      // What the invoice itself has kept.
      name: customer.name,
      email: customer.email,
      address: { ...customer.address, line2: party.address.line2 },
      tax: rate > 0 ? { kind: 'STANDARD', rate_percent: rate } : party.tax,
    },
    prices: `${card.rateCardId}, v${card.version}`,
    tiers: Object.fromEntries(
      document.lines.flatMap(({ kind, measured }) =>
        kind !== 'usage' || measured === undefined
          ? []
          : [
              [
                measured.dimension,
                usedTiers(measured.dimension, prices[measured.dimension], measured.volume),
              ],
            ],
      ),
    ),
    isDemo,
  };
}

/** UN/ECE Recommendation 20. */
const unitCodes = {
  time: 'HUR',
  record: 'C62',
  data: 'E34',
  operation: 'C62',
} as const satisfies Record<Dimension, string>;

/** The last day of the month that an invoice is for. */
export function lastDayOf({ month }: Pick<InvoiceDocument, 'month'>): string {
  return addDays(addMonths(month, 1), -1);
}

/** The invoice for machines; undefined where the rules of the standard cannot hold. */
export function electronicInvoice(
  document: InvoiceDocument,
  paper: InvoicePaper,
  taxes: readonly PaperTax[] = invoiceTaxes(document, paper),
): string | undefined {
  const base = toldBase({ invoice: document, lines: document.lines, taxes }, paper);
  const { issuer, buyer } = paper;
  if (base === undefined || issuer === undefined) return undefined;
  return ciiXml({
    ...base,
    type: '380',
    number: document.invoiceNumber,
    issuedOn: dayOf(document.issuedAt),
    dueOn: document.dueDay,
    notes: document.notes === '' ? [] : [document.notes],
    terms: document.terms,
    lines: document.lines
      .filter(({ amount }) => amount > 0n)
      .map((line) => ({
        ...quantityOf(line),
        name: nameOf(line),
        amount: line.amount,
        tax: taxOfLine(line, buyer.tax),
      })),
    payment:
      issuer.iban === undefined
        ? undefined
        : { iban: issuer.iban, bic: issuer.bic, name: issuer.legal_name },
  });
}

/** What invoices and credit notes for machines have in common. */
type ToldBase = Pick<
  ElectronicInvoice,
  'period' | 'currency' | 'decimals' | 'seller' | 'buyer' | 'orderNumber' | 'allowances' | 'taxes'
>;

/**
 * The parts that an invoice and a credit note on it have in common, with the lines and taxes of either; undefined where the
 * standard's rules cannot hold: without an issuer or a VAT number that a kind of tax needs, or where nobody can tell the
 * country of the buyer. One of the demo is none.
 */
export function toldBase(
  told: {
    readonly invoice: InvoiceDocument;
    readonly lines: readonly InvoiceLine[];
    readonly taxes: readonly PaperTax[];
  },
  { issuer, buyer, isDemo }: InvoicePaper,
): ToldBase | undefined {
  const { invoice, lines } = told;
  const { currency, month } = invoice;
  const country = countryCode(buyer.address.country);
  if (issuer === undefined || isDemo || country === undefined) return undefined;
  const taxes = withTaxesOf(told.taxes, lines, buyer);
  if (!canBeTold(taxes, { currency, issuer, buyer })) return undefined;
  return {
    period: { start: month, end: lastDayOf(invoice) },
    currency,
    decimals: moneyIn(currency).places,
    seller: sellerOf(issuer),
    buyer: buyerOf(buyer, country),
    orderNumber: buyer.order_number ?? undefined,
    allowances: allowancesOf(lines, buyer.tax),
    taxes: taxes.map(({ category, rate, base, amount, reason }) => ({
      category,
      rate: String(rate),
      base,
      amount,
      reason: reason === '' ? undefined : reason,
    })),
  };
}

/** Tells whether the rules of the standard can hold for taxes and parties. */
function canBeTold(
  taxes: readonly PaperTax[],
  {
    currency,
    issuer,
    buyer,
  }: { readonly currency: string; readonly issuer: Issuer; readonly buyer: AccountParty },
): boolean {
  const uses = (...some: readonly TaxCategory[]) =>
    taxes.some(({ category }) => some.includes(category));
  // The standard has amounts of two decimals at most (BR-DEC).
  if (moneyIn(currency).places > 2) return false;
  // What is out of scope stands alone (BR-O-11).
  if (uses('O') && taxes.length > 1) return false;
  if (!uses('O') && issuer.vat_id === undefined) return false;
  return !uses('AE', 'K') || buyer.vat_id !== null;
}

function sellerOf(issuer: Issuer): ElectronicParty {
  const { legal_name: name, address, email, vat_id: vatId, registration } = issuer;
  const { line1, line2, city, state, postal_code: postalCode, country } = address;
  return {
    name,
    address: { line1, line2, city, state, postalCode, country },
    email,
    vatId,
    registration,
  };
}

function buyerOf({ name, address, email, vat_id }: AccountParty, country: string): ElectronicParty {
  const { line1, line2, city, state, postal_code: postalCode } = address;
  return {
    name,
    address: { line1, line2, city, state, postalCode, country },
    email,
    vatId: vat_id ?? undefined,
  };
}

/** The name of a line without the volume that stands beside it. */
export function nameOf({ description, measured }: InvoiceLine): string {
  return measured === undefined ? description : (description.split(', ')[0] ?? description);
}

function quantityOf({ measured }: InvoiceLine): { quantity: string; unit: string } {
  if (measured === undefined || measured.volume <= 0n) return { quantity: '1', unit: 'C62' };
  return {
    quantity: decimalText(measured.volume, volumePlaces[measured.dimension]),
    unit: unitCodes[measured.dimension],
  };
}

/** Whole units as decimal digits, never an exponent. */
export function decimalText(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}
