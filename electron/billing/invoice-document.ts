/** What an invoice says, frozen when it is issued: the same for its rows, its answers and its document. */
import { z } from 'zod';
import {
  customerSchema,
  type Customer,
  type Invoice,
  type InvoiceStatus,
} from '../../shared/contract/billing.ts';
import { startOf } from '../../shared/billing/calendar.ts';
import { moneyNumber } from '../../shared/billing/decimal.ts';

export const lineKinds = [
  'usage',
  'true_up',
  'fee',
  'minimum',
  'all_units',
  'late_usage',
  'adjustment',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** `amount` in minor units. */
export interface InvoiceLine {
  readonly kind: LineKind;
  readonly description: string;
  readonly amount: bigint;
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

const linesSchema = z.array(
  z.object({ kind: z.enum(lineKinds), description: z.string(), amount: z.int() }),
);

export function linesText(lines: readonly InvoiceLine[]): string {
  return JSON.stringify(lines.map((each) => ({ ...each, amount: Number(each.amount) })));
}

export function readLines(text: string): InvoiceLine[] {
  return linesSchema
    .parse(JSON.parse(text))
    .map((each) => ({ ...each, amount: BigInt(each.amount) }));
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
  return {
    invoice_id: document.invoiceId,
    status,
    issued_date: document.issuedAt,
    due_date: startOf(document.dueDay),
    customer: document.customer,
    line_items: document.lines.map(({ description, amount }) => ({
      description,
      amount: moneyNumber(amount),
    })),
    subtotal: moneyNumber(document.subtotal),
    tax: moneyNumber(document.tax),
    total: moneyNumber(document.total),
    currency: document.currency,
    payment_terms: document.terms,
    notes: document.notes,
    pdf_url: `${baseUrl}/billing/invoices/${document.invoiceId}/pdf`,
  };
}
