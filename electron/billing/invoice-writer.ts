/** Issues, pays and cancels invoices: each change with everything that goes with it. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { PaymentMethod } from '../../shared/contract/billing.ts';
import { sharesOf, type DatasetUse, type Share } from '../../shared/billing/shares.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import { invoiceEntry, type InvoiceValue } from '../ledger/invoice-entries.ts';
import type { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { Facts } from '../proof/facts.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { BookWriter, Posting } from './books.ts';
import type { HolderWriter } from './holder-accounts.ts';
import { customerText, linesText, type InvoiceDocument } from './invoice-document.ts';
import { requireAsked, type InvoiceDraft } from './invoice-draft.ts';
import type { InvoicesStore, StoredInvoice } from './invoices-store.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { amountRow, volumeRow } from './usage-figures.ts';
import { usesOfInvoice } from './invoice-uses.ts';

const saltBytes = 16;
const usageStream = { table: 'usage_events' } as const;

export interface InvoiceMeans {
  readonly invoices: InvoicesStore;
  readonly books: BookWriter;
  readonly holders: HolderWriter;
  readonly processor: PaymentProcessor;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly facts: Facts;
  readonly sealer: LineSealer;
}

/** Over the writer's connection; the caller holds the transaction. */
export class InvoiceWriter {
  readonly #means: InvoiceMeans;
  readonly #number: Statement<[string], bigint>;
  readonly #insertUsage: Statement<[object]>;
  readonly #useAdjustment: Statement<[bigint, string]>;
  readonly #uses: Statement<[bigint], DatasetUse>;

  constructor(database: Database, means: InvoiceMeans) {
    this.#means = means;
    this.#number = database
      .prepare<[string], bigint>('SELECT number FROM invoices WHERE invoice_id = ?')
      .pluck()
      .safeIntegers();
    this.#insertUsage = database.prepare(
      `INSERT INTO invoice_usage (invoice, month, dataset_id, holder_id, micro_hours, records, bytes,
         operations, time_amount, record_amount, data_amount, operation_amount)
       VALUES (@invoice, @month, @dataset, @holder, @micro_hours, @records, @bytes, @operations,
         @time_amount, @record_amount, @data_amount, @operation_amount)`,
    );
    this.#useAdjustment = database.prepare(
      'UPDATE adjustments SET invoice = ? WHERE adjustment_id = ? AND invoice IS NULL',
    );
    this.#uses = usesOfInvoice(database);
  }

  /**
   * Keeps a draft with its document: from here on it never changes. A total of zero is paid at once.
   * @throws {ApiError} `conflict` where nothing is asked
   */
  issue(draft: InvoiceDraft, pdf: Uint8Array, journal: Journal): void {
    requireAsked(draft);
    const { document } = draft;
    const { invoiceId, accountId, issuedAt } = document;
    const number = this.#keep(draft, pdf, journal);
    for (const { month, datasetId: dataset, holderId: holder, volume, amounts } of draft.usage) {
      const figures = { ...volumeRow(volume), ...amountRow(amounts) };
      this.#insertUsage.run({ ...figures, invoice: number, month, dataset, holder });
    }
    for (const adjustmentId of draft.adjustments) this.#useAdjustment.run(number, adjustmentId);
    for (const each of draft.carried) this.addAdjustment(accountId, each, issuedAt);
    this.#means.books.post(invoiceId, 'issued', issuedAt, issuePostings(document));
    if (document.total !== 0n) return;
    const invoice = this.#means.invoices.require(invoiceId, issuedAt);
    const shares = this.#sharesOf(invoice, issuedAt);
    this.#markPaid(invoiceId, issuedAt);
    this.#accrue(invoice, shares, issuedAt);
  }

  /** Appends the entry of an invoice, over sealed lines, and its row; returns the row's number. */
  #keep(draft: InvoiceDraft, pdf: Uint8Array, journal: Journal): bigint {
    const { sealer, facts, random } = this.#means;
    const { document } = draft;
    const { invoiceId, accountId } = document;
    sealer.seal(usageStream);
    const statement = {
      ...document,
      id: invoiceId,
      number: document.invoiceNumber,
      usageTo: sealer.last(usageStream),
      usage: draft.usageTotal,
      adjustments: draft.adjustmentTotal,
      pdf: `sha256:${sha256(pdf)}`,
    };
    const values = committedValues(document, random);
    const { seq, hash } = journal.appendEntry(
      (place) => invoiceEntry(place, statement, values),
      values,
    );
    facts.begin('invoices', invoiceId, {
      invoice_number: statement.number,
      account_id: accountId,
      month: document.month,
      issued_at: document.issuedAt,
      due_day: document.dueDay,
      customer: customerText(document.customer),
      lines: linesText(document.lines),
      terms: document.terms,
      notes: document.notes,
      currency: document.currency,
      usage: statement.usage,
      adjustments: statement.adjustments,
      subtotal: document.subtotal,
      tax_bps: document.taxBps,
      tax: document.tax,
      total: document.total,
      pdf: Buffer.from(pdf),
      pdf_sha256: statement.pdf,
      entry_seq: seq,
      entry_hash: hash,
    });
    return this.#number.get(invoiceId) ?? 0n;
  }

  /**
   * Pays an invoice; returns the payment's id.
   * @throws {ApiError} `invoice_already_paid`, `invoice_not_payable`, `payment_failed`
   */
  pay(invoiceId: string, method: PaymentMethod, now: string): string {
    const { invoices, books, processor, createId, facts } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    requirePayable(invoice);
    const { total, currency } = invoice.document;
    const result = processor.charge(method, total);
    if (result.outcome === 'DECLINED') {
      throw new ApiError('payment_failed', `${result.reason} The invoice is as it was.`, {
        details: { invoice_id: invoiceId, reason: result.reason },
      });
    }
    const shares = this.#sharesOf(invoice, now);
    this.#markPaid(invoiceId, now);
    const paymentId = createId('pay');
    const { type, last4, brand } = method;
    facts.write('payments', paymentId, {
      set: {
        invoice: invoiceId,
        status: 'COMPLETED',
        amount: integerMember(total),
        currency,
        paid_at: now,
      },
      commit: { method: { type, last4, brand } },
    });
    books.post(invoiceId, 'paid', now, [
      ['cash', total],
      ['receivable', -total],
    ]);
    this.#accrue(invoice, shares, now);
    return paymentId;
  }

  /**
   * Cancels an invoice: its usage may be invoiced anew, its adjustments come back.
   * @throws {ApiError} `conflict` for one that is over
   */
  cancel(invoiceId: string, reason: string, now: string): void {
    const { invoices, books, facts } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    const { document, status, adjustments } = invoice;
    if (status === 'PAID' || status === 'CANCELED') {
      throw new ApiError('conflict', `The invoice ${invoiceId} is ${status} and stays so.`, {
        details: { invoice_id: invoiceId, status },
      });
    }
    facts.write('invoices', invoiceId, {
      set: { status: 'CANCELED', canceled_at: now },
      commit: { cancel_reason: reason },
    });
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
    this.#means.facts.write('adjustments', id, {
      set: { account_id: accountId, amount: integerMember(amount), created_at: now },
      commit: { description },
    });
    return id;
  }

  #markPaid(invoiceId: string, now: string): void {
    this.#means.facts.write('invoices', invoiceId, { set: { status: 'PAID', paid_at: now } });
  }

  /**
   * What holders get of an invoice that is paid: its usage lines, before tax, by what each dataset was used. To be
   * asked before it is marked as paid: whatever fee is in force then is the one that its holders are charged.
   */
  #sharesOf(invoice: StoredInvoice, now: string): readonly Share[] {
    const { holders } = this.#means;
    const uses = this.#uses.all(invoice.number);
    return sharesOf(invoice.usage, uses, (holderId) => holders.feeOf(holderId, now));
  }

  #accrue(invoice: StoredInvoice, shares: readonly Share[], now: string): void {
    const { books, holders } = this.#means;
    if (shares.length === 0) return;
    const { invoiceId } = invoice.document;
    const postings = shares.flatMap(({ gross, fee, net }): Posting[] => [
      ['holder_share', gross],
      ['fee_income', -fee],
      ['holder_payable', -net],
    ]);
    for (const share of shares) holders.accrue(invoiceId, share, now);
    books.post(invoiceId, 'accrued', now, postings);
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
