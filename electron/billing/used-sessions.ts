/** The sessions behind the usage of a period, with what each used in it. */
import type { Database, Statement } from 'better-sqlite3';
import type { UsedSession, UsedSessionsQuery } from '../../shared/contract/billing.ts';
import {
  costsOf,
  shownCosts,
  shownFigures,
  summedFigures,
  volumesOf,
  type FigureRow,
} from './usage-figures.ts';

interface Row extends FigureRow {
  readonly session_id: string;
  readonly account_id: string;
  readonly dataset_id: string;
  readonly model_id: string;
  readonly opened_at: string;
}

const used = `FROM usage_days WHERE day >= @start AND day <= @last
  AND (@account IS NULL OR account_id = @account)
  AND (@dataset IS NULL OR dataset_id = @dataset)
  AND (@holder IS NULL
    OR dataset_id IN (SELECT dataset_id FROM datasets WHERE holder_id = @holder))
  AND (@model IS NULL OR session IN (SELECT number FROM billed_sessions WHERE model_id = @model))`;

/** Every statement, by name, so that a test can read the plan of each. */
export const usedSessionStatements = {
  list: `SELECT b.session_id, b.account_id, b.dataset_id, b.model_id, b.opened_at, u.*
    FROM (SELECT session, ${summedFigures()} ${used}
      GROUP BY session ORDER BY session DESC LIMIT @limit OFFSET @offset) AS u
    JOIN billed_sessions AS b ON b.number = u.session ORDER BY u.session DESC`,
  count: `SELECT count(DISTINCT session) ${used}`,
} as const;

export class UsedSessions {
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#list = database.prepare<[object], Row>(usedSessionStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(usedSessionStatements.count).pluck();
  }

  /** A page of sessions (on a holder's datasets), newest first, and how many there are. */
  list(query: UsedSessionsQuery, holder?: string): { data: UsedSession[]; total: number } {
    const values = {
      start: query.start_date,
      last: query.end_date,
      account: query.account_id ?? null,
      dataset: query.dataset_id ?? null,
      model: query.model_id ?? null,
      holder: holder ?? null,
    };
    const { limit, offset } = query;
    return {
      data: this.#list.all({ ...values, limit, offset }).map((row) => ({
        session_id: row.session_id,
        account_id: row.account_id,
        dataset_id: row.dataset_id,
        model_id: row.model_id === '' ? null : row.model_id,
        opened_at: row.opened_at,
        ...shownFigures(volumesOf(row), costsOf(row)),
        ...shownCosts(costsOf(row)),
      })),
      total: this.#count.get(values) ?? 0,
    };
  }
}
