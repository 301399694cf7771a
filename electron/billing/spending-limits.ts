/** Spending limits: what is spent in their periods, whom they refuse, when they alert. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  currency,
  limitModes,
  type ChangeLimit,
  type CreateLimit,
  type SpendingAlert,
  type SpendingLimit,
} from '../../shared/contract/billing.ts';
import {
  dayOf,
  spanOf,
  spans,
  startOf,
  type DayRange,
  type Span,
} from '../../shared/billing/calendar.ts';
import { costNumber, moneyNumber, nanosPerMinor } from '../../shared/billing/decimal.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { AccountWriter } from './accounts.ts';
import { minorOf } from './rate-terms.ts';

interface Row {
  number: bigint;
  limit_id: string;
  account_id: string | null;
  dataset_id: string | null;
  period: string;
  mode: string;
  amount: bigint;
  thresholds: string;
  auto_suspend: bigint;
  created_at: string;
}

export interface StoredLimit {
  readonly number: bigint;
  readonly limitId: string;
  readonly accountId: string | null;
  readonly datasetId: string | null;
  readonly period: Span;
  readonly isHard: boolean;
  /** Minor units. */
  readonly amount: bigint;
  /** Percents, ascending. */
  readonly thresholds: readonly number[];
  readonly autoSuspend: boolean;
  readonly createdAt: string;
}

/** Whose use of what, on which day. */
export interface Spender {
  readonly accountId: string;
  readonly datasetId: string;
  readonly day: string;
}

interface AlertRow {
  alert_id: string;
  limit_id: string;
  account_id: string;
  dataset_id: string | null;
  threshold: bigint;
  amount: bigint;
  spent_nanos: bigint;
  period_start: string;
  created_at: string;
}

const columns = `number, limit_id, account_id, dataset_id, period, mode, amount, thresholds,
  auto_suspend, created_at`;
const thresholdsSchema = z.array(z.int());

/** Reads limits on any connection. */
export class SpendingLimits {
  readonly #all: Statement<[], Row>;
  readonly #one: Statement<[string], Row>;
  readonly #spent: Statement<[bigint, string], bigint>;
  readonly #alerts: Statement<[number, number], AlertRow>;
  readonly #countAlerts: Statement<[], number>;

  constructor(database: Database) {
    this.#all = database
      .prepare<[], Row>(
        `SELECT ${columns} FROM spending_limits WHERE deleted_at IS NULL ORDER BY number`,
      )
      .safeIntegers();
    this.#one = database
      .prepare<[string], Row>(
        `SELECT ${columns} FROM spending_limits WHERE limit_id = ? AND deleted_at IS NULL`,
      )
      .safeIntegers();
    this.#spent = database
      .prepare<[bigint, string], bigint>(
        'SELECT spent_nanos FROM limit_periods WHERE spending_limit = ? AND start = ?',
      )
      .pluck()
      .safeIntegers();
    this.#alerts = database
      .prepare<[number, number], AlertRow>(
        `SELECT a.alert_id, l.limit_id, a.account_id, l.dataset_id, a.threshold, a.amount,
           a.spent_nanos, a.period_start, a.created_at
         FROM spending_alerts AS a JOIN spending_limits AS l ON l.number = a.spending_limit
         ORDER BY a.number DESC LIMIT ? OFFSET ?`,
      )
      .safeIntegers();
    this.#countAlerts = database
      .prepare<[], number>('SELECT count(*) FROM spending_alerts')
      .pluck();
  }

  all(): StoredLimit[] {
    return this.#all.all().map(limitOf);
  }

  /** @throws {ApiError} `not_found` */
  require(limitId: string): StoredLimit {
    const row = this.#one.get(limitId);
    if (row === undefined) throw new ApiError('not_found', `There is no limit ${limitId}.`);
    return limitOf(row);
  }

  /** Limits that count what this spender uses. */
  of({ accountId, datasetId }: Spender): StoredLimit[] {
    return this.all().filter(
      (each) =>
        (each.accountId === null || each.accountId === accountId) &&
        (each.datasetId === null || each.datasetId === datasetId),
    );
  }

  /** Nanos spent in the period that begins at `start`. */
  spent(limit: StoredLimit, start: string): bigint {
    return this.#spent.get(limit.number, start) ?? 0n;
  }

  /** Nanos that the hard limits leave a spender; undefined where there is none. */
  left(spender: Spender): bigint | undefined {
    const rests = this.of(spender)
      .filter((each) => each.isHard)
      .map((each) => {
        const { start } = spanOf(each.period, spender.day);
        const rest = each.amount * nanosPerMinor - this.spent(each, start);
        return rest < 0n ? 0n : rest;
      });
    return rests.length === 0
      ? undefined
      : rests.reduce((least, each) => (each < least ? each : least));
  }

  /** Whether a limit that suspends is reached in the period of `day`. */
  isReached(limit: StoredLimit, day: string): boolean {
    return this.spent(limit, spanOf(limit.period, day).start) >= limit.amount * nanosPerMinor;
  }

  show(limit: StoredLimit, now: string): SpendingLimit {
    const { start, end } = spanOf(limit.period, dayOf(now));
    return {
      limit_id: limit.limitId,
      account_id: limit.accountId,
      dataset_id: limit.datasetId,
      period: limit.period,
      mode: limit.isHard ? 'HARD' : 'SOFT',
      amount: moneyNumber(limit.amount),
      alert_thresholds: [...limit.thresholds],
      auto_suspend: limit.autoSuspend,
      spent: costNumber(this.spent(limit, start)),
      period_start: startOf(start),
      reset_at: startOf(end),
      currency,
      created_at: limit.createdAt,
    };
  }

  /** A page of alerts, newest first, and how many there are. */
  alerts(page: { limit: number; offset: number }): { data: SpendingAlert[]; total: number } {
    return {
      data: this.#alerts.all(page.limit, page.offset).map((row) => ({
        alert_id: row.alert_id,
        limit_id: row.limit_id,
        account_id: row.account_id,
        dataset_id: row.dataset_id,
        threshold: Number(row.threshold),
        limit: moneyNumber(row.amount),
        spent: costNumber(row.spent_nanos),
        period_start: startOf(row.period_start),
        created_at: row.created_at,
      })),
      total: this.#countAlerts.get() ?? 0,
    };
  }
}

/** Spends against limits, and keeps them. Over the writer's connection; the caller holds the transaction. */
export class LimitKeeper {
  readonly #limits: SpendingLimits;
  readonly #accounts: AccountWriter;
  readonly #createId: CreateId;
  readonly #insert: Statement<[object]>;
  readonly #change: Statement<[object]>;
  readonly #delete: Statement<[string, bigint]>;
  readonly #spend: Statement<[bigint, string, bigint]>;
  readonly #alert: Statement<[object]>;
  readonly #usedInPeriod: Statement<[object], bigint>;

  constructor(
    database: Database,
    options: {
      readonly limits: SpendingLimits;
      readonly accounts: AccountWriter;
      readonly createId: CreateId;
    },
  ) {
    this.#limits = options.limits;
    this.#accounts = options.accounts;
    this.#createId = options.createId;
    this.#insert = database.prepare(
      `INSERT INTO spending_limits (limit_id, account_id, dataset_id, period, mode, amount,
         thresholds, auto_suspend, created_at)
       VALUES (@id, @account, @dataset, @period, @mode, @amount, @thresholds, @autoSuspend, @now)`,
    );
    this.#change = database.prepare(
      `UPDATE spending_limits SET period = @period, mode = @mode, amount = @amount,
         thresholds = @thresholds, auto_suspend = @autoSuspend
       WHERE number = @number`,
    );
    this.#delete = database.prepare('UPDATE spending_limits SET deleted_at = ? WHERE number = ?');
    this.#spend = database.prepare(
      `INSERT INTO limit_periods (spending_limit, start, spent_nanos) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET spent_nanos = excluded.spent_nanos`,
    );
    this.#alert = database.prepare(
      `INSERT INTO spending_alerts (alert_id, spending_limit, period_start, threshold, account_id,
         amount, spent_nanos, created_at)
       VALUES (@id, @limit, @start, @threshold, @account, @amount, @spent, @now)
       ON CONFLICT (spending_limit, period_start, threshold) DO NOTHING`,
    );
    this.#usedInPeriod = database
      .prepare<[object], bigint>(
        `SELECT coalesce(sum(time_nanos + record_nanos + data_nanos + operation_nanos), 0)
         FROM usage_totals WHERE day >= @start AND day < @end
           AND (@account IS NULL OR account_id = @account)
           AND (@dataset IS NULL OR dataset_id = @dataset)`,
      )
      .pluck()
      .safeIntegers();
  }

  create(body: CreateLimit, now: string): StoredLimit {
    const id = this.#createId('limit');
    this.#insert.run({
      ...values(body),
      id,
      account: body.account_id ?? null,
      dataset: body.dataset_id ?? null,
      now,
    });
    const limit = this.#limits.require(id);
    this.#startPeriod(limit, now);
    return limit;
  }

  change(limit: StoredLimit, body: ChangeLimit, now: string): StoredLimit {
    this.#change.run({ ...values(body), number: limit.number });
    const changed = this.#limits.require(limit.limitId);
    this.#startPeriod(changed, now);
    return changed;
  }

  delete(limit: StoredLimit, now: string): void {
    this.#delete.run(now, limit.number);
  }

  /**
   * Charges `nanos` against every limit of a spender, with the alerts that fires.
   * @throws {ApiError} `spending_limit_exceeded`: then the transaction must not be kept
   */
  spend(spender: Spender, nanos: bigint, now: string): void {
    for (const limit of this.#limits.of(spender)) {
      const period = spanOf(limit.period, spender.day);
      const before = this.#limits.spent(limit, period.start);
      const after = before + nanos;
      if (limit.isHard && nanos > 0n && after > limit.amount * nanosPerMinor) {
        throw exceeded(limit, period, before, nanos);
      }
      this.#spend.run(limit.number, period.start, after);
      this.#fire(limit, period, { before, after }, spender, now);
    }
  }

  /** Ends suspensions by limits that are no longer reached. */
  liftWhereAllowed(accountId: string, now: string): void {
    const isReached = this.#limits
      .all()
      .some(
        (each) =>
          each.autoSuspend &&
          (each.accountId === null || each.accountId === accountId) &&
          this.#limits.isReached(each, dayOf(now)),
      );
    if (!isReached) this.#accounts.lift(accountId, 'LIMIT');
  }

  /** Every threshold with before < T ≤ now, ascending, once in a period. */
  #fire(
    limit: StoredLimit,
    period: DayRange,
    { before, after }: { readonly before: bigint; readonly after: bigint },
    { accountId }: Spender,
    now: string,
  ): void {
    for (const threshold of limit.thresholds) {
      // In hundredths of nanos, so that nothing is rounded.
      const at = limit.amount * nanosPerMinor * BigInt(threshold);
      if (before * 100n >= at || after * 100n < at) continue;
      this.#alert.run({
        id: this.#createId('alert'),
        limit: limit.number,
        start: period.start,
        threshold,
        account: accountId,
        amount: limit.amount,
        spent: after,
        now,
      });
    }
    const most = limit.amount * nanosPerMinor;
    if (!limit.autoSuspend || before >= most || after < most) return;
    this.#accounts.suspend(accountId, {
      cause: 'LIMIT',
      since: now,
      until: startOf(period.end),
      reason: `The ${limit.period.toLowerCase()} limit of ${moneyNumber(limit.amount)} ${currency} is reached.`,
    });
  }

  /** What was used in the current period before the limit was there counts too. */
  #startPeriod(limit: StoredLimit, now: string): void {
    const { start, end } = spanOf(limit.period, dayOf(now));
    const { accountId: account, datasetId: dataset } = limit;
    const used = this.#usedInPeriod.get({ start, end, account, dataset }) ?? 0n;
    this.#spend.run(limit.number, start, used);
  }
}

function values(body: ChangeLimit) {
  return {
    period: body.period,
    mode: body.mode,
    amount: minorOf(body.amount),
    thresholds: JSON.stringify(body.alert_thresholds),
    autoSuspend: Number(body.auto_suspend),
  };
}

function exceeded(
  limit: StoredLimit,
  period: DayRange,
  spent: bigint,
  requested: bigint,
): ApiError {
  return new ApiError(
    'spending_limit_exceeded',
    `This would exceed the ${limit.period.toLowerCase()} spending limit of ${moneyNumber(limit.amount)} ${currency}. Nothing was served or charged.`,
    {
      details: {
        dataset: limit.datasetId,
        period: limit.period,
        limit: moneyNumber(limit.amount),
        spent: costNumber(spent),
        requested: costNumber(requested),
        reset_at: startOf(period.end),
      },
    },
  );
}

function limitOf(row: Row): StoredLimit {
  const period = spans.find((each) => each === row.period);
  const mode = limitModes.find((each) => each === row.mode);
  if (period === undefined || mode === undefined) {
    throw new Error(`The limit ${row.limit_id} cannot be read.`);
  }
  return {
    number: row.number,
    limitId: row.limit_id,
    accountId: row.account_id,
    datasetId: row.dataset_id,
    period,
    isHard: mode === 'HARD',
    amount: row.amount,
    thresholds: thresholdsSchema.parse(JSON.parse(row.thresholds)),
    autoSuspend: row.auto_suspend === 1n,
    createdAt: row.created_at,
  };
}
