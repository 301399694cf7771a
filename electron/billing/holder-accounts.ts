/** What data holders have earned, and when and how they want it. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { payoutMethods, type PayoutPreferences } from '../../shared/contract/billing.ts';
import { dayOf, spanOf, spans, startOf, type Span } from '../../shared/billing/calendar.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import { FactsThen } from '../proof/facts-then.ts';
import type { Facts } from '../proof/facts.ts';
import { WorkspaceMoney } from './workspace-money.ts';

/** How a holder is paid who has said nothing yet: monthly, from 10,000 minor units on (100.00), by transfer, for a fee of 15 %. */
export const usualPreferences = {
  frequency: 'MONTHLY',
  threshold: 10_000n,
  method: 'bank_transfer',
} as const;
export const usualFeeBps = 1_500n;

interface Row {
  holder_id: string;
  frequency: string;
  threshold: bigint;
  method: string;
  fee_bps: bigint;
  last_run_day: string;
}

export interface Holder {
  readonly holderId: string;
  readonly frequency: Span;
  readonly threshold: bigint;
  readonly method: (typeof payoutMethods)[number];
  readonly feeBps: bigint;
  /** The day at which the last run was due, or from which the holder is known. */
  readonly lastRunDay: string;
}

const termsSchema = z.object({ frequency: z.enum(spans), threshold: z.coerce.bigint() });

const columns = 'holder_id, frequency, threshold, method, fee_bps, last_run_day';

export class HolderAccounts {
  readonly #money: WorkspaceMoney;
  readonly #one: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #balance: Statement<[string], bigint>;
  readonly #pending: Statement<[string], bigint>;
  readonly #facts: FactsThen;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#facts = new FactsThen(database);
    this.#one = database
      .prepare<[string], Row>(`SELECT ${columns} FROM payout_preferences WHERE holder_id = ?`)
      .safeIntegers();
    this.#all = database
      .prepare<[], Row>(`SELECT ${columns} FROM payout_preferences ORDER BY holder_id`)
      .safeIntegers();
    this.#balance = database
      .prepare<[string], bigint>(
        'SELECT coalesce(sum(net), 0) FROM earned WHERE holder_id = ? AND payout IS NULL',
      )
      .pluck()
      .safeIntegers();
    this.#pending = database
      .prepare<[string], bigint>(
        `SELECT amount FROM payouts WHERE holder_id = ? AND status = 'PENDING'`,
      )
      .pluck()
      .safeIntegers();
  }

  find(holderId: string): Holder | undefined {
    const row = this.#one.get(holderId);
    return row && holderOf(row);
  }

  /** When a holder wanted to be paid, at an instant; as usual where it had not said. */
  termsAt(holderId: string, at: string): Pick<Holder, 'frequency' | 'threshold'> {
    const row = this.#facts.of('payout_preferences', holderId, at);
    return row === undefined ? usualPreferences : termsSchema.parse(row);
  }

  all(): Holder[] {
    return this.#all.all().map(holderOf);
  }

  /** Net of fees, in no payout; minor units. */
  balance(holderId: string): bigint {
    return this.#balance.get(holderId) ?? 0n;
  }

  /** Preferences with the balance as they are at `now`. */
  show(holder: Holder, now: string): PayoutPreferences {
    const money = this.#money.now;
    return {
      holder_id: holder.holderId,
      frequency: holder.frequency,
      threshold: money.number(holder.threshold),
      method: holder.method,
      fee_percent: numberOf(holder.feeBps, 2),
      balance: money.number(this.balance(holder.holderId)),
      pending_payout: money.number(this.#pending.get(holder.holderId) ?? 0n),
      next_run: startOf(spanOf(holder.frequency, dayOf(now)).end),
      currency: money.code,
    };
  }

  /** When and how a holder is paid; as usual where nobody has said otherwise. */
  preferences(
    holderId: string,
  ): Pick<PayoutPreferences, 'holder_id' | 'frequency' | 'threshold' | 'method'> {
    const { frequency, threshold, method } = this.find(holderId) ?? usualPreferences;
    return { holder_id: holderId, frequency, threshold: this.#money.now.number(threshold), method };
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class HolderWriter {
  readonly #holders: HolderAccounts;
  readonly #facts: Facts;

  constructor(holders: HolderAccounts, facts: Facts) {
    this.#holders = holders;
    this.#facts = facts;
  }

  /** What a holder is charged, in hundredths of a percent. From the first share on a holder is known. */
  know(holderId: string, now: string): bigint {
    const known = this.#holders.find(holderId);
    if (known !== undefined) return known.feeBps;
    this.#write({ holderId, ...usualPreferences }, now);
    return usualFeeBps;
  }

  /** Sets when and how a holder is paid. */
  prefer(
    preferences: Pick<Holder, 'holderId' | 'frequency' | 'threshold' | 'method'>,
    now: string,
  ): void {
    const known = this.#holders.find(preferences.holderId);
    const isSame =
      known !== undefined &&
      (['frequency', 'threshold', 'method'] as const).every(
        (each) => known[each] === preferences[each],
      );
    if (!isSame) this.#write(preferences, now, known?.feeBps);
  }

  #write(
    preferences: Pick<Holder, 'holderId' | 'frequency' | 'threshold' | 'method'>,
    now: string,
    feeBps = usualFeeBps,
  ): void {
    const { holderId, frequency, threshold, method } = preferences;
    const set = {
      frequency,
      threshold: integerMember(threshold),
      method,
      fee_bps: integerMember(feeBps),
      updated_at: now,
    };
    this.#facts.write('payout_preferences', holderId, { set }, { last_run_day: dayOf(now) });
  }
}

function holderOf(row: Row): Holder {
  const frequency = spans.find((each) => each === row.frequency);
  const method = payoutMethods.find((each) => each === row.method);
  if (frequency === undefined || method === undefined) {
    throw new Error(`The preferences of ${row.holder_id} cannot be read.`);
  }
  return {
    holderId: row.holder_id,
    frequency,
    threshold: row.threshold,
    method,
    feeBps: row.fee_bps,
    lastRunDay: row.last_run_day,
  };
}
