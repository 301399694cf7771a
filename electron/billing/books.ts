/** The double-entry journal: every transaction adds up to zero and is posted once. */
import type { Database, Statement } from 'better-sqlite3';
import type { BookTransaction } from '../../shared/contract/billing.ts';
import type { BookAccount, BookEvent } from '../../shared/billing/book-codes.ts';
import { WorkspaceMoney } from './workspace-money.ts';

/** Minor units; a debit is positive, a credit negative. */
export type Posting = readonly [BookAccount, bigint];

/** Over the writer's connection; the caller holds the transaction. */
export class BookWriter {
  readonly #insert: Statement<[string, string, string]>;
  readonly #post: Statement<[number | bigint, number, string, bigint]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO book_transactions (source, event, at) VALUES (?, ?, ?)',
    );
    this.#post = database.prepare(
      `INSERT INTO book_postings (book_transaction, line, book_account, amount)
       VALUES (?, ?, ?, ?)`,
    );
  }

  /** @throws {Error} where the postings do not add up to zero, or the event was posted before */
  post(source: string, event: BookEvent, at: string, postings: readonly Posting[]): void {
    const sum = postings.reduce((all, [, amount]) => all + amount, 0n);
    if (sum !== 0n) throw new Error(`The postings of ${source}, ${event}, are off by ${sum}.`);
    const { lastInsertRowid } = this.#insert.run(source, event, at);
    for (const [index, [account, amount]] of postings.entries()) {
      this.#post.run(lastInsertRowid, index + 1, account, amount);
    }
  }
}

interface TransactionRow {
  number: bigint;
  source: string;
  event: string;
  at: string;
}

const where = '(@source IS NULL OR source = @source) AND (@asOf IS NULL OR at <= @asOf)';

export class Books {
  readonly #money: WorkspaceMoney;
  readonly #page: Statement<[object], TransactionRow>;
  readonly #count: Statement<[object], number>;
  readonly #postings: Statement<[bigint], { book_account: string; amount: bigint }>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#page = database
      .prepare<[object], TransactionRow>(
        `SELECT number, source, event, at FROM book_transactions WHERE ${where}
         ORDER BY number DESC LIMIT @limit OFFSET @offset`,
      )
      .safeIntegers();
    this.#count = database
      .prepare<[object], number>(`SELECT count(*) FROM book_transactions WHERE ${where}`)
      .pluck();
    this.#postings = database
      .prepare<[bigint], { book_account: string; amount: bigint }>(
        'SELECT book_account, amount FROM book_postings WHERE book_transaction = ? ORDER BY line',
      )
      .safeIntegers();
  }

  /** A page of transactions, newest first, and how many there are. */
  list(filter: {
    source: string | undefined;
    /** Nothing later; all where it is not told. */
    asOf?: string | undefined;
    limit: number;
    offset: number;
  }): {
    data: BookTransaction[];
    total: number;
  } {
    const { limit, offset } = filter;
    const money = this.#money.now;
    const [source, asOf] = [filter.source ?? null, filter.asOf ?? null];
    return {
      data: this.#page.all({ source, asOf, limit, offset }).map((row) => ({
        transaction: Number(row.number),
        source: row.source,
        event: row.event,
        at: row.at,
        postings: this.#postings.all(row.number).map(({ book_account: account, amount }) => ({
          account,
          debit: money.number(amount > 0n ? amount : 0n),
          credit: money.number(amount < 0n ? -amount : 0n),
        })),
      })),
      total: this.#count.get({ source, asOf }) ?? 0,
    };
  }
}
