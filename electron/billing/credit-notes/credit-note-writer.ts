/** Issues credit notes: on a paid invoice with its refund and what holders get less, on a canceled one over all of it. */
import type { Database, Statement } from 'better-sqlite3';
import {
  holdersPart,
  leftOfInvoice,
  leftOfLines,
  noteAmounts,
  type CreditNoteKind,
  type NotedAmount,
} from '../../../shared/billing/credit-notes.ts';
import type { CreditBearer } from '../../../shared/billing/credits.ts';
import type { InvoiceAmounts } from '../../../shared/billing/invoice-amounts.ts';
import { shareCreditNote, type Share } from '../../../shared/billing/share-rule.ts';
import type { CreateCreditNote } from '../../../shared/contract/billing-credit-notes.ts';
import { ApiError, validationError, type FieldError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import type { CreateId, RandomBytes } from '../../../shared/ids.ts';
import { integerMember } from '../../../shared/ledger/facts.ts';
import type { Facts } from '../../proof/facts.ts';
import type { BookWriter } from '../books.ts';
import { creditedPostings } from '../invoice-postings.ts';
import type { StoredInvoice } from '../invoices-store.ts';
import { ShareTerms } from '../shares/share-terms.ts';
import { ShareWriter } from '../shares/share-writer.ts';
import { NotedInvoices } from './noted-invoices.ts';
import { minorAt } from '../workspace-money.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

/** A credit note as it would be issued. */
export interface CreditNoteDraft extends InvoiceAmounts {
  /** Its row's. */
  readonly number: bigint;
  readonly creditNoteNumber: string;
  readonly lines: readonly NotedAmount[];
  readonly borneBy: CreditBearer;
  /** Of holders, negative; none where the platform bears it. */
  readonly shares: readonly Share[];
}

/** By name, so that a test can read its plan. */
export const nextCreditNote = 'SELECT coalesce(max(number), 0) + 1 FROM credit_notes';

/** Over the writer's connection; the caller holds the transaction. */
export class CreditNoteWriter {
  readonly #means: {
    readonly facts: Facts;
    readonly books: BookWriter;
    readonly createId: CreateId;
  };
  readonly #next: Statement<[], bigint>;
  readonly #noted: NotedInvoices;
  readonly #terms: ShareTerms;
  readonly #shares: ShareWriter;

  constructor(
    database: Database,
    means: {
      readonly facts: Facts;
      readonly books: BookWriter;
      readonly createId: CreateId;
      readonly random: RandomBytes;
    },
  ) {
    this.#means = means;
    this.#next = database.prepare<[], bigint>(nextCreditNote).pluck().safeIntegers();
    this.#noted = new NotedInvoices(database);
    this.#terms = new ShareTerms(database);
    this.#shares = new ShareWriter(database, means.random);
  }

  /**
   * The credit note on a paid invoice as it would be issued now; writes nothing.
   * @throws {ApiError} `validation_error` for lines that cannot be taken back so, `conflict` for an invoice that is not
   * paid, and where earlier credit notes left less
   */
  draw(
    invoice: StoredInvoice,
    asked: Pick<CreateCreditNote, 'lines' | 'borne_by'>,
    now: string,
  ): CreditNoteDraft {
    requirePaid(invoice);
    const money = moneyIn(invoice.document.currency);
    const number = this.#number();
    const { lines, taxBps: bps, month } = invoice.document;
    const noted = asked.lines.map(({ line, amount }, index) => ({
      line,
      amount: minorAt(money, `lines.${index}.amount`, amount),
    }));
    const notes = { invoice: invoice.number, number };
    const before = this.#noted.amounts(notes);
    refuseMoreThanAsked(invoice, noted);
    refuseMoreThanLeft(invoice, noted, before);
    const means = this.#terms.of({ month, issuedAt: now, holderOf: () => '' });
    const shares =
      asked.borne_by === 'PLATFORM'
        ? []
        : shareCreditNote(holdersPart(lines, noted), this.#noted.shares(notes), means);
    return {
      number,
      creditNoteNumber: numberOfCreditNote(number, now),
      lines: noted,
      borneBy: asked.borne_by,
      shares,
      ...noteAmounts(noted, { lines, before, bps }),
    };
  }

  /** Keeps a credit note that was drawn in this transaction, with its refund; returns its id. */
  issue(
    invoice: StoredInvoice,
    draft: CreditNoteDraft,
    told: { readonly reason: string; readonly reference: string; readonly now: string },
  ): string {
    const { facts, books, createId } = this.#means;
    const { reason, reference, now } = told;
    const id = createId('cn');
    const shares = this.#shares.fix(id, draft.shares);
    this.#write(id, invoice, {
      ...draft,
      kind: 'REFUND',
      reason,
      now,
      shares: { count: shares.head.count, root: shares.head.root },
    });
    this.#shares.keep(shares, now);
    facts.write('refunds', id, {
      set: {
        amount: integerMember(draft.total),
        currency: invoice.document.currency,
        refunded_at: now,
      },
      commit: { reference },
    });
    const isEarlier = invoice.posted.pool === null;
    books.post(id, 'credited', now, creditedPostings(draft, draft.shares, isEarlier));
    return id;
  }

  /** Takes a canceled invoice back as a whole: what it asked, its credits with it. */
  ofCancellation(invoice: StoredInvoice, reason: string, now: string): void {
    const { lines, subtotal, tax, total } = invoice.document;
    const number = this.#number();
    this.#write(this.#means.createId('cn'), invoice, {
      kind: 'CANCELLATION',
      creditNoteNumber: numberOfCreditNote(number, now),
      lines: lines.flatMap(({ amount }, index) =>
        amount === 0n ? [] : [{ line: index + 1, amount }],
      ),
      subtotal,
      tax,
      total,
      borneBy: null,
      reason,
      now,
    });
  }

  #number(): bigint {
    return this.#next.get() ?? 1n;
  }

  #write(
    id: string,
    invoice: StoredInvoice,
    note: InvoiceAmounts & {
      readonly kind: CreditNoteKind;
      readonly creditNoteNumber: string;
      readonly lines: readonly NotedAmount[];
      readonly borneBy: CreditBearer | null;
      readonly reason: string;
      readonly now: string;
      readonly shares?: { readonly count: number; readonly root: string };
    },
  ): void {
    const { lines, shares } = note;
    this.#means.facts.write('credit_notes', id, {
      set: {
        credit_note_number: note.creditNoteNumber,
        invoice: invoice.document.invoiceId,
        kind: note.kind,
        lines: lines.map(({ line, amount }) => ({ line, amount: integerMember(amount) })),
        subtotal: integerMember(note.subtotal),
        tax: integerMember(note.tax),
        total: integerMember(note.total),
        borne_by: note.borneBy,
        issued_at: note.now,
        ...(shares === undefined ? {} : { shares }),
      },
      commit: { reason: note.reason },
    });
  }
}

/** The number of a credit note: they are counted without a gap, whatever the year. */
export function numberOfCreditNote(number: bigint, now: string): string {
  return `CN-${now.slice(0, 4)}-${String(number).padStart(6, '0')}`;
}

/** @throws {ApiError} `conflict` */
function requirePaid({ document: { invoiceId }, status }: StoredInvoice): void {
  if (status === 'PAID') return;
  throw new ApiError(
    'conflict',
    `The invoice ${invoiceId} is ${status}: a credit note takes back of a paid one. Cancel this one instead.`,
    { details: { invoice_id: invoiceId, status } },
  );
}

/** @throws {ApiError} `validation_error` for a line that is not there, named twice, or asked for less than is taken back */
function refuseMoreThanAsked(
  { document: { lines, currency } }: StoredInvoice,
  noted: readonly NotedAmount[],
): void {
  const money = moneyIn(currency);
  const most = leftOfLines(lines, []);
  const faults = noted.flatMap(({ line, amount }, index): FieldError[] => {
    const at = `lines.${index}`;
    const asked = most[line - 1];
    if (asked === undefined) return [faultAt(`${at}.line`, 'at_most', { maximum: lines.length })];
    const isRepeated = noted.findIndex((each) => each.line === line) < index;
    if (isRepeated) return [faultAt(`${at}.line`, 'given_once')];
    if (amount <= asked) return [];
    return [faultAt(`${at}.amount`, 'at_most', { maximum: money.number(asked) })];
  });
  if (faults.length > 0) throw validationError(faults);
}

/** @throws {ApiError} `conflict` where earlier credit notes, or credits on the invoice, left less */
function refuseMoreThanLeft(
  { document: { invoiceId, lines, currency } }: StoredInvoice,
  noted: readonly NotedAmount[],
  before: readonly NotedAmount[],
): void {
  const left = leftOfLines(lines, before);
  const money = moneyIn(currency);
  for (const { line, amount } of noted) {
    const most = left[line - 1] ?? 0n;
    if (amount <= most) continue;
    throw new ApiError(
      'conflict',
      `${money.text(most)} is left of line ${line} of the invoice ${invoiceId}, and ${money.text(amount)} was asked.`,
      {
        details: {
          invoice_id: invoiceId,
          line,
          left: money.number(most),
          asked: money.number(amount),
        },
      },
    );
  }
  const [most, sum] = [
    leftOfInvoice(lines, before),
    noted.reduce((all, { amount }) => all + amount, 0n),
  ];
  if (sum <= most) return;
  throw new ApiError(
    'conflict',
    `${money.text(most)} is left of the invoice ${invoiceId}, and ${money.text(sum)} was asked.`,
    { details: { invoice_id: invoiceId, left: money.number(most), asked: money.number(sum) } },
  );
}
