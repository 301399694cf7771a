/** Spends against limits: whom they refuse, when they alert, whom they suspend. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { currency, type ChangeLimit, type CreateLimit } from '../../shared/contract/billing.ts';
import { dayOf, spanOf, startOf, type DayRange } from '../../shared/billing/calendar.ts';
import { costNumber, moneyNumber, nanosPerMinor } from '../../shared/billing/decimal.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { AccountWriter } from './accounts.ts';
import { minorOf } from './rate-terms.ts';
import type { Spender, SpendingLimits, StoredLimit } from './spending-limits.ts';

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
    // Whoever goes on spending beyond it is suspended too: a limit of all accounts is crossed only once.
    if (!limit.autoSuspend || after <= before || after < limit.amount * nanosPerMinor) return;
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
