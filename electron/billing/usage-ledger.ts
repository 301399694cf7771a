/** Keeps a metered event: the event itself, every roll-up, the counters of prices, all in one transaction. */
import type { Database, Statement } from 'better-sqlite3';
import { addDays, monthOf } from '../../shared/billing/calendar.ts';
import type { PerDimension } from '../../shared/billing/volume.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { BilledSession } from './billed-sessions.ts';
import {
  addingCosts,
  addingFigures,
  figureColumns,
  figureRow,
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
  /** At list prices, nanos. */
  readonly list: bigint;
}

export interface CounterRow extends FigureRow {
  readonly list_nanos: bigint;
}

const figures = figureColumns.join(', ');
const figureValues = figureColumns.map((each) => `@${each}`).join(', ');
const costNames = 'time_nanos, record_nanos, data_nanos, operation_nanos';
const costValues = '@time_nanos, @record_nanos, @data_nanos, @operation_nanos';

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
  readonly #readCounter: Statement<[object], CounterRow>;
  readonly #lastSpan: Statement<[bigint, string], SpanRow>;
  readonly #extendSpan: Statement<[string, bigint, string]>;
  readonly #addSpan: Statement<[object]>;

  /** @param sealer seals what fills a batch, in the transaction that fills it */
  constructor(database: Database, sealer: LineSealer) {
    this.#sealer = sealer;
    this.#event = database.prepare(
      `INSERT INTO usage_events (account_id, source, session, at, day, kind, ${figures}, list_nanos)
       VALUES (@account, @source, @session, @at, @day, @kind, ${figureValues}, @list)`,
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
      `INSERT INTO usage_counters (account_id, month, rate_card_id, version, ${figures}, list_nanos)
       VALUES (@account, @month, @card, @version, ${figureValues}, @list)
       ON CONFLICT DO UPDATE SET ${addingFigures}, list_nanos = list_nanos + excluded.list_nanos`,
    );
    this.#month = database.prepare(
      `INSERT INTO usage_months (account_id, month, dataset_id, holder_id, ${costNames})
       VALUES (@account, @month, @dataset, @holder, ${costValues})
       ON CONFLICT DO UPDATE SET ${addingCosts}`,
    );
    this.#session = database.prepare(
      `UPDATE billed_sessions SET
         ${figureColumns.map((each) => `${each} = ${each} + @${each}`).join(', ')}, updated_at = @at
       WHERE number = @session`,
    );
    this.#readCounter = database
      .prepare<[object], CounterRow>(
        `SELECT ${figures}, list_nanos FROM usage_counters
         WHERE account_id = @account AND month = @month AND rate_card_id = @card
           AND version = @version`,
      )
      .safeIntegers();
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

  /** What an account used in a month under the card of a session. */
  counter(session: BilledSession, day: string): CounterRow | undefined {
    return this.#readCounter.get({
      account: session.account_id,
      month: monthOf(day),
      card: session.rate_card_id,
      version: session.version,
    });
  }

  keep(session: BilledSession, event: UsageEvent): void {
    const values = {
      ...figureRow(event.volume, event.cost),
      account: session.account_id,
      dataset: session.dataset_id,
      holder: session.holder_id,
      model: session.model_id,
      card: session.rate_card_id,
      version: session.version,
      session: session.number,
      source: event.source,
      at: event.at,
      day: event.day,
      month: monthOf(event.day),
      kind: event.kind,
      list: event.list,
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
