/** Issues, pays and cancels invoices: each change guarded in SQL, with everything that goes with it. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { PaymentMethod } from '../../shared/contract/billing.ts';
import { dayOf } from '../../shared/billing/calendar.ts';
import { sharesOf, type DatasetUse } from '../../shared/billing/shares.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { invoiceEntry, type InvoiceValue } from '../ledger/invoice-entries.ts';
import type { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { BookWriter, Posting } from './books.ts';
import type { HolderAccounts } from './holder-accounts.ts';
import { customerText, linesText, type InvoiceDocument } from './invoice-document.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import type { InvoicesStore, StoredInvoice } from './invoices-store.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { costRow } from './usage-figures.ts';

const saltBytes = 16;

export interface InvoiceMeans {
  readonly invoices: InvoicesStore;
  readonly books: BookWriter;
  readonly holders: HolderAccounts;
  readonly processor: PaymentProcessor;
  readonly createId: CreateId;
  readonly random: RandomBytes;
}

/** Over the writer's connection; the caller holds the transaction. */
export class InvoiceWriter {
  readonly #means: InvoiceMeans;
  readonly #insert: Statement<[object]>;
  readonly #insertUsage: Statement<[object]>;
  readonly #bill: Statement<[object]>;
  readonly #useAdjustment: Statement<[bigint, bigint]>;
  readonly #insertAdjustment: Statement<[object]>;
  readonly #markPaid: Statement<[string, bigint]>;
  readonly #markCanceled: Statement<[string, string, bigint]>;
  readonly #unbill: Statement<[object]>;
  readonly #insertPayment: Statement<[object]>;
  readonly #uses: Statement<[bigint], DatasetUse>;
  readonly #sweep: Statement<[string]>;

  constructor(database: Database, means: InvoiceMeans) {
    this.#means = means;
    this.#insert = database.prepare(
      `INSERT INTO invoices (invoice_id, invoice_number, account_id, month, status, issued_at,
         due_day, customer, lines, terms, notes, currency, usage, adjustments, subtotal, tax_bps,
         tax, total, pdf, pdf_sha256, entry_seq, entry_hash)
       VALUES (@id, @number, @account, @month, 'PENDING', @issuedAt, @dueDay, @customer, @lines,
         @terms, @notes, @currency, @usage, @adjustments, @subtotal, @taxBps, @tax, @total, @pdf,
         @sha256, @seq, @hash)`,
    );
    this.#insertUsage = database.prepare(
      `INSERT INTO invoice_usage (invoice, month, dataset_id, holder_id, time_nanos, record_nanos,
         data_nanos, operation_nanos)
       VALUES (@invoice, @month, @dataset, @holder, @time_nanos, @record_nanos, @data_nanos,
         @operation_nanos)`,
    );
    this.#bill = database.prepare(
      `UPDATE usage_months SET billed_time_nanos = billed_time_nanos + @time_nanos,
         billed_record_nanos = billed_record_nanos + @record_nanos,
         billed_data_nanos = billed_data_nanos + @data_nanos,
         billed_operation_nanos = billed_operation_nanos + @operation_nanos
       WHERE account_id = @account AND month = @month AND dataset_id = @dataset`,
    );
    this.#useAdjustment = database.prepare(
      'UPDATE adjustments SET invoice = ? WHERE number = ? AND invoice IS NULL',
    );
    this.#insertAdjustment = database.prepare(
      `INSERT INTO adjustments (adjustment_id, account_id, description, amount, created_at)
       VALUES (@id, @account, @description, @amount, @now)`,
    );
    this.#markPaid = database.prepare(
      `UPDATE invoices SET status = 'PAID', paid_at = ?
       WHERE number = ? AND status IN ('PENDING', 'OVERDUE')`,
    );
    this.#markCanceled = database.prepare(
      `UPDATE invoices SET status = 'CANCELED', canceled_at = ?, cancel_reason = ?
       WHERE number = ? AND status IN ('PENDING', 'OVERDUE')`,
    );
    this.#unbill = database.prepare(
      `UPDATE usage_months SET billed_time_nanos = billed_time_nanos - u.time_nanos,
         billed_record_nanos = billed_record_nanos - u.record_nanos,
         billed_data_nanos = billed_data_nanos - u.data_nanos,
         billed_operation_nanos = billed_operation_nanos - u.operation_nanos
       FROM invoice_usage AS u
       WHERE u.invoice = @invoice AND account_id = @account
         AND usage_months.month = u.month AND usage_months.dataset_id = u.dataset_id`,
    );
    this.#insertPayment = database.prepare(
      `INSERT INTO payments (payment_id, invoice, status, amount, currency, method, paid_at)
       VALUES (@id, @invoice, 'COMPLETED', @amount, @currency, @method, @now)`,
    );
    this.#uses = database
      .prepare<[bigint], DatasetUse>(
        `SELECT dataset_id AS datasetId, holder_id AS holderId,
           sum(time_nanos + record_nanos + data_nanos + operation_nanos) AS nanos
         FROM invoice_usage WHERE invoice = ? GROUP BY dataset_id ORDER BY dataset_id`,
      )
      .safeIntegers();
    this.#sweep = database.prepare(
      // The list of states is that of the index of unpaid invoices.
      `UPDATE invoices SET status = 'OVERDUE'
       WHERE status IN ('PENDING', 'OVERDUE') AND status = 'PENDING' AND due_day < ?`,
    );
  }

  /** Keeps a draft with its document: from here on it never changes. A total of zero is paid at once. */
  issue(draft: InvoiceDraft, pdf: Uint8Array, journal: Journal): void {
    const { document } = draft;
    const { invoiceId, accountId, issuedAt } = document;
    const statement = {
      ...document,
      id: invoiceId,
      number: document.invoiceNumber,
      usage: draft.usageTotal,
      adjustments: draft.adjustmentTotal,
      pdf: `sha256:${sha256(pdf)}`,
    };
    const values = committedValues(document, this.#means.random);
    const { seq, hash } = journal.appendEntry(
      (place) => invoiceEntry(place, statement, values),
      values,
    );
    const { lastInsertRowid } = this.#insert.run({
      ...statement,
      account: accountId,
      customer: customerText(document.customer),
      lines: linesText(document.lines),
      pdf,
      sha256: statement.pdf,
      seq,
      hash,
    });
    const invoice = BigInt(lastInsertRowid);
    for (const { month, datasetId: dataset, holderId: holder, cost } of draft.usage) {
      const values = { ...costRow(cost), invoice, month, dataset, holder, account: accountId };
      this.#insertUsage.run(values);
      this.#bill.run(values);
    }
    for (const adjustment of draft.adjustments) this.#useAdjustment.run(invoice, adjustment);
    for (const each of draft.carried) this.addAdjustment(accountId, each, issuedAt);
    this.#means.books.post(invoiceId, 'issued', issuedAt, issuePostings(document));
    if (document.total !== 0n) return;
    this.#markPaid.run(issuedAt, invoice);
    this.#accrue(this.#means.invoices.require(invoiceId, issuedAt), issuedAt);
  }

  /**
   * Pays an invoice; returns the payment's id.
   * @throws {ApiError} `invoice_already_paid`, `invoice_not_payable`, `payment_failed`
   */
  pay(invoiceId: string, method: PaymentMethod, now: string): string {
    const { invoices, books, processor, createId } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    requirePayable(invoice);
    const { total, currency } = invoice.document;
    const result = processor.charge(method, total);
    if (result.outcome === 'DECLINED') {
      throw new ApiError('payment_failed', `${result.reason} The invoice is as it was.`, {
        details: { invoice_id: invoiceId, reason: result.reason },
      });
    }
    if (this.#markPaid.run(now, invoice.number).changes !== 1) {
      throw new Error(`Invoice ${invoiceId} changed while it was paid.`);
    }
    const paymentId = createId('pay');
    const { type, last4, brand } = method;
    this.#insertPayment.run({
      id: paymentId,
      invoice: invoice.number,
      amount: total,
      currency,
      method: JSON.stringify({ type, last4, brand }),
      now,
    });
    books.post(invoiceId, 'paid', now, [
      ['cash', total],
      ['receivable', -total],
    ]);
    this.#accrue(invoice, now);
    return paymentId;
  }

  /**
   * Cancels an invoice: its usage may be invoiced anew, its adjustments come back.
   * @throws {ApiError} `conflict` for one that is over
   */
  cancel(invoiceId: string, reason: string, now: string): void {
    const { invoices, books } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    const { document, number, status, adjustments } = invoice;
    if (this.#markCanceled.run(now, reason, number).changes !== 1) {
      throw new ApiError('conflict', `The invoice ${invoiceId} is ${status} and stays so.`, {
        details: { invoice_id: invoiceId, status },
      });
    }
    this.#unbill.run({ invoice: number, account: document.accountId });
    if (adjustments !== 0n) {
      const description = `Adjustments of the canceled invoice ${document.invoiceNumber}`;
      this.addAdjustment(document.accountId, { description, amount: adjustments }, now);
    }
    books.post(
      invoiceId,
      'canceled',
      now,
      issuePostings(document).map(([account, amount]) => [account, -amount] as const),
    );
  }

  /** Keeps a credit or charge for the next invoice; returns its id. */
  addAdjustment(
    accountId: string,
    { description, amount }: { readonly description: string; readonly amount: bigint },
    now: string,
  ): string {
    const id = this.#means.createId('adj');
    this.#insertAdjustment.run({ id, account: accountId, description, amount, now });
    return id;
  }

  /** Writes down which invoices are overdue; returns how many became so. */
  sweepOverdue(now: string): number {
    return this.#sweep.run(dayOf(now)).changes;
  }

  /** What holders get of a paid invoice: its usage lines, before tax, by what each dataset was used. */
  #accrue(invoice: StoredInvoice, now: string): void {
    const { books, holders } = this.#means;
    const uses = this.#uses.all(invoice.number);
    const shares = sharesOf(invoice.usage, uses, (holderId) => holders.feeOf(holderId, now));
    if (shares.length === 0) return;
    const postings = shares.flatMap(({ gross, fee, net }): Posting[] => [
      ['holder_share', gross],
      ['fee_income', -fee],
      ['holder_payable', -net],
    ]);
    for (const share of shares) holders.accrue({ invoice: invoice.number, ...share }, now);
    books.post(invoice.document.invoiceId, 'accrued', now, postings);
  }
}

/** @throws {ApiError} `invoice_already_paid`, `invoice_not_payable` */
function requirePayable({ document, status, paidAt }: StoredInvoice): void {
  const { invoiceId: invoice_id } = document;
  if (status === 'PAID') {
    throw new ApiError('invoice_already_paid', `The invoice ${invoice_id} is paid already.`, {
      details: { invoice_id, paid_date: paidAt },
    });
  }
  if (status === 'CANCELED') {
    throw new ApiError('invoice_not_payable', `The invoice ${invoice_id} is canceled.`, {
      details: { invoice_id, status },
    });
  }
}

function issuePostings({ subtotal, tax, total }: InvoiceDocument): Posting[] {
  return [
    ['receivable', total],
    ['revenue', -subtotal],
    ['tax_payable', -tax],
  ];
}

/** What the entry of an invoice commits to without telling it. */
function committedValues(document: InvoiceDocument, random: RandomBytes): InvoiceValue[] {
  const { customer, lines, notes, terms } = document;
  const values = [
    ['customer', customerText(customer)],
    ['lines', linesText(lines)],
    ['notes', canonicalJson(notes)],
    ['terms', canonicalJson(terms)],
  ] as const;
  return values.map(([field, value]) => ({
    field,
    salt: Buffer.from(random(saltBytes)).toString('base64url'),
    value,
  }));
}
