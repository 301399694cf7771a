/** How long a query over rows may run: looked at every few rows, inside SQLite and outside of it. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../../shared/contract/errors.ts';

/** Rows between two looks at the time. */
const rowsPerLook = 64;

/** Milliseconds from any beginning, never back. */
export type Stopwatch = () => number;

/** The limit of the query that runs now on one connection. */
export class QueryLimit {
  readonly #milliseconds: number;
  readonly #stopwatch: Stopwatch;
  #until = Number.POSITIVE_INFINITY;

  constructor(milliseconds: number, stopwatch: Stopwatch) {
    this.#milliseconds = milliseconds;
    this.#stopwatch = stopwatch;
  }

  /** Makes `within_limit()` known to SQL: 1, or the end of the query. */
  register(database: Database): void {
    database.function('within_limit', { deterministic: false, directOnly: true }, () => {
      this.check();
      return 1;
    });
  }

  /** Runs a query against the clock. @throws {ApiError} `query_timeout` */
  run<Result>(query: () => Result): Result {
    this.#until = this.#stopwatch() + this.#milliseconds;
    try {
      return query();
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
    }
  }

  /** @throws {ApiError} `query_timeout` once the time is over */
  check(): void {
    if (this.#stopwatch() <= this.#until) return;
    throw new ApiError(
      'query_timeout',
      `The query was stopped: it ran longer than ${this.#milliseconds} ms. Nothing was counted. Narrow the filter, or leave out the sort.`,
      { details: { limit_ms: this.#milliseconds } },
    );
  }
}

/** The SQL condition that looks at the time every few rows; true for every row. */
export const withinLimitSql = `(position % ${rowsPerLook} <> 0 OR within_limit())`;
