/** Spending limits as they are: whom they are for, what is spent in their periods, which alerts they fired. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  limitModes,
  type AlertsQuery,
  type ChangeLimit,
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
import { costNumber } from '../../shared/billing/decimal.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

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

/** Spending of an account on a dataset on a day; below zero, it is given back. */
export interface SpentUse {
  readonly datasetId: string;
  readonly day: string;
  readonly nanos: bigint;
}

/** Sum of uses in one period of a limit. */
export interface CountedUse {
  readonly limit: StoredLimit;
  readonly period: DayRange;
  /** Nanos spent in the period before. */
  readonly before: bigint;
  readonly nanos: bigint;
}

/** Tells whether a hard limit refuses it. */
export function exceeds({ limit, before, nanos }: CountedUse, money: Money): boolean {
  return limit.isHard && nanos > 0n && before + nanos > limit.amount * money.nanosPerMinor;
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
const alertsOf = `FROM spending_alerts AS a JOIN spending_limits AS l ON l.number = a.spending_limit
  WHERE (@limitId IS NULL OR l.limit_id = @limitId)`;

/** So that a test can read its plan: it is asked at every access. */
export const limitStatements = {
  of: `SELECT ${columns} FROM spending_limits
    WHERE deleted_at IS NULL AND coalesce(account_id, '') IN ('', ?)
      AND coalesce(dataset_id, '') IN ('', ?)
    ORDER BY number`,
  ofAccount: `SELECT ${columns} FROM spending_limits
    WHERE deleted_at IS NULL AND coalesce(account_id, '') = ? ORDER BY number`,
  alertsOfAccount: `SELECT a.alert_id, l.limit_id, a.account_id, l.dataset_id, a.threshold, a.amount,
      a.spent_nanos, a.period_start, a.created_at
    FROM spending_alerts AS a CROSS JOIN spending_limits AS l ON l.number = a.spending_limit
    WHERE a.account_id = @account AND l.account_id = @account
      AND (@limitId IS NULL OR l.limit_id = @limitId)
    ORDER BY a.number DESC LIMIT @limit OFFSET @offset`,
  countAlertsOfAccount: `SELECT count(*)
    FROM spending_alerts AS a CROSS JOIN spending_limits AS l ON l.number = a.spending_limit
    WHERE a.account_id = @account AND l.account_id = @account
      AND (@limitId IS NULL OR l.limit_id = @limitId)`,
} as const;

/** First day of a limit's period that a day is in; weeks begin on Mondays. */
const periodOf = `CASE l.period WHEN 'DAILY' THEN u.day WHEN 'MONTHLY' THEN substr(u.day, 1, 7) || '-01'
  ELSE date(u.day, 'weekday 0', '-6 days') END`;

/**
 * A row for each period of each limit in force in which something was used.
 * @param usage what was used: a table with account, dataset, day and costs
 */
export function spentIn(usage: string): string {
  return `SELECT l.number AS spending_limit, ${periodOf} AS start,
      sum(u.time_nanos + u.record_nanos + u.data_nanos + u.operation_nanos) AS spent_nanos
    FROM spending_limits AS l JOIN ${usage} AS u
      ON coalesce(l.account_id, u.account_id) = u.account_id
      AND coalesce(l.dataset_id, u.dataset_id) = u.dataset_id
    WHERE l.deleted_at IS NULL GROUP BY l.number, 2`;
}

const thresholdsSchema = z.array(z.int());

/** Reads limits on any connection. */
export class SpendingLimits {
  readonly #money: WorkspaceMoney;
  readonly #all: Statement<[], Row>;
  readonly #ofAccount: Statement<[string], Row>;
  readonly #alertsOfAccount: Statement<[object], AlertRow>;
  readonly #countAlertsOfAccount: Statement<[object], number>;
  readonly #one: Statement<[string], Row>;
  readonly #spent: Statement<[bigint, string], bigint>;
  readonly #of: Statement<[string, string], Row>;
  readonly #alerts: Statement<[object], AlertRow>;
  readonly #countAlerts: Statement<[object], number>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
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
    this.#of = database.prepare<[string, string], Row>(limitStatements.of).safeIntegers();
    this.#ofAccount = database.prepare<[string], Row>(limitStatements.ofAccount).safeIntegers();
    this.#alertsOfAccount = database
      .prepare<[object], AlertRow>(limitStatements.alertsOfAccount)
      .safeIntegers();
    this.#countAlertsOfAccount = database
      .prepare<[object], number>(limitStatements.countAlertsOfAccount)
      .pluck();
    this.#alerts = database
      .prepare<[object], AlertRow>(
        `SELECT a.alert_id, l.limit_id, a.account_id, l.dataset_id, a.threshold, a.amount,
           a.spent_nanos, a.period_start, a.created_at
         ${alertsOf} ORDER BY a.number DESC LIMIT @limit OFFSET @offset`,
      )
      .safeIntegers();
    this.#countAlerts = database.prepare<[object], number>(`SELECT count(*) ${alertsOf}`).pluck();
  }

  /** All of them, or those of one account. */
  all(account?: string): StoredLimit[] {
    const rows = account === undefined ? this.#all.all() : this.#ofAccount.all(account);
    return rows.map(limitOf);
  }

  /** @throws {ApiError} `not_found` */
  require(limitId: string): StoredLimit {
    const row = this.#one.get(limitId);
    if (row === undefined) throw new ApiError('not_found', `There is no limit ${limitId}.`);
    return limitOf(row);
  }

  /** Limits that count what this spender uses. */
  of({ accountId, datasetId }: Spender): StoredLimit[] {
    return this.#of.all(accountId, datasetId).map(limitOf);
  }

  /** By limit and period, what uses of an account come to, limits in the order in which they were made. */
  counting(accountId: string, uses: readonly SpentUse[]): CountedUse[] {
    const limits = new Map<bigint, StoredLimit>();
    for (const datasetId of new Set(uses.map((each) => each.datasetId))) {
      for (const limit of this.#of.all(accountId, datasetId).map(limitOf))
        limits.set(limit.number, limit);
    }
    return [...limits.values()]
      .toSorted((one, other) => (one.number < other.number ? -1 : 1))
      .flatMap((limit) => this.#inPeriods(limit, uses));
  }

  #inPeriods(limit: StoredLimit, uses: readonly SpentUse[]): CountedUse[] {
    const periods = new Map<string, { readonly period: DayRange; nanos: bigint }>();
    for (const { datasetId, day, nanos } of uses) {
      if (limit.datasetId !== null && limit.datasetId !== datasetId) continue;
      const period = spanOf(limit.period, day);
      const sum = periods.get(period.start) ?? { period, nanos: 0n };
      sum.nanos += nanos;
      periods.set(period.start, sum);
    }
    return [...periods.values()].map(({ period, nanos }) => ({
      limit,
      period,
      before: this.spent(limit, period.start),
      nanos,
    }));
  }

  /** The currency of their amounts. */
  get money(): Money {
    return this.#money.now;
  }

  /** Tells whether no hard limit refuses uses of an account. */
  allow(accountId: string, uses: readonly SpentUse[]): boolean {
    const money = this.money;
    return !this.counting(accountId, uses).some((each) => exceeds(each, money));
  }

  /** Nanos spent in the period that begins at `start`. */
  spent(limit: StoredLimit, start: string): bigint {
    return this.#spent.get(limit.number, start) ?? 0n;
  }

  /** Nanos that the hard limits leave a spender; undefined where there is none. */
  left(spender: Spender): bigint | undefined {
    const { nanosPerMinor } = this.money;
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
    return (
      this.spent(limit, spanOf(limit.period, day).start) >= limit.amount * this.money.nanosPerMinor
    );
  }

  show(limit: StoredLimit, now: string): SpendingLimit {
    const { start, end } = spanOf(limit.period, dayOf(now));
    return {
      limit_id: limit.limitId,
      account_id: limit.accountId,
      dataset_id: limit.datasetId,
      ...this.terms(limit),
      spent: costNumber(this.spent(limit, start)),
      period_start: startOf(start),
      reset_at: startOf(end),
      currency: this.money.code,
      created_at: limit.createdAt,
    };
  }

  /** What of a limit can be changed. */
  terms(limit: StoredLimit): ChangeLimit {
    return {
      period: limit.period,
      mode: limit.isHard ? 'HARD' : 'SOFT',
      amount: this.money.number(limit.amount),
      alert_thresholds: [...limit.thresholds],
      auto_suspend: limit.autoSuspend,
    };
  }

  /** A page of alerts (of one account's limits), newest first, and how many there are. */
  alerts(
    { limit_id: id, limit, offset }: AlertsQuery,
    account?: string,
  ): { data: SpendingAlert[]; total: number } {
    const of = { limitId: id ?? null, ...(account === undefined ? {} : { account }) };
    const [alerts, count] =
      account === undefined
        ? [this.#alerts, this.#countAlerts]
        : [this.#alertsOfAccount, this.#countAlertsOfAccount];
    const money = this.money;
    return {
      data: alerts.all({ ...of, limit, offset }).map((row) => ({
        alert_id: row.alert_id,
        limit_id: row.limit_id,
        account_id: row.account_id,
        dataset_id: row.dataset_id,
        threshold: Number(row.threshold),
        limit: money.number(row.amount),
        spent: costNumber(row.spent_nanos),
        period_start: startOf(row.period_start),
        created_at: row.created_at,
      })),
      total: count.get(of) ?? 0,
    };
  }
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
