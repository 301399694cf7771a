/** Spends against limits: whom they refuse, when they alert, whom they suspend. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { type ChangeLimit, type CreateLimit } from '../../shared/contract/billing.ts';
import { dayOf, startOf, type DayRange } from '../../shared/billing/calendar.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import type { CreateId } from '../../shared/ids.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import type { Facts } from '../proof/facts.ts';
import type { Events } from '../webhooks/event-log.ts';
import type { AccountWriter } from './accounts.ts';
import {
  exceeds,
  spentIn,
  type CountedUse,
  type SpendingLimits,
  type SpentUse,
  type StoredLimit,
} from './spending-limits.ts';
import { minorAt } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

export type { SpentUse } from './spending-limits.ts';

/** Spends against limits, and keeps them. Over the writer's connection; the caller holds the transaction. */
export class LimitKeeper {
  readonly #limits: SpendingLimits;
  readonly #accounts: AccountWriter;
  readonly #createId: CreateId;
  readonly #facts: Facts;
  readonly #events: Events;
  /** What refused, and was not told yet. */
  #refused: { readonly spent: CountedUse; readonly accountId: string } | undefined;
  readonly #spend: Statement<[bigint, string, bigint]>;
  readonly #hasFired: Statement<[bigint, string, number], number>;
  readonly #count: Statement<[bigint]>;
  readonly #forget: Statement<[bigint]>;

  constructor(
    database: Database,
    options: {
      readonly limits: SpendingLimits;
      readonly accounts: AccountWriter;
      readonly facts: Facts;
      readonly events: Events;
      readonly createId: CreateId;
    },
  ) {
    this.#facts = options.facts;
    this.#events = options.events;
    this.#limits = options.limits;
    this.#accounts = options.accounts;
    this.#createId = options.createId;
    this.#spend = database.prepare(
      `INSERT INTO limit_periods (spending_limit, start, spent_nanos) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET spent_nanos = excluded.spent_nanos`,
    );
    this.#hasFired = database
      .prepare<[bigint, string, number], number>(
        `SELECT 1 FROM spending_alerts
         WHERE spending_limit = ? AND period_start = ? AND threshold = ?`,
      )
      .pluck();
    this.#count = database.prepare(
      `INSERT INTO limit_periods (spending_limit, start, spent_nanos)
       SELECT * FROM (${spentIn('usage_totals')}) WHERE spending_limit = ?`,
    );
    this.#forget = database.prepare('DELETE FROM limit_periods WHERE spending_limit = ?');
  }

  create(body: CreateLimit, now: string): StoredLimit {
    const id = this.#createId('limit');
    this.#facts.write('spending_limits', id, {
      set: {
        ...termsOf(body, this.#limits.money),
        account_id: body.account_id ?? null,
        dataset_id: body.dataset_id ?? null,
        created_at: now,
      },
    });
    const limit = this.#limits.require(id);
    // What was used before the limit was there counts too.
    this.#count.run(limit.number);
    return limit;
  }

  change(limit: StoredLimit, body: ChangeLimit): StoredLimit {
    this.#facts.write('spending_limits', limit.limitId, { set: termsOf(body, this.#limits.money) });
    this.#forget.run(limit.number);
    this.#count.run(limit.number);
    return this.#limits.require(limit.limitId);
  }

  delete(limit: StoredLimit, now: string): void {
    this.#facts.write('spending_limits', limit.limitId, { set: { deleted_at: now } });
    this.#forget.run(limit.number);
  }

  /**
   * Charges uses of an account against every limit that counts them, with the alerts that fires. What is given back
   * elsewhere in the period makes room.
   * @throws {ApiError} `spending_limit_exceeded`: then the transaction must not be kept
   */
  spend(accountId: string, uses: readonly SpentUse[], now: string): void {
    const { money } = this.#limits;
    for (const spent of this.#limits.counting(accountId, uses)) {
      const { limit, period, before, nanos } = spent;
      if (exceeds(spent, money)) {
        this.#refused = { spent, accountId };
        throw exceeded(limit, period, { spent: before, requested: nanos, money });
      }
      this.#keep(spent, accountId, now);
    }
  }

  /** Tells of the limit that refused last, once in its period; that is a transaction of its own. */
  tellRefused(now: string): void {
    const refused = this.#refused;
    this.#refused = undefined;
    if (refused === undefined) return;
    const { limit, period, before } = refused.spent;
    this.#tellReached(limit, period, { accountId: refused.accountId, spent: before, now });
  }

  #tellReached(
    limit: StoredLimit,
    period: DayRange,
    {
      accountId,
      spent,
      now,
    }: { readonly accountId: string; readonly spent: bigint; readonly now: string },
  ): void {
    this.#events.emit({
      type: 'limit.reached',
      at: now,
      accountId,
      once: `limit.reached ${limit.limitId} ${period.start} ${limit.amount}`,
      data: { ...limitData(limit, spent, this.#limits.money), account_id: accountId },
    });
  }

  /** The same, and nothing is refused. */
  count(accountId: string, uses: readonly SpentUse[], now: string): void {
    for (const spent of this.#limits.counting(accountId, uses)) this.#keep(spent, accountId, now);
  }

  #keep({ limit, period, before, nanos }: CountedUse, accountId: string, now: string): void {
    const after = before + nanos;
    this.#spend.run(limit.number, period.start, after);
    this.#fire(limit, period, { before, after }, accountId, now);
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
    accountId: string,
    now: string,
  ): void {
    const { money } = this.#limits;
    for (const threshold of limit.thresholds) {
      // In hundredths of nanos, so that nothing is rounded.
      const at = limit.amount * money.nanosPerMinor * BigInt(threshold);
      if (before * 100n >= at || after * 100n < at) continue;
      if (this.#hasFired.get(limit.number, period.start, threshold) !== undefined) continue;
      this.#facts.write('spending_alerts', this.#createId('alert'), {
        set: {
          limit_id: limit.limitId,
          period_start: period.start,
          threshold,
          account_id: accountId,
          amount: integerMember(limit.amount),
          spent_nanos: after.toString(),
          created_at: now,
        },
      });
      this.#events.emit({
        type: 'limit.threshold_reached',
        at: now,
        accountId,
        data: { ...limitData(limit, after, money), account_id: accountId, threshold },
      });
    }
    const isReached = after >= limit.amount * money.nanosPerMinor;
    if (isReached && after > before) {
      this.#tellReached(limit, period, { accountId, spent: after, now });
    }
    // Whoever goes on spending beyond it is suspended too: a limit of all accounts is crossed only once.
    if (!limit.autoSuspend || after <= before || !isReached) return;
    this.#accounts.suspend(accountId, {
      cause: 'LIMIT',
      since: now,
      until: startOf(period.end),
      reason: `The ${limit.period.toLowerCase()} limit of ${money.number(limit.amount)} ${money.code} is reached.`,
    });
  }
}

/** What receivers are told of a limit, and what was spent of it in whole minor units. */
function limitData(limit: StoredLimit, spent: bigint, money: Money) {
  return {
    limit_id: limit.limitId,
    period: limit.period,
    amount_cents: integerMember(limit.amount),
    spent_cents: integerMember(spent / money.nanosPerMinor),
    currency: money.code,
  };
}

/** @throws {ApiError} `validation_error` for an amount that the currency does not have */
function termsOf(body: ChangeLimit, money: Money) {
  return {
    period: body.period,
    mode: body.mode,
    amount: integerMember(minorAt(money, 'amount', body.amount)),
    thresholds: [...body.alert_thresholds],
    auto_suspend: body.auto_suspend,
  };
}

function exceeded(
  limit: StoredLimit,
  period: DayRange,
  {
    spent,
    requested,
    money,
  }: { readonly spent: bigint; readonly requested: bigint; readonly money: Money },
): ApiError {
  return new ApiError(
    'spending_limit_exceeded',
    `This would exceed the ${limit.period.toLowerCase()} spending limit of ${money.number(limit.amount)} ${money.code}. Nothing was served or charged.`,
    {
      details: {
        dataset: limit.datasetId,
        period: limit.period,
        limit: money.number(limit.amount),
        spent: costNumber(spent),
        requested: costNumber(requested),
        reset_at: startOf(period.end),
      },
    },
  );
}
