/** Keeps a metered event: the event itself, every roll-up, the counters of prices, all in one transaction. */
import type { Database, Statement } from 'better-sqlite3';
import { addDays, addMonths, monthOf } from '../../shared/billing/calendar.ts';
import { nothing, type PerDimension } from '../../shared/billing/volume.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { BilledSession } from './billed-sessions.ts';
import {
  addingFigures,
  costColumns,
  figureColumns,
  figureRow,
  summedFigures,
  volumesOf,
  type FigureRow,
} from './usage-figures.ts';

export const eventKinds = [
  'time',
  'read',
  'filter',
  'transform',
  'train',
  'analyze',
  'validate',
  'correction',
  'reprice',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** One event, priced. */
export interface UsageEvent {
  /** The fact behind it, once per account. */
  readonly source: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly day: string;
  readonly volume: PerDimension;
  readonly cost: PerDimension;
}

/** Use of a session on a day, in the order in which a month is gone through. */
export interface SessionDayRow extends FigureRow {
  readonly session: bigint;
  readonly session_id: string;
  readonly dataset_id: string;
  readonly day: string;
}

/** By how much the cost of a session's day changes. */
export interface RepricedDay {
  readonly session: bigint;
  readonly day: string;
  readonly cost: PerDimension;
}

/** Every statement that goes through a month, by name, so that a test can read the plan of each. */
export const monthStatements = {
  days: `SELECT u.session, s.session_id, u.dataset_id, u.day, ${summedFigures('u')}
    FROM usage_days AS u JOIN billed_sessions AS s ON s.number = u.session
    WHERE u.day >= @month AND u.day < @end AND u.account_id = @account
    GROUP BY u.day, u.session ORDER BY u.day, u.session`,
  before: `SELECT session, ${summedFigures()} FROM usage_days
    WHERE day >= @earliest AND day < @month AND account_id = @account GROUP BY session`,
} as const;

const figures = figureColumns.join(', ');
const figureValues = figureColumns.map((each) => `@${each}`).join(', ');
/** Reprices since an event, with what they say of their sessions. */
const reprices = `usage_events AS e JOIN billed_sessions AS s ON s.number = e.session
  WHERE e.number > @last AND e.kind = 'reprice'`;
const addedCosts = costColumns.map((each) => `sum(e.${each}) AS ${each}`).join(', ');
const costNames = costColumns.join(', ');
const addingCosts = costColumns.map((each) => `${each} = ${each} + excluded.${each}`).join(', ');

/** No session lasts longer, in days. */
const longestSession = limits.session.maximumTtl / 86_400 + 1;

/** Adds reprices to the tables that sum events, each in one statement. */
const repriceRollUps = [
  `INSERT INTO usage_days (day, account_id, dataset_id, session, kind, ${costNames})
   SELECT e.day, e.account_id, s.dataset_id, e.session, e.kind, ${addedCosts} FROM ${reprices}
   GROUP BY e.day, e.session ON CONFLICT DO UPDATE SET ${addingCosts}`,
  `INSERT INTO usage_totals (day, account_id, dataset_id, model_id, ${costNames})
   SELECT e.day, e.account_id, s.dataset_id, s.model_id, ${addedCosts} FROM ${reprices}
   GROUP BY e.day, s.dataset_id, s.model_id ON CONFLICT DO UPDATE SET ${addingCosts}`,
  `INSERT INTO usage_counters (account_id, month, ${costNames})
   SELECT e.account_id, substr(e.day, 1, 7) || '-01', ${addedCosts} FROM ${reprices}
   GROUP BY 2 ON CONFLICT DO UPDATE SET ${addingCosts}`,
  `INSERT INTO usage_months (account_id, month, dataset_id, holder_id, ${costNames})
   SELECT e.account_id, substr(e.day, 1, 7) || '-01', s.dataset_id, s.holder_id, ${addedCosts}
   FROM ${reprices} GROUP BY 2, s.dataset_id ON CONFLICT DO UPDATE SET ${addingCosts}`,
  `UPDATE billed_sessions SET ${costColumns.map((each) => `${each} = billed_sessions.${each} + r.${each}`).join(', ')},
     updated_at = @at
   FROM (SELECT e.session, ${addedCosts} FROM ${reprices} GROUP BY e.session) AS r
   WHERE billed_sessions.number = r.session`,
] as const;

interface SpanRow {
  readonly first_day: string;
  readonly last_day: string;
  readonly begun_day: string;
}

export class UsageLedger {
  readonly #sealer: LineSealer;
  readonly #event: Statement<[object]>;
  readonly #day: Statement<[object]>;
  readonly #total: Statement<[object]>;
  readonly #counter: Statement<[object]>;
  readonly #month: Statement<[object]>;
  readonly #session: Statement<[object]>;
  readonly #readCounter: Statement<[string, string], FigureRow>;
  readonly #days: Statement<[object], SessionDayRow>;
  readonly #before: Statement<[object], FigureRow & { readonly session: bigint }>;
  readonly #last: Statement<[], number>;
  readonly #reprices: readonly Statement<[object]>[];
  readonly #lastSpan: Statement<[bigint, string], SpanRow>;
  readonly #extendSpan: Statement<[string, bigint, string]>;
  readonly #addSpan: Statement<[object]>;

  /** @param sealer seals what fills a batch, in the transaction that fills it */
  constructor(database: Database, sealer: LineSealer) {
    this.#sealer = sealer;
    this.#event = database.prepare(
      `INSERT INTO usage_events (account_id, source, session, at, day, kind, ${figures})
       VALUES (@account, @source, @session, @at, @day, @kind, ${figureValues})`,
    );
    this.#day = database.prepare(
      `INSERT INTO usage_days (day, account_id, dataset_id, session, kind, ${figures})
       VALUES (@day, @account, @dataset, @session, @kind, ${figureValues})
       ON CONFLICT DO UPDATE SET ${addingFigures}`,
    );
    this.#total = database.prepare(
      `INSERT INTO usage_totals (day, account_id, dataset_id, model_id, sessions, ${figures})
       VALUES (@day, @account, @dataset, @model, @begun, ${figureValues})
       ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions, ${addingFigures}`,
    );
    this.#counter = database.prepare(
      `INSERT INTO usage_counters (account_id, month, ${figures})
       VALUES (@account, @month, ${figureValues})
       ON CONFLICT DO UPDATE SET ${addingFigures}`,
    );
    this.#month = database.prepare(
      `INSERT INTO usage_months (account_id, month, dataset_id, holder_id, ${figures})
       VALUES (@account, @month, @dataset, @holder, ${figureValues})
       ON CONFLICT DO UPDATE SET ${addingFigures}`,
    );
    this.#session = database.prepare(
      `UPDATE billed_sessions SET
         ${figureColumns.map((each) => `${each} = ${each} + @${each}`).join(', ')}, updated_at = @at
       WHERE number = @session`,
    );
    this.#readCounter = database
      .prepare<[string, string], FigureRow>(
        `SELECT ${figures} FROM usage_counters WHERE account_id = ? AND month = ?`,
      )
      .safeIntegers();
    this.#days = database.prepare<[object], SessionDayRow>(monthStatements.days).safeIntegers();
    this.#before = database
      .prepare<[object], FigureRow & { readonly session: bigint }>(monthStatements.before)
      .safeIntegers();
    this.#last = database
      .prepare<[], number>('SELECT coalesce(max(number), 0) FROM usage_events')
      .pluck();
    this.#reprices = repriceRollUps.map((sql) => database.prepare<[object]>(sql));
    this.#lastSpan = database.prepare(
      `SELECT first_day, last_day, begun_day FROM usage_spans WHERE session = ? AND first_day <= ?
       ORDER BY first_day DESC LIMIT 1`,
    );
    this.#extendSpan = database.prepare(
      'UPDATE usage_spans SET last_day = ? WHERE session = ? AND first_day = ?',
    );
    this.#addSpan = database.prepare(
      `INSERT INTO usage_spans (session, first_day, last_day, begun_day, account_id, dataset_id,
         model_id)
       VALUES (@session, @day, @day, @begunDay, @account, @dataset, @model)`,
    );
  }

  /** What an account used in a month (its first day). */
  counter(accountId: string, month: string): FigureRow | undefined {
    return this.#readCounter.get(accountId, month);
  }

  /** Number of the last event; 0 where there is none. */
  get last(): number {
    return this.#last.get() ?? 0;
  }

  /** The use of an account's month by day and session. */
  days(accountId: string, month: string): SessionDayRow[] {
    return this.#days.all({ account: accountId, month, end: addMonths(month, 1) });
  }

  /** What sessions of an account used before a month, by session. */
  usedBefore(accountId: string, month: string): Map<bigint, PerDimension> {
    const earliest = addDays(month, -longestSession);
    const rows = this.#before.all({ account: accountId, month, earliest });
    return new Map(rows.map((row) => [row.session, volumesOf(row)]));
  }

  /**
   * Keeps other prices for what was used in a month, an event for each session and day, and adds them to every roll-up.
   * @param cause what reprices it: an event's number or an assignment's id
   */
  reprice(accountId: string, days: readonly RepricedDay[], cause: string, at: string): void {
    if (days.length === 0) return;
    const { last } = this;
    for (const { session, day, cost } of days) {
      const source = `reprice/${cause}/${session}/${day}`;
      const figure = figureRow(nothing, cost);
      this.#event.run({ ...figure, account: accountId, source, session, at, day, kind: 'reprice' });
    }
    for (const statement of this.#reprices) statement.run({ last, at });
    this.#sealer.sealFull({ table: 'usage_events' });
  }

  keep(session: BilledSession, event: UsageEvent): void {
    const values = {
      ...figureRow(event.volume, event.cost),
      account: session.account_id,
      dataset: session.dataset_id,
      holder: session.holder_id,
      model: session.model_id,
      session: session.number,
      source: event.source,
      at: event.at,
      day: event.day,
      month: monthOf(event.day),
      kind: event.kind,
      begun: this.#keepSpan(session, event.day) ? 1 : 0,
    };
    this.#event.run(values);
    this.#day.run(values);
    this.#total.run(values);
    this.#counter.run(values);
    this.#month.run(values);
    this.#session.run(values);
    this.#sealer.sealFull({ table: 'usage_events' });
  }

  /** Returns whether this is the first use of the session. */
  #keepSpan(session: BilledSession, day: string): boolean {
    const span = this.#lastSpan.get(session.number, day);
    if (span !== undefined && span.last_day >= day) return false;
    if (span !== undefined && addDays(span.last_day, 1) === day) {
      this.#extendSpan.run(day, session.number, span.first_day);
      return false;
    }
    const { number, account_id: account, dataset_id: dataset, model_id: model } = session;
    const begunDay = span?.begun_day ?? day;
    this.#addSpan.run({ session: number, day, begunDay, account, dataset, model });
    return span === undefined;
  }
}
