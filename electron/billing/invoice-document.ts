/** What an invoice says, frozen when it is issued: the same for its rows, its answers and its document. */
import { z } from 'zod';
import {
  customerSchema,
  lineKinds,
  type Customer,
  type Invoice,
  type InvoiceDetails,
  type InvoiceStatus,
  type LineKind,
} from '../../shared/contract/billing.ts';
import { creditBearers, type CreditBearer } from '../../shared/billing/credits.ts';
import { dayAt, startOf } from '../../shared/billing/calendar.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import {
  dimensions,
  volumePlaces,
  volumeUnits,
  type Dimension,
} from '../../shared/billing/volume.ts';
import { hasOtherTaxes, taxGroups, type TaxGroup } from '../../shared/billing/invoice-amounts.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { moneyIn, type Money } from '../../shared/billing/money.ts';
import { lineTaxSchema, type LineTax } from './other-taxes.ts';

/** `amount` in minor units. */
export interface InvoiceLine {
  readonly kind: LineKind;
  readonly description: string;
  readonly amount: bigint;
  /** What a line of usage is for: its volume in whole units, and the rate for an hour, GB and so on. */
  readonly measured?:
    | { readonly dimension: Dimension; readonly volume: bigint; readonly rate: number }
    | undefined;
  /** First day of the month that late use is of. */
  readonly month?: string | undefined;
  /** Of the adjustment that a line uses up. */
  readonly adjustmentId?: string | undefined;
  /** Of the charge that a line asks for. */
  readonly chargeId?: string | undefined;
  /** The credit that a line uses, and who bears it; nobody what was paid beforehand. */
  readonly credit?: { readonly id: string; readonly borneBy: CreditBearer | null } | undefined;
  /** Undefined where it has that of the invoice. */
  readonly tax?: LineTax | undefined;
}

export interface InvoiceDocument {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly accountId: string;
  /** First day. */
  readonly month: string;
  readonly issuedAt: string;
  readonly dueDay: string;
  readonly customer: Customer;
  readonly lines: readonly InvoiceLine[];
  readonly terms: string;
  readonly notes: string;
  readonly currency: string;
  readonly subtotal: bigint;
  readonly taxBps: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** Kind of a line of before months had a price of their own: what came off where all units had the rate reached. */
const earlierKind = 'all_units';
const linesSchema = z.array(
  z.object({
    kind: z.enum([...lineKinds, earlierKind]),
    description: z.string(),
    amount: z.int(),
    measured: z
      .object({ dimension: z.enum(dimensions), volume: z.int(), rate: z.number() })
      .optional(),
    month: z.string().optional(),
    adjustment_id: z.string().optional(),
    charge_id: z.string().optional(),
    credit: z.object({ id: z.string(), borne_by: z.enum(creditBearers).nullable() }).optional(),
    tax: lineTaxSchema.optional(),
  }),
);

/** Canonical JSON, as the journal commits to it. */
export function linesText(lines: readonly InvoiceLine[]): string {
  return canonicalJson(
    lines.map(({ kind, description, amount, measured, month, adjustmentId, ...of }) => ({
      kind,
      description,
      amount: Number(amount),
      ...(measured === undefined
        ? {}
        : { measured: { ...measured, volume: Number(measured.volume) } }),
      ...(month === undefined ? {} : { month }),
      ...(adjustmentId === undefined ? {} : { adjustment_id: adjustmentId }),
      ...(of.chargeId === undefined ? {} : { charge_id: of.chargeId }),
      ...(of.credit === undefined
        ? {}
        : { credit: { id: of.credit.id, borne_by: of.credit.borneBy } }),
      ...(of.tax === undefined ? {} : { tax: { kind: of.tax.kind, bps: Number(of.tax.bps) } }),
    })),
  );
}

export function readLines(text: string): InvoiceLine[] {
  return linesSchema.parse(JSON.parse(text)).map((line) => {
    const { kind, description, amount, measured, month, adjustment_id: adjustmentId } = line;
    const { charge_id: chargeId, credit, tax } = line;
    return {
      kind: kind === earlierKind ? 'adjustment' : kind,
      description,
      amount: BigInt(amount),
      ...(measured === undefined
        ? {}
        : { measured: { ...measured, volume: BigInt(measured.volume) } }),
      ...(month === undefined ? {} : { month }),
      ...(adjustmentId === undefined ? {} : { adjustmentId }),
      ...(chargeId === undefined ? {} : { chargeId }),
      ...(credit === undefined ? {} : { credit: { id: credit.id, borneBy: credit.borne_by } }),
      ...(tax === undefined ? {} : { tax }),
    };
  });
}

/** Canonical JSON, as the journal commits to it. */
export function customerText({ id, name, email, address }: Customer): string {
  return canonicalJson({ id, name, email, address: { ...address } });
}

export function readCustomer(text: string): Customer {
  return customerSchema.parse(JSON.parse(text));
}

/** The detail form (specification, "Invoice"). */
export function shownInvoice(
  document: InvoiceDocument,
  status: InvoiceStatus,
  baseUrl: string,
): Invoice {
  const money = moneyIn(document.currency);
  return {
    invoice_id: document.invoiceId,
    status,
    issued_date: dayAt(document.issuedAt),
    due_date: startOf(document.dueDay),
    customer: document.customer,
    line_items: document.lines.map(({ description, amount }) => ({
      description,
      amount: money.number(amount),
    })),
    subtotal: money.number(document.subtotal),
    tax: money.number(document.tax),
    total: money.number(document.total),
    currency: document.currency,
    payment_terms: document.terms,
    notes: document.notes,
    pdf_url: `${baseUrl}/billing/invoices/${document.invoiceId}/pdf`,
  };
}

/** A line with what it is the price of (extension "details"). */
export function shownLine(
  { kind, description, amount, measured }: InvoiceLine,
  money: Money,
): InvoiceDetails['lines'][number] {
  return {
    kind,
    description,
    amount: money.number(amount),
    dimension: measured?.dimension ?? null,
    volume: measured ? numberOf(measured.volume, volumePlaces[measured.dimension]) : null,
    unit: measured ? volumeUnits[measured.dimension] : null,
    rate: measured?.rate ?? null,
  };
}

/** An invoice as far as its taxes are concerned. */
export type TaxedDocument = Pick<InvoiceDocument, 'lines' | 'taxBps' | 'subtotal' | 'tax'>;

/** The taxes of an invoice: of one alone what was issued. */
export function groupsOf({ lines, taxBps, subtotal, tax }: TaxedDocument): TaxGroup<LineTax>[] {
  return hasOtherTaxes(lines)
    ? taxGroups(lines, taxBps)
    : [{ tax: undefined, bps: taxBps, base: subtotal, amount: tax }];
}

/** Taxes with what is asked under each, as answers tell them. */
export function shownTaxes(groups: readonly TaxGroup[], money: Money): InvoiceDetails['taxes'] {
  return groups.map(({ bps, base, amount }) => ({
    percent: numberOf(bps, 2),
    base: money.number(base),
    tax: money.number(amount),
  }));
}
