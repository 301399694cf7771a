/** Runs that closed months, as they are stored: a list, one with its items, those that go on. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type {
  ListedRun,
  Run,
  RunCause,
  RunItem,
  RunOutcome,
} from '../../../shared/contract/billing-runs.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { WorkspaceMoney } from '../workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';

interface Row {
  readonly number: bigint;
  readonly run_id: string;
  readonly month: string;
  readonly cause: RunCause;
  readonly accounts: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly issued: bigint;
  readonly empty: bigint;
  readonly held: bigint;
  readonly failed: bigint;
  readonly total: bigint;
}

interface ItemRow {
  readonly account_id: string;
  readonly outcome: RunOutcome;
  readonly invoice_id: string | null;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly at: string;
}

const count = (outcome: RunOutcome) =>
  `(SELECT count(*) FROM run_items AS t WHERE t.run = r.number AND t.outcome = '${outcome}')`;
/** Figures of one that goes on are those so far. */
const select = `SELECT r.number, r.run_id, r.month, r.cause, r.accounts, r.started_at, r.finished_at,
    ${count('ISSUED')} AS issued, ${count('NOTHING')} AS empty, ${count('HELD')} AS held, ${count('FAILED')} AS failed,
    (SELECT coalesce(sum(t.amount), 0) FROM run_items AS t WHERE t.run = r.number) AS total FROM runs AS r`;

/** Every statement, by name, so that a test can read the plan of each. */
export const runStatements = {
  one: `${select} WHERE r.run_id = ?`,
  list: `${select} ORDER BY r.number DESC LIMIT @limit OFFSET @offset`,
  count: 'SELECT count(*) FROM runs',
  items: `SELECT account_id, outcome, invoice_id, amount, reason, at FROM run_items WHERE run = ?
    ORDER BY at, account_id`,
  goingOn: `${select} WHERE r.finished_at IS NULL ORDER BY r.number LIMIT 1`,
  byClock: `SELECT max(started_at) FROM runs WHERE month = ? AND cause = 'CLOCK'`,
} as const;

/** A run, as far as it goes on by it. */
export interface OpenRun {
  readonly number: bigint;
  readonly runId: string;
  readonly month: string;
  readonly cause: RunCause;
  /** Null for all. */
  readonly accounts: readonly string[] | null;
}

export class RunsStore {
  readonly #money: WorkspaceMoney;
  readonly #one: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[], number>;
  readonly #items: Statement<[bigint], ItemRow>;
  readonly #goingOn: Statement<[], Row>;
  readonly #byClock: Statement<[string], string | null>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#one = database.prepare<[string], Row>(runStatements.one).safeIntegers();
    this.#list = database.prepare<[object], Row>(runStatements.list).safeIntegers();
    this.#count = database.prepare<[], number>(runStatements.count).pluck();
    this.#items = database.prepare<[bigint], ItemRow>(runStatements.items).safeIntegers();
    this.#goingOn = database.prepare<[], Row>(runStatements.goingOn).safeIntegers();
    this.#byClock = database.prepare<[string], string | null>(runStatements.byClock).pluck();
  }

  /** @throws {ApiError} `not_found` */
  require(runId: string): Run {
    const row = this.#one.get(runId);
    if (row === undefined) throw new ApiError('not_found', `There is no run ${runId}.`);
    const money = this.#money.now;
    const items = this.#items.all(row.number).map((each) => shownItem(each, money));
    return { ...shown(row, money), items };
  }

  /** A page of runs, newest first, and how many there are. */
  list(page: { readonly limit: number; readonly offset: number }): {
    data: ListedRun[];
    total: number;
  } {
    const money = this.#money.now;
    return {
      data: this.#list.all(page).map((row) => shown(row, money)),
      total: this.#count.get() ?? 0,
    };
  }

  /** The oldest one that is not finished. */
  goingOn(): OpenRun | undefined {
    const row = this.#goingOn.get();
    return (
      row && {
        number: row.number,
        runId: row.run_id,
        month: row.month,
        cause: row.cause,
        accounts:
          row.accounts === null ? null : z.array(z.string()).parse(JSON.parse(row.accounts)),
      }
    );
  }

  /** Accounts whose outcome in a run stands. */
  done({ number }: OpenRun): ReadonlySet<string> {
    return new Set(this.#items.all(number).map(({ account_id: id }) => id));
  }

  /** When the clock last closed a month; undefined where it did not. */
  closedByClock(month: string): string | undefined {
    return this.#byClock.get(month) ?? undefined;
  }
}

function shown(row: Row, money: Money): ListedRun {
  return {
    run_id: row.run_id,
    month: row.month.slice(0, 7),
    cause: row.cause,
    started_at: row.started_at,
    finished_at: row.finished_at,
    issued: Number(row.issued),
    nothing: Number(row.empty),
    held: Number(row.held),
    failed: Number(row.failed),
    total: money.number(row.total),
    currency: money.code,
  };
}

function shownItem({ amount, ...row }: ItemRow, money: Money): RunItem {
  return { ...row, amount: money.number(amount) };
}
