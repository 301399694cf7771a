/** Months of accounts that have no invoice: who is open in a month, what holds a draft back, what failed last. */
import type { Database, Statement } from 'better-sqlite3';
import { isInForce } from '../in-force.ts';

/** First day of the month in which an account begins; of the account that is always there, that of its first use. */
const begins = `iif(a.account_id = 'default',
  (SELECT min(u.month) FROM usage_months AS u WHERE u.account_id = a.account_id), substr(a.created_at, 1, 7) || '-01')`;
const isOpen = `${begins} <= @month AND NOT EXISTS (SELECT 1 FROM invoices AS i
  WHERE i.account_id = a.account_id AND i.month = @month AND ${isInForce('i')})`;
/** A hold is over on its day. */
const isHeld = `h.account_id = a.account_id AND h.month = @month AND (h.until IS NULL OR h.until > @today)`;
const lastItem = `(SELECT t.outcome FROM run_items AS t JOIN runs AS r ON r.number = t.run
  WHERE t.account_id = a.account_id AND r.month = @month ORDER BY r.number DESC LIMIT 1)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const openMonthStatements = {
  open: `SELECT a.account_id FROM accounts AS a WHERE ${isOpen} ORDER BY a.created_at, a.account_id`,
  // What was canceled in it is for people to decide.
  untouched: `SELECT a.account_id FROM accounts AS a WHERE ${isOpen}
      AND NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.account_id = a.account_id AND i.month = @month)
    ORDER BY a.created_at, a.account_id`,
  first: `SELECT min(${begins}) FROM accounts AS a`,
  held: `SELECT count(*) FROM accounts AS a WHERE ${isOpen} AND EXISTS (SELECT 1 FROM holds AS h WHERE ${isHeld})`,
  failed: `SELECT count(*) FROM accounts AS a WHERE ${isOpen} AND ${lastItem} = 'FAILED'`,
  left: `SELECT a.account_id FROM accounts AS a WHERE ${isOpen} AND ${lastItem} IN ('HELD', 'FAILED')
      AND NOT EXISTS (SELECT 1 FROM holds AS h WHERE ${isHeld}) ORDER BY a.created_at, a.account_id`,
  waiting: `SELECT substr(r.month, 1, 7) AS month, sum(t.outcome = 'HELD') AS held, sum(t.outcome = 'FAILED') AS failed
    FROM run_items AS t JOIN runs AS r ON r.number = t.run
    WHERE t.outcome IN ('HELD', 'FAILED')
      AND NOT EXISTS (SELECT 1 FROM runs AS l JOIN run_items AS m ON m.run = l.number
        WHERE l.month = r.month AND l.number > r.number AND m.account_id = t.account_id)
      AND NOT EXISTS (SELECT 1 FROM invoices AS i
        WHERE i.account_id = t.account_id AND i.month = r.month AND ${isInForce('i')})
    GROUP BY r.month ORDER BY r.month`,
  hold: `SELECT reason, until, held_at FROM holds AS h
    WHERE h.account_id = @account AND h.month = @month AND (h.until IS NULL OR h.until > @today)`,
  reason: `SELECT iif(t.outcome = 'FAILED', t.reason, NULL) FROM run_items AS t JOIN runs AS r ON r.number = t.run
    WHERE t.account_id = @account AND r.month = @month ORDER BY r.number DESC LIMIT 1`,
} as const;

export interface Hold {
  readonly reason: string | null;
  readonly until: string | null;
  readonly held_at: string;
}

interface Waiting {
  readonly month: string;
  readonly held: number;
  readonly failed: number;
}

/** A month (its first day), as it is on a day. */
interface MonthOnDay {
  readonly month: string;
  readonly today: string;
}

export class OpenMonths {
  readonly #lists: Readonly<Record<'open' | 'untouched' | 'left', Statement<[object], string>>>;
  readonly #counts: Readonly<Record<'held' | 'failed', Statement<[object], number>>>;
  readonly #first: Statement<[], string | null>;
  readonly #waiting: Statement<[], Waiting>;
  readonly #hold: Statement<[object], Hold>;
  readonly #reason: Statement<[object], string | null>;

  constructor(database: Database) {
    const list = (sql: string) => database.prepare<[object], string>(sql).pluck();
    const count = (sql: string) => database.prepare<[object], number>(sql).pluck();
    this.#lists = {
      open: list(openMonthStatements.open),
      untouched: list(openMonthStatements.untouched),
      left: list(openMonthStatements.left),
    };
    this.#counts = {
      held: count(openMonthStatements.held),
      failed: count(openMonthStatements.failed),
    };
    this.#first = database.prepare<[], string | null>(openMonthStatements.first).pluck();
    this.#waiting = database.prepare(openMonthStatements.waiting);
    this.#hold = database.prepare(openMonthStatements.hold);
    this.#reason = database.prepare<[object], string | null>(openMonthStatements.reason).pluck();
  }

  /** The first month that anybody could be asked for; undefined where nobody was there yet. */
  first(): string | undefined {
    return this.#first.get() ?? undefined;
  }

  /** Accounts that have no invoice in force for a month. */
  open(month: string): string[] {
    return this.#lists.open.all({ month });
  }

  /** Those that never had one for it. */
  untouched(month: string): string[] {
    return this.#lists.untouched.all({ month });
  }

  /** Those that the last run held back or failed to issue, and that nothing holds any more. */
  left(of: MonthOnDay): string[] {
    return this.#lists.left.all(of);
  }

  held(of: MonthOnDay): number {
    return this.#counts.held.get(of) ?? 0;
  }

  failed(of: MonthOnDay): number {
    return this.#counts.failed.get(of) ?? 0;
  }

  /** Drafts that runs held back or failed to issue, by month (`YYYY-MM`). */
  waiting(): Waiting[] {
    return this.#waiting.all();
  }

  /** The hold that is in force on a draft. */
  hold(account: string, of: MonthOnDay): Hold | undefined {
    return this.#hold.get({ account, ...of });
  }

  /** Why the last run did not issue a draft; undefined where it did not fail. */
  failure(account: string, month: string): string | undefined {
    return this.#reason.get({ account, month }) ?? undefined;
  }
}
