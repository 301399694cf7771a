/** What data holders have earned, and when and how they want it. */
import type { Database, Statement } from 'better-sqlite3';
import { currency, payoutMethods, type PayoutPreferences } from '../../shared/contract/billing.ts';
import { dayOf, spanOf, spans, startOf, type Span } from '../../shared/billing/calendar.ts';
import { moneyNumber, numberOf } from '../../shared/billing/decimal.ts';

/** Of a holder who has said nothing yet: monthly, from 100.00 on, by transfer, for a fee of 15 %. */
const usual = { frequency: 'MONTHLY', threshold: 10_000n, method: 'bank_transfer' } as const;
const usualFeeBps = 1_500n;

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

export interface Accrual {
  readonly invoice: bigint;
  readonly datasetId: string;
  readonly holderId: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

const columns = 'holder_id, frequency, threshold, method, fee_bps, last_run_day';

export class HolderAccounts {
  readonly #one: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #balance: Statement<[string], bigint>;
  readonly #pending: Statement<[string], bigint>;
  readonly #insert: (values: object) => void;
  readonly #set: (values: object) => void;
  readonly #accrue: (values: object) => void;

  constructor(database: Database) {
    this.#one = database
      .prepare<[string], Row>(`SELECT ${columns} FROM payout_preferences WHERE holder_id = ?`)
      .safeIntegers();
    this.#all = database
      .prepare<[], Row>(`SELECT ${columns} FROM payout_preferences ORDER BY holder_id`)
      .safeIntegers();
    this.#balance = database
      .prepare<[string], bigint>(
        'SELECT coalesce(sum(net), 0) FROM accruals WHERE holder_id = ? AND payout IS NULL',
      )
      .pluck()
      .safeIntegers();
    this.#pending = database
      .prepare<[string], bigint>(
        `SELECT amount FROM payouts WHERE holder_id = ? AND status = 'PENDING'`,
      )
      .pluck()
      .safeIntegers();
    const run = (sql: string) => {
      const statement = database.prepare<[object]>(sql);
      return (values: object) => void statement.run(values);
    };
    this.#insert = run(
      `INSERT INTO payout_preferences (holder_id, frequency, threshold, method, fee_bps,
         last_run_day, updated_at)
       VALUES (@holderId, @frequency, @threshold, @method, @feeBps, @today, @now)`,
    );
    this.#set = run(
      `UPDATE payout_preferences SET frequency = @frequency, threshold = @threshold,
         method = @method, updated_at = @now
       WHERE holder_id = @holderId`,
    );
    this.#accrue = run(
      `INSERT INTO accruals (invoice, dataset_id, holder_id, gross, fee, net, accrued_at)
       VALUES (@invoice, @datasetId, @holderId, @gross, @fee, @net, @now)`,
    );
  }

  find(holderId: string): Holder | undefined {
    const row = this.#one.get(holderId);
    return row && holderOf(row);
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
    return {
      holder_id: holder.holderId,
      frequency: holder.frequency,
      threshold: moneyNumber(holder.threshold),
      method: holder.method,
      fee_percent: numberOf(holder.feeBps, 2),
      balance: moneyNumber(this.balance(holder.holderId)),
      pending_payout: moneyNumber(this.#pending.get(holder.holderId) ?? 0n),
      next_run: startOf(spanOf(holder.frequency, dayOf(now)).end),
      currency,
    };
  }

  /** When and how a holder is paid; as usual where nobody has said otherwise. */
  preferences(
    holderId: string,
  ): Pick<PayoutPreferences, 'holder_id' | 'frequency' | 'threshold' | 'method'> {
    const { frequency, threshold, method } = this.find(holderId) ?? usual;
    return { holder_id: holderId, frequency, threshold: moneyNumber(threshold), method };
  }

  /** What a holder is charged, in hundredths of a percent. From the first accrual on a holder is known. */
  feeOf(holderId: string, now: string): bigint {
    const known = this.find(holderId);
    if (known !== undefined) return known.feeBps;
    this.#insert({ holderId, ...usual, feeBps: usualFeeBps, today: dayOf(now), now });
    return usualFeeBps;
  }

  /** Sets when and how a holder is paid. The caller holds the transaction. */
  prefer(
    preferences: Pick<Holder, 'holderId' | 'frequency' | 'threshold' | 'method'>,
    now: string,
  ): void {
    this.feeOf(preferences.holderId, now);
    this.#set({ ...preferences, now });
  }

  /** Keeps a dataset's share of a paid invoice for its holder. The caller holds the transaction. */
  accrue(accrual: Accrual, now: string): void {
    this.#accrue({ ...accrual, now });
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
