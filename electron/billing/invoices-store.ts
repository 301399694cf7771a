/** Invoices as they are stored: lists, one, the payment and document of one. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  cancelKinds,
  invoiceStatuses,
  paymentMethodShownSchema,
  type CancelKind,
  type InvoiceDetails,
  type InvoiceCancellation,
  type InvoiceStatus,
  type ListedInvoice,
  type ListInvoicesQuery,
  type Payment,
} from '../../shared/contract/billing.ts';
import {
  addMonths,
  dayAt,
  dayOf,
  endOf,
  lastDay,
  lastInstant,
  startOf,
} from '../../shared/billing/calendar.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import { BillingSettingsStore } from './billing-settings.ts';
import type { PostedInvoice } from './invoice-postings.ts';
import {
  readCustomer,
  groupsOf,
  readLines,
  shownLine,
  shownTaxes,
  type InvoiceDocument,
} from './invoice-document.ts';
import { moneyIn } from '../../shared/billing/money.ts';
import { RemindersStore } from './runs/reminders.ts';

interface Row {
  number: bigint;
  invoice_id: string;
  invoice_number: string;
  account_id: string;
  month: string;
  status: string;
  issued_at: string;
  due_day: string;
  paid_at: string | null;
  canceled_at: string | null;
  customer: string;
  lines: string;
  terms: string;
  notes: string;
  currency: string;
  usage: bigint;
  adjustments: bigint;
  subtotal: bigint;
  tax_bps: bigint;
  tax: bigint;
  total: bigint;
  cancel_reason: string | null;
  cancel_kind: string | null;
  pdf_sha256: string;
  entry_seq: bigint;
  entry_hash: string;
  pool: bigint | null;
  fees: bigint | null;
  platform_credits: bigint | null;
  prepaid_used: bigint | null;
  prepaid_bought: bigint | null;
}

export interface StoredInvoice {
  readonly number: bigint;
  readonly document: InvoiceDocument;
  readonly status: InvoiceStatus;
  readonly paidAt: string | null;
  readonly canceledAt: string | null;
  readonly cancelReason: string | null;
  readonly cancelKind: CancelKind;
  readonly usage: bigint;
  readonly adjustments: bigint;
  readonly posted: PostedInvoice;
  /** Of its shares; null in one from before shares were fixed as an invoice is issued. */
  readonly fees: bigint | null;
  /** Of the document, `sha256:<hex>`. */
  readonly pdfHash: string;
  /** Of the journal of the ledger. */
  readonly entry: { readonly seq: number; readonly hash: string };
}

export interface PaymentRow {
  payment_id: string;
  invoice_id: string;
  amount: bigint;
  currency: string;
  method: string;
  paid_at: string;
}

/** OVERDUE from the day after the due date, which is stored nowhere. */
const status = `CASE WHEN status = 'PENDING' AND due_day < @today THEN 'OVERDUE' ELSE status END`;
const columns = `number, invoice_id, invoice_number, account_id, month, ${status} AS status,
  issued_at, due_day, paid_at, canceled_at, customer, lines, terms, notes, currency, usage,
  adjustments, subtotal, tax_bps, tax, total, cancel_reason, cancel_kind, pdf_sha256, entry_seq, entry_hash, pool, fees,
  platform_credits, prepaid_used, prepaid_bought`;
const selected = `issued_at >= @from AND issued_at <= @until
  AND (@status IS NULL OR ${status} = @status) AND (@account IS NULL OR account_id = @account)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const invoiceStatements = {
  one: `SELECT ${columns} FROM invoices WHERE invoice_id = @id`,
  list: `SELECT ${columns} FROM invoices WHERE ${selected}
    ORDER BY issued_at DESC, number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM invoices WHERE ${selected}`,
} as const;

export class InvoicesStore {
  readonly #one: Statement<[object], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #pdf: Statement<[string], Buffer>;
  readonly #payment: Statement<[string], PaymentRow>;
  readonly #paymentOf: Statement<[bigint], PaymentRow>;
  readonly #settings: BillingSettingsStore;
  readonly #reminders: RemindersStore;

  constructor(database: Database) {
    this.#settings = new BillingSettingsStore(database);
    this.#reminders = new RemindersStore(database);
    this.#one = database.prepare<[object], Row>(invoiceStatements.one).safeIntegers();
    this.#list = database.prepare<[object], Row>(invoiceStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(invoiceStatements.count).pluck();
    this.#pdf = database
      .prepare<[string], Buffer>('SELECT pdf FROM invoices WHERE invoice_id = ?')
      .pluck();
    const payment = (where: string) =>
      `SELECT p.payment_id, i.invoice_id, p.amount, p.currency, p.method, p.paid_at
       FROM payments AS p JOIN invoices AS i ON i.number = p.invoice WHERE ${where}`;
    this.#payment = database
      .prepare<[string], PaymentRow>(payment('p.payment_id = ?'))
      .safeIntegers();
    this.#paymentOf = database
      .prepare<[bigint], PaymentRow>(payment(`p.invoice = ? AND p.status = 'COMPLETED'`))
      .safeIntegers();
  }

  find(invoiceId: string, now: string): StoredInvoice | undefined {
    const row = this.#one.get({ id: invoiceId, today: dayOf(now) });
    return row && invoiceOf(row);
  }

  /** @throws {ApiError} `not_found` */
  require(invoiceId: string, now: string): StoredInvoice {
    const invoice = this.find(invoiceId, now);
    if (invoice === undefined) {
      throw new ApiError('not_found', `There is no invoice ${invoiceId}.`);
    }
    return invoice;
  }

  /** A page of invoices, newest first, and how many there are. */
  list(query: ListInvoicesQuery, now: string): { data: ListedInvoice[]; total: number } {
    const { issued_after: after, issued_before: before, limit, offset } = query;
    const values = {
      today: dayOf(now),
      from: after === undefined ? '' : startOf(after),
      until: endOf(before ?? lastDay),
      status: query.status ?? null,
      account: query.account_id ?? null,
    };
    return {
      data: this.#list
        .all({ ...values, limit, offset })
        .map((row) => listed(invoiceOf(row), query.include === 'account')),
      total: this.#count.get(values) ?? 0,
    };
  }

  /** The document as it was issued. */
  issuedPdf(invoiceId: string): Uint8Array | undefined {
    return this.#pdf.get(invoiceId);
  }

  payment(paymentId: string, baseUrl: string): Payment | undefined {
    const row = this.#payment.get(paymentId);
    return row && shownPayment(row, baseUrl);
  }

  /** How an invoice came about, and what became of it. */
  details(invoice: StoredInvoice, baseUrl: string): InvoiceDetails {
    const { document, paidAt, canceledAt, cancelReason, entry, pdfHash } = invoice;
    return {
      invoice_number: document.invoiceNumber,
      account_id: document.accountId,
      period: periodOf(document),
      issuer: this.#settings.at(document.issuedAt),
      tax_percent: numberOf(document.taxBps, 2),
      taxes: shownTaxes(groupsOf(document), moneyIn(document.currency)),
      paid_date: paidAt,
      canceled_date: canceledAt,
      cancel_reason: cancelReason,
      shared: sharedOf(invoice),
      payment: this.paymentOf(invoice, baseUrl) ?? null,
      reminders: this.#reminders.of(document.invoiceId),
      entry,
      pdf_sha256: pdfHash,
      lines: document.lines.map((line) => shownLine(line, moneyIn(document.currency))),
    };
  }

  /** The payment that paid an invoice. */
  paymentOf(invoice: StoredInvoice, baseUrl: string): Payment | undefined {
    const row = this.#paymentOf.get(invoice.number);
    return row && shownPayment(row, baseUrl);
  }
}

function listed({ document, status, paidAt }: StoredInvoice, withAccount: boolean): ListedInvoice {
  return {
    invoice_id: document.invoiceId,
    status,
    issued_date: dayAt(document.issuedAt),
    due_date: startOf(document.dueDay),
    amount: moneyIn(document.currency).number(document.total),
    currency: document.currency,
    period: periodOf(document),
    ...(paidAt === null ? {} : { paid_date: paidAt }),
    ...(withAccount ? { account_id: document.accountId } : {}),
  };
}

function periodOf({ month }: InvoiceDocument) {
  return { start_date: startOf(month), end_date: lastInstant(addMonths(month, 1)) };
}

/** A payment as the API shows it. */
export function shownPayment(row: PaymentRow, baseUrl: string): Payment {
  return {
    payment_id: row.payment_id,
    invoice_id: row.invoice_id,
    status: 'COMPLETED',
    amount: moneyIn(row.currency).number(row.amount),
    currency: row.currency,
    payment_date: row.paid_at,
    // Erased, it is empty.
    payment_method:
      row.method === ''
        ? { type: '', last4: '', brand: '' }
        : paymentMethodShownSchema.parse(JSON.parse(row.method)),
    receipt_url: `${baseUrl}/billing/receipts/${row.payment_id}`,
  };
}

function invoiceOf(row: Row): StoredInvoice {
  const known = invoiceStatuses.find((each) => each === row.status);
  if (known === undefined) throw new Error(`The invoice ${row.invoice_id} cannot be read.`);
  return {
    number: row.number,
    status: known,
    paidAt: row.paid_at,
    canceledAt: row.canceled_at,
    cancelReason: row.cancel_reason,
    cancelKind: cancelKinds.find((each) => each === row.cancel_kind) ?? 'CORRECTION',
    usage: row.usage,
    adjustments: row.adjustments,
    posted: postedOf(row),
    fees: row.fees,
    pdfHash: row.pdf_sha256,
    entry: { seq: Number(row.entry_seq), hash: row.entry_hash },
    document: {
      invoiceId: row.invoice_id,
      invoiceNumber: row.invoice_number,
      accountId: row.account_id,
      month: row.month,
      issuedAt: row.issued_at,
      dueDay: row.due_day,
      customer: readCustomer(row.customer),
      lines: readLines(row.lines),
      terms: row.terms,
      notes: row.notes,
      currency: row.currency,
      subtotal: row.subtotal,
      taxBps: row.tax_bps,
      tax: row.tax,
      total: row.total,
    },
  };
}

function sharedOf({ posted: { pool }, fees, document }: StoredInvoice): InvoiceDetails['shared'] {
  if (pool === null || fees === null) return null;
  const money = moneyIn(document.currency);
  return { pool: money.number(pool), fees: money.number(fees), net: money.number(pool - fees) };
}

/** How an invoice was canceled, as include=cancellation tells it; null while it is not. */
export function cancellationOf(invoice: StoredInvoice): InvoiceCancellation | null {
  const { status, canceledAt, cancelReason, cancelKind } = invoice;
  if (status !== 'CANCELED' || canceledAt === null) return null;
  return { kind: cancelKind, date: canceledAt, reason: cancelReason ?? '' };
}

function postedOf(row: Row): PostedInvoice {
  const { subtotal, tax, total, pool } = row;
  return {
    subtotal,
    tax,
    total,
    pool,
    platformCredits: row.platform_credits,
    prepaidUsed: row.prepaid_used,
    prepaidBought: row.prepaid_bought,
  };
}
