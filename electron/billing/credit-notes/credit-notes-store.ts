/** Credit notes as they are stored: a list, and one. */
import type { Database, Statement } from 'better-sqlite3';
import {
  movedCredits,
  noteTaxes,
  type CreditNoteKind,
  type NotedAmount,
} from '../../../shared/billing/credit-notes.ts';
import type { TaxGroup } from '../../../shared/billing/invoice-amounts.ts';
import type { CreditBearer } from '../../../shared/billing/credits.ts';
import type { Share } from '../../../shared/billing/share-rule.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type {
  CreditNote,
  CreditNotesQuery,
} from '../../../shared/contract/billing-credit-notes.ts';
import {
  groupsOf,
  readLines,
  type InvoiceDocument,
  type InvoiceLine,
} from '../invoice-document.ts';
import type { LineTax } from '../other-taxes.ts';
import { NotedInvoices, readNoted } from './noted-invoices.ts';
import { moneyIn, type Money } from '../../../shared/billing/money.ts';

interface Row {
  readonly credit_note_id: string;
  readonly credit_note_number: string;
  readonly kind: CreditNoteKind;
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly account_id: string;
  readonly issued_at: string;
  readonly lines: string;
  readonly invoice_lines: string;
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  readonly currency: string;
  readonly reason: string | null;
  readonly borne_by: CreditBearer | null;
  readonly refund_amount: bigint | null;
  readonly refunded_at: string | null;
  readonly reference: string | null;
}

interface DocumentRow {
  readonly number: bigint;
  readonly invoice: bigint;
  readonly invoiceId: string;
  readonly creditNoteNumber: string;
  readonly issuedAt: string;
  readonly kind: CreditNoteKind;
  readonly lines: string;
  readonly subtotal: bigint;
  readonly total: bigint;
  readonly reason: string | null;
  readonly reference: string | null;
}

/** A credit note as its paper has it. */
export interface NotePaper extends Pick<
  DocumentRow,
  'invoiceId' | 'creditNoteNumber' | 'issuedAt' | 'subtotal' | 'total'
> {
  readonly reason: string;
  readonly reference: string | undefined;
  readonly takenFrom: (invoice: InvoiceDocument) => TakenBack;
}

/** Lines and taxes of an invoice that a credit note takes back. */
export interface TakenBack {
  /** Lines with what of each is taken back, and credits that lower another tax by that. */
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly TaxGroup<LineTax>[];
}

/** Lines and taxes of a credit note on an invoice, of which earlier notes took some back before. */
export function takenFrom(
  document: InvoiceDocument,
  note: {
    readonly kind: CreditNoteKind;
    readonly noted: readonly NotedAmount[];
    readonly before: readonly NotedAmount[];
  },
): TakenBack {
  const { kind, noted, before } = note;
  const lines = noted.flatMap(({ line, amount }) => {
    const of = document.lines[line - 1];
    return of === undefined ? [] : [{ ...of, amount }];
  });
  if (kind === 'CANCELLATION') return { lines, taxes: groupsOf(document) };
  const invoice = { lines: document.lines, before, bps: document.taxBps };
  const moved = movedCredits(noted, invoice).map(({ tax, amount }): InvoiceLine => ({
    kind: 'credit',
    description: 'Credit of the invoice that lowers another tax now',
    amount,
    tax,
  }));
  return { lines: [...lines, ...moved], taxes: noteTaxes(noted, invoice) };
}

const joined = `FROM credit_notes AS n JOIN invoices AS i ON i.number = n.invoice`;
const select = `SELECT n.credit_note_id, n.credit_note_number, n.kind, i.invoice_id, i.invoice_number, i.account_id,
    n.issued_at, n.lines, i.lines AS invoice_lines, n.subtotal, n.tax, n.total, i.currency, n.reason, n.borne_by,
    r.amount AS refund_amount, r.refunded_at, r.reference
  ${joined} LEFT JOIN refunds AS r ON r.credit_note = n.number`;
const selected = `(@account IS NULL OR i.account_id = @account) AND (@invoice IS NULL OR i.invoice_id = @invoice)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const creditNoteStatements = {
  one: `${select} WHERE n.credit_note_id = ?`,
  list: `${select} WHERE ${selected} ORDER BY n.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) ${joined} WHERE ${selected}`,
  document: `SELECT n.number, n.invoice, i.invoice_id AS invoiceId, n.credit_note_number AS creditNoteNumber,
      n.issued_at AS issuedAt, n.kind, n.lines, n.subtotal, n.total, n.reason, r.reference
    ${joined} LEFT JOIN refunds AS r ON r.credit_note = n.number WHERE n.credit_note_id = ?`,
  shares: `SELECT dataset_id AS datasetId, holder_id AS holderId, gross, fee, net FROM shares
    WHERE document = ? ORDER BY n`,
} as const;

export class CreditNotesStore {
  readonly #one: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #shares: Statement<[string], Share>;
  readonly #document: Statement<[string], DocumentRow>;
  readonly #noted: NotedInvoices;

  constructor(database: Database) {
    this.#one = database.prepare<[string], Row>(creditNoteStatements.one).safeIntegers();
    this.#list = database.prepare<[object], Row>(creditNoteStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(creditNoteStatements.count).pluck();
    this.#shares = database.prepare<[string], Share>(creditNoteStatements.shares).safeIntegers();
    this.#document = database
      .prepare<[string], DocumentRow>(creditNoteStatements.document)
      .safeIntegers();
    this.#noted = new NotedInvoices(database);
  }

  /** @throws {ApiError} `not_found` */
  require(id: string, told: { readonly withShares: boolean }): CreditNote {
    const row = this.#one.get(id);
    if (row === undefined) throw new ApiError('not_found', `There is no credit note ${id}.`);
    if (!told.withShares) return shown(row);
    return { ...shown(row), shares: shownShares(this.#shares.all(id), moneyIn(row.currency)) };
  }

  /**
   * A credit note as its paper has it: which lines of its invoice it takes back, and under which taxes.
   * @throws {ApiError} `not_found`
   */
  document(id: string): NotePaper {
    const row = this.#document.get(id);
    if (row === undefined) throw new ApiError('not_found', `There is no credit note ${id}.`);
    const { number, invoice, kind, lines, reason, reference, ...told } = row;
    const noted = readNoted(JSON.parse(lines));
    return {
      ...told,
      reason: reason ?? '',
      reference: reference ?? undefined,
      takenFrom: (document) =>
        takenFrom(document, {
          kind,
          noted,
          before: this.#noted.amounts({ invoice, number }),
        }),
    };
  }

  /** A page of credit notes, newest first, and how many there are. */
  list({ account_id, invoice_id, limit, offset }: CreditNotesQuery): {
    data: CreditNote[];
    total: number;
  } {
    const values = { account: account_id ?? null, invoice: invoice_id ?? null };
    return {
      data: this.#list.all({ ...values, limit, offset }).map(shown),
      total: this.#count.get(values) ?? 0,
    };
  }
}

/** Shares as an answer has them. */
export function shownShares(
  shares: readonly Share[],
  money: Money,
): NonNullable<CreditNote['shares']> {
  return shares.map(({ datasetId, holderId, gross, fee, net }) => ({
    dataset_id: datasetId,
    holder_id: holderId,
    gross: money.number(gross),
    fee: money.number(fee),
    net: money.number(net),
  }));
}

function shown(row: Row): CreditNote {
  const money = moneyIn(row.currency);
  const lines = readLines(row.invoice_lines);
  return {
    credit_note_id: row.credit_note_id,
    credit_note_number: row.credit_note_number,
    kind: row.kind,
    invoice_id: row.invoice_id,
    invoice_number: row.invoice_number,
    account_id: row.account_id,
    issued_date: row.issued_at,
    lines: readNoted(JSON.parse(row.lines)).map(({ line, amount }) => ({
      line,
      description: lines[line - 1]?.description ?? '',
      amount: money.number(amount),
    })),
    subtotal: money.number(row.subtotal),
    tax: money.number(row.tax),
    total: money.number(row.total),
    currency: row.currency,
    // Erased, they are empty.
    reason: row.reason ?? '',
    borne_by: row.borne_by,
    refund: refundOf(row, money),
  };
}

function refundOf({ refund_amount: amount, refunded_at: date, reference }: Row, money: Money) {
  if (amount === null || date === null) return null;
  return { amount: money.number(amount), date, reference: reference ?? '' };
}
