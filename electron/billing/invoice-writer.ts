/** Issues, pays and cancels invoices: each change with everything that goes with it. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { CancelKind, PaymentMethod } from '../../shared/contract/billing.ts';
import { hasOtherTaxes, taxGroups } from '../../shared/billing/invoice-amounts.ts';
import { shareInvoice } from '../../shared/billing/share-rule.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import {
  invoiceEntry,
  type InvoiceStatement,
  type InvoiceValue,
} from '../ledger/invoice-entries.ts';
import type { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { Facts } from '../proof/facts.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { Events } from '../webhooks/event-log.ts';
import type { BookWriter } from './books.ts';
import type { CreditNoteWriter } from './credit-notes/credit-note-writer.ts';
import type { CreditWriter } from './credits/credits-store.ts';
import { EarlierInvoices } from './earlier-invoices.ts';
import type { HolderWriter } from './holder-accounts.ts';
import { customerText, linesText, type InvoiceDocument } from './invoice-document.ts';
import { requireAsked, type InvoiceDraft } from './invoice-draft.ts';
import {
  canceledPostings,
  issuedPostings,
  paidPostings,
  writtenOffPostings,
} from './invoice-postings.ts';
import { amountsByKind, borneCredits, creditedBy, sumLines } from './invoice-sums.ts';
import type { InvoicesStore, StoredInvoice } from './invoices-store.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { ShareTerms } from './shares/share-terms.ts';
import { ShareWriter, type FixedShares } from './shares/share-writer.ts';
import { amountRow, volumeRow } from './usage-figures.ts';

const saltBytes = 16;
const usageStream = { table: 'usage_events' } as const;

export interface InvoiceMeans {
  readonly invoices: InvoicesStore;
  readonly books: BookWriter;
  readonly holders: HolderWriter;
  readonly credits: CreditWriter;
  readonly creditNotes: CreditNoteWriter;
  readonly processor: PaymentProcessor;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly facts: Facts;
  readonly events: Events;
  readonly sealer: LineSealer;
}

export interface Cancellation {
  readonly reason: string;
  readonly kind: CancelKind;
}

/** Over the writer's connection; the caller holds the transaction. */
export class InvoiceWriter {
  readonly #means: InvoiceMeans;
  readonly #number: Statement<[string], bigint>;
  readonly #insertUsage: Statement<[object]>;
  readonly #useAdjustment: Statement<[bigint, string]>;
  readonly #useCharge: Statement<[bigint, string]>;
  readonly #terms: ShareTerms;
  readonly #shares: ShareWriter;
  readonly #earlier: EarlierInvoices;

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
    this.#useCharge = database.prepare(
      `INSERT INTO charge_uses (invoice, charge)
       VALUES (?, (SELECT number FROM charges WHERE charge_id = ?))`,
    );
    this.#terms = new ShareTerms(database);
    this.#shares = new ShareWriter(database, means.random);
    this.#earlier = new EarlierInvoices(database, means);
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
    this.#keepCredits(draft, number);
    const invoice = this.#means.invoices.require(invoiceId, issuedAt);
    this.#means.books.post(invoiceId, 'issued', issuedAt, issuedPostings(invoice.posted));
    this.#tell('invoice.issued', document, issuedAt);
    if (document.total === 0n) this.#settle(invoice, issuedAt);
  }

  /** Credits that its lines use and that follow from it, and the charges that it asks for. */
  #keepCredits({ document, correction }: InvoiceDraft, number: bigint): void {
    const { credits } = this.#means;
    const { invoiceId: source, accountId, issuedAt, lines } = document;
    for (const { amount, credit, chargeId } of lines) {
      if (credit !== undefined) credits.use(credit.id, source, -amount);
      if (chargeId !== undefined) this.#useCharge.run(number, chargeId);
    }
    const bought = sumLines(lines.filter(({ kind }) => kind === 'prepayment'));
    for (const [kind, amount] of [
      ['PREPAID', bought] as const,
      ['CORRECTION', correction] as const,
    ]) {
      if (amount > 0n) credits.ofInvoice({ accountId, kind, amount, source }, issuedAt);
    }
  }

  /** Appends the entry of an invoice, over sealed lines, with its row and its shares; returns the row's number. */
  #keep(draft: InvoiceDraft, pdf: Uint8Array, journal: Journal): bigint {
    const { sealer, facts, random } = this.#means;
    const { document } = draft;
    const { invoiceId, accountId } = document;
    sealer.seal(usageStream);
    const { statement, shares } = this.#state(draft, `sha256:${sha256(pdf)}`);
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
      usage: draft.usageTotal,
      adjustments: draft.adjustmentTotal,
      pool: statement.pool,
      fees: statement.fees,
      platform_credits: statement.credits.platform,
      holder_credits: statement.credits.holders,
      prepaid_used: statement.credits.prepaid,
      prepaid_bought: statement.amounts.get('prepayment') ?? 0n,
      subtotal: document.subtotal,
      tax_bps: document.taxBps,
      tax: document.tax,
      total: document.total,
      pdf: Buffer.from(pdf),
      pdf_sha256: statement.pdf,
      entry_seq: seq,
      entry_hash: hash,
    });
    this.#shares.keep(shares, document.issuedAt);
    return this.#number.get(invoiceId) ?? 0n;
  }

  /** What the entry of an invoice states, with its shares: they are fixed here, and never computed again. */
  #state(draft: InvoiceDraft, pdf: string): { statement: InvoiceStatement; shares: FixedShares } {
    const { sealer, holders } = this.#means;
    const { document, shared, usage } = draft;
    const { invoiceId: id, month, issuedAt } = document;
    const holderOf = new Map(usage.map(({ datasetId, holderId }) => [datasetId, holderId]));
    const terms = this.#terms.of({
      month,
      issuedAt,
      holderOf: (datasetId) => holderOf.get(datasetId) ?? '',
    });
    const pool = shareInvoice(shared, terms);
    for (const { holderId } of pool.shares) holders.know(holderId, issuedAt);
    const shares = this.#shares.fix(id, pool.shares);
    const statement = {
      ...document,
      id,
      number: document.invoiceNumber,
      usageTo: sealer.last(usageStream),
      amounts: amountsByKind(document.lines),
      credits: borneCredits(document.lines, shared, pool),
      taxes: hasOtherTaxes(document.lines) ? taxGroups(document.lines, document.taxBps) : [],
      pool: pool.pool,
      fees: shares.fees,
      shares: shares.head,
      pdf,
    };
    return { statement, shares };
  }

  /**
   * Pays an invoice; returns the payment's id.
   * @throws {ApiError} `invoice_already_paid`, `invoice_not_payable`, `payment_failed`
   */
  pay(invoiceId: string, method: PaymentMethod, now: string): string {
    const { invoices, processor, createId, facts } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    requirePayable(invoice);
    const { total, currency } = invoice.document;
    const result = processor.charge(method, total);
    if (result.outcome === 'DECLINED') {
      throw new ApiError('payment_failed', `${result.reason} The invoice is as it was.`, {
        details: { invoice_id: invoiceId, reason: result.reason },
      });
    }
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
    this.#settle(invoice, now);
    return paymentId;
  }

  /**
   * Cancels an invoice. Corrected, a credit note takes it back, its usage may be invoiced anew and its adjustments come back; written off, its usage
   * stays billed and only its credits come back.
   * @throws {ApiError} `conflict` for one that is over
   */
  cancel(invoiceId: string, { reason, kind }: Cancellation, now: string): void {
    const { invoices, books, facts, creditNotes } = this.#means;
    const invoice = invoices.require(invoiceId, now);
    const { document, status, posted } = invoice;
    if (status === 'PAID' || status === 'CANCELED') {
      throw new ApiError('conflict', `The invoice ${invoiceId} is ${status} and stays so.`, {
        details: { invoice_id: invoiceId, status },
      });
    }
    facts.write('invoices', invoiceId, {
      set: { status: 'CANCELED', canceled_at: now, cancel_kind: kind },
      commit: { cancel_reason: reason },
    });
    const isWrittenOff = kind === 'UNCOLLECTIBLE';
    if (!isWrittenOff) creditNotes.ofCancellation(invoice, reason, now);
    const amount = isWrittenOff ? creditedBy(document.lines) : invoice.adjustments;
    if (amount !== 0n) {
      const description = `Adjustments of the canceled invoice ${document.invoiceNumber}`;
      this.addAdjustment(document.accountId, { description, amount }, now);
    }
    if (isWrittenOff) books.post(invoiceId, 'written_off', now, writtenOffPostings(posted));
    else books.post(invoiceId, 'canceled', now, canceledPostings(posted));
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

  #tell(
    type: 'invoice.issued' | 'invoice.paid',
    { invoiceId, accountId, total, currency }: InvoiceDocument,
    at: string,
  ): void {
    const data = {
      invoice_id: invoiceId,
      account_id: accountId,
      total_cents: integerMember(total),
      currency,
    };
    this.#means.events.emit({ type, at, accountId, data });
  }

  /** Marks an invoice as paid: what holders expected of it is theirs. */
  #settle(invoice: StoredInvoice, now: string): void {
    const { books, facts } = this.#means;
    const { posted, fees, document } = invoice;
    const { invoiceId, total } = document;
    const earlier = posted.pool === null ? this.#earlier.sharesOf(invoice, now) : undefined;
    facts.write('invoices', invoiceId, { set: { status: 'PAID', paid_at: now } });
    this.#tell('invoice.paid', document, now);
    const postings = paidPostings(posted, fees);
    const hasPaid = earlier === undefined ? postings.length > 0 : total !== 0n;
    if (hasPaid) books.post(invoiceId, 'paid', now, postings);
    if (earlier !== undefined) this.#earlier.accrue(invoice, earlier, now);
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
