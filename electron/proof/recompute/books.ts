/** The books, computed again from invoices, payments, accruals and payouts by the functions that post them. */
import type { Database } from 'better-sqlite3';
import type { BookEvent } from '../../../shared/billing/book-codes.ts';
import type { Posting } from '../../billing/books.ts';
import { accruedPostings } from '../../billing/earlier-invoices.ts';
import {
  canceledPostings,
  creditedPostings,
  issuedPostings,
  paidPostings,
  writtenOffPostings,
} from '../../billing/invoice-postings.ts';
import { payoutPostings } from '../../billing/payout-postings.ts';
import type { RowFinding } from '../row-finding.ts';

interface Expected {
  readonly source: string;
  readonly event: BookEvent;
  readonly at: string;
  readonly postings: readonly Posting[];
}

interface InvoiceRow {
  readonly number: bigint;
  readonly invoice_id: string;
  readonly issued_at: string;
  readonly paid_at: string | null;
  readonly canceled_at: string | null;
  readonly cancelKind: string | null;
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  readonly pool: bigint | null;
  readonly fees: bigint | null;
  readonly platformCredits: bigint | null;
  readonly prepaidUsed: bigint | null;
  readonly prepaidBought: bigint | null;
  readonly payments: bigint;
}

interface CreditNoteRow {
  readonly source: string;
  readonly at: string;
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  readonly pool: bigint | null;
}

interface PayoutRow {
  readonly payout_id: string;
  readonly tax: bigint | null;
  readonly amount: bigint;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly failed_at: string | null;
}

interface AccrualRow {
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Compares each transaction with what it should be; yields after each. */
export function* checkBooks(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const books = new StoredBooks(database);
  let count = 0;
  const all = [
    ...expectedOfInvoices(database),
    ...expectedOfCreditNotes(database),
    ...expectedOfPayouts(database),
  ];
  for (const expected of all) {
    yield;
    count += 1;
    for (const finding of books.compare(expected)) report(finding);
  }
  for (const finding of books.rest(count)) {
    yield;
    report(finding);
  }
}

function* expectedOfInvoices(database: Database): Generator<Expected> {
  const accruals = database
    .prepare<[bigint], AccrualRow>(
      'SELECT gross, fee, net FROM accruals WHERE invoice = ? ORDER BY dataset_id',
    )
    .safeIntegers();
  const invoices = database
    .prepare<[], InvoiceRow>(
      `SELECT number, invoice_id, issued_at, paid_at, canceled_at, cancel_kind AS cancelKind, subtotal, tax, total, pool, fees,
         platform_credits AS platformCredits, prepaid_used AS prepaidUsed, prepaid_bought AS prepaidBought,
         (SELECT count(*) FROM payments AS p WHERE p.invoice = i.number) AS payments
       FROM invoices AS i ORDER BY number`,
    )
    .safeIntegers();
  for (const invoice of invoices.all()) {
    const { invoice_id: source, paid_at: paidAt, canceled_at: canceledAt, pool } = invoice;
    const postings = issuedPostings(invoice);
    yield { source, event: 'issued', at: invoice.issued_at, postings };
    if (canceledAt !== null && invoice.cancelKind === 'UNCOLLECTIBLE') {
      yield { source, event: 'written_off', at: canceledAt, postings: writtenOffPostings(invoice) };
    } else if (canceledAt !== null) {
      yield { source, event: 'canceled', at: canceledAt, postings: canceledPostings(invoice) };
    }
    if (paidAt === null) continue;
    const paid = paidPostings(invoice, invoice.fees);
    const hasPaid = pool === null ? invoice.payments > 0n : paid.length > 0;
    if (hasPaid) yield { source, event: 'paid', at: paidAt, postings: paid };
    const accrued = accruedPostings(accruals.all(invoice.number));
    if (accrued.length > 0) yield { source, event: 'accrued', at: paidAt, postings: accrued };
  }
}

/** What was paid back for credit notes on paid invoices. */
function* expectedOfCreditNotes(database: Database): Generator<Expected> {
  const shares = database
    .prepare<[string], Pick<AccrualRow, 'gross' | 'fee'>>(
      'SELECT gross, fee FROM shares WHERE document = ? ORDER BY n',
    )
    .safeIntegers();
  const notes = database
    .prepare<[], CreditNoteRow>(
      `SELECT n.credit_note_id AS source, n.issued_at AS at, n.subtotal, n.tax, n.total, i.pool
       FROM credit_notes AS n JOIN invoices AS i ON i.number = n.invoice WHERE n.kind = 'REFUND' ORDER BY n.number`,
    )
    .safeIntegers();
  for (const { source, at, pool, ...amounts } of notes.all()) {
    const postings = creditedPostings(amounts, shares.all(source), pool === null);
    yield { source, event: 'credited', at, postings };
  }
}

function* expectedOfPayouts(database: Database): Generator<Expected> {
  const payouts = database
    .prepare<[], PayoutRow>(
      'SELECT payout_id, amount, tax, created_at, completed_at, failed_at FROM payouts ORDER BY number',
    )
    .safeIntegers();
  for (const payout of payouts.all()) {
    const { payout_id: source, amount } = payout;
    const { created, completed, failed } = payoutPostings(amount, payout.tax ?? 0n);
    yield { source, event: 'payout_created', at: payout.created_at, postings: created };
    if (payout.completed_at !== null) {
      yield {
        source,
        event: 'payout_completed',
        at: payout.completed_at,
        postings: completed,
      };
    }
    if (payout.failed_at !== null) {
      yield { source, event: 'payout_failed', at: payout.failed_at, postings: failed };
    }
  }
}

interface StoredTransaction {
  readonly number: bigint;
  readonly at: string;
}

interface StoredPosting {
  readonly line: bigint;
  readonly book_account: string;
  readonly amount: bigint;
}

class StoredBooks {
  readonly #database: Database;
  readonly #transaction;
  readonly #postings;

  constructor(database: Database) {
    this.#database = database;
    this.#transaction = database
      .prepare<[string, string], StoredTransaction>(
        'SELECT number, at FROM book_transactions WHERE source = ? AND event = ?',
      )
      .safeIntegers();
    this.#postings = database
      .prepare<[bigint], StoredPosting>(
        'SELECT line, book_account, amount FROM book_postings WHERE book_transaction = ? ORDER BY line',
      )
      .safeIntegers();
  }

  *compare({ source, event, at, postings }: Expected): Generator<RowFinding> {
    const stored = this.#transaction.get(source, event);
    const about = { table: 'book_transactions', row: `${source} ${event}`, seq: 0 };
    if (stored === undefined) {
      yield { ...about, kind: 'deleted', column: null, expected: about.row, actual: null };
      return;
    }
    if (stored.at !== at) {
      yield { ...about, kind: 'altered', column: 'at', expected: at, actual: stored.at };
    }
    yield* comparePostings(stored.number, postings, this.#postings.all(stored.number));
  }

  /** Transactions and postings that nothing asked for, and numbers that are not 1, 2, 3… in time. */
  *rest(count: number): Generator<RowFinding> {
    const strays = this.#database.prepare<[], { number: number; name: string }>(
      `SELECT number, source || ' ' || event AS name FROM book_transactions AS t
       WHERE NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.invoice_id = t.source AND (
           t.event = 'issued' OR (i.canceled_at IS NOT NULL
             AND t.event = iif(i.cancel_kind = 'UNCOLLECTIBLE', 'written_off', 'canceled'))
           OR (t.event = 'paid' AND i.paid_at IS NOT NULL
             AND (i.total <> 0 OR coalesce(i.pool, 0) <> 0))
           OR (t.event = 'accrued' AND EXISTS (SELECT 1 FROM accruals AS a WHERE a.invoice = i.number))))
         AND NOT EXISTS (SELECT 1 FROM credit_notes AS n
           WHERE n.credit_note_id = t.source AND n.kind = 'REFUND' AND t.event = 'credited')
         AND NOT EXISTS (SELECT 1 FROM payouts AS p WHERE p.payout_id = t.source AND (
           t.event = 'payout_created' OR (t.event = 'payout_completed' AND p.completed_at IS NOT NULL)
           OR (t.event = 'payout_failed' AND p.failed_at IS NOT NULL)))`,
    );
    for (const { name } of strays.iterate()) {
      const about = { table: 'book_transactions', row: name, column: null, seq: 0 };
      yield { ...about, kind: 'inserted', expected: null, actual: name };
    }
    const orphans = this.#database.prepare<[], { number: number; line: number }>(
      `SELECT book_transaction AS number, line FROM book_postings AS p
       WHERE NOT EXISTS (SELECT 1 FROM book_transactions AS t WHERE t.number = p.book_transaction)`,
    );
    for (const { number, line } of orphans.iterate()) {
      const row = JSON.stringify([number, line]);
      const about = { table: 'book_postings', row, column: null, seq: 0 };
      yield { ...about, kind: 'inserted', expected: null, actual: row };
    }
    const last = this.#database
      .prepare<[], number>('SELECT coalesce(max(number), 0) FROM book_transactions')
      .pluck()
      .get();
    if (last === count) return;
    const about = { table: 'book_transactions', row: String(last), column: 'number', seq: 0 };
    yield { ...about, kind: 'altered', expected: String(count), actual: String(last) };
  }
}

function* comparePostings(
  transaction: bigint,
  expected: readonly Posting[],
  stored: readonly StoredPosting[],
): Generator<RowFinding> {
  const about = { table: 'book_postings', seq: 0 } as const;
  const rowOf = (line: number) => JSON.stringify([Number(transaction), line]);
  for (const [index, [account, amount]] of expected.entries()) {
    const row = rowOf(index + 1);
    const posting = stored.find(({ line }) => line === BigInt(index + 1));
    if (posting === undefined) {
      yield { ...about, row, kind: 'deleted', column: null, expected: row, actual: null };
      continue;
    }
    if (posting.book_account !== account) {
      const actual = posting.book_account;
      yield { ...about, row, kind: 'altered', column: 'book_account', expected: account, actual };
    }
    if (posting.amount !== amount) {
      const [wanted, actual] = [String(amount), String(posting.amount)];
      yield { ...about, row, kind: 'altered', column: 'amount', expected: wanted, actual };
    }
  }
  for (const { line } of stored) {
    if (line >= 1n && line <= BigInt(expected.length)) continue;
    const row = rowOf(Number(line));
    yield { ...about, row, kind: 'inserted', column: null, expected: null, actual: row };
  }
}
