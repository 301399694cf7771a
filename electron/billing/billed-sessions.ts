/** What billing knows of sessions: who pays for them, and the sums of their events. */
import type { Database, Statement } from 'better-sqlite3';
import type { FigureRow } from './usage-figures.ts';

/** As it is stored; whole numbers are bigint. */
export interface BilledSession extends FigureRow {
  readonly number: bigint;
  readonly session_id: string;
  readonly account_id: string;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly model_id: string;
  readonly opened_at: string;
  readonly elapsed_seconds: bigint;
  readonly blocked_seconds: bigint;
  readonly active_seconds: bigint;
  readonly accesses: bigint;
  readonly last_access_at: string | null;
  readonly is_over: bigint;
  readonly updated_at: string;
  readonly reads: bigint;
  readonly filters: bigint;
  readonly transforms: bigint;
  readonly trains: bigint;
}

export class BilledSessions {
  readonly #one: Statement<[string], BilledSession>;
  readonly #byNumber: Statement<[bigint], BilledSession>;
  readonly #running: Statement<[], BilledSession>;
  readonly #runningOf: Statement<[string], BilledSession>;

  constructor(database: Database) {
    const select = 'SELECT * FROM billed_sessions WHERE';
    this.#one = database
      .prepare<[string], BilledSession>(`${select} session_id = ?`)
      .safeIntegers();
    this.#byNumber = database
      .prepare<[bigint], BilledSession>(`${select} number = ?`)
      .safeIntegers();
    this.#running = database
      .prepare<[], BilledSession>(`${select} is_over = 0 ORDER BY number`)
      .safeIntegers();
    this.#runningOf = database
      .prepare<[string], BilledSession>(`${select} is_over = 0 AND account_id = ? ORDER BY number`)
      .safeIntegers();
  }

  find(sessionId: string): BilledSession | undefined {
    return this.#one.get(sessionId);
  }

  byNumber(number: bigint): BilledSession | undefined {
    return this.#byNumber.get(number);
  }

  /** Those whose time still goes on, or was not looked at to its end; of one account where told. */
  running(accountId?: string): BilledSession[] {
    return accountId === undefined ? this.#running.all() : this.#runningOf.all(accountId);
  }
}
