/** The currency that a workspace bills in: chosen in its settings while no amount is kept, and fixed from then on. */
import type { Database, Statement } from 'better-sqlite3';
import { moneyIn, usualCurrency, type Money } from '../../shared/billing/money.ts';
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const workspaceMoneyStatements = {
  currency: 'SELECT currency FROM billing_settings ORDER BY version DESC LIMIT 1',
  /** The first thing that has an amount, or was metered. */
  use: `SELECT (SELECT 'usage' FROM usage_events LIMIT 1) AS usage,
      (SELECT 'rate_cards' FROM rate_cards WHERE rate_card_id <> 'standard' OR version > 1 LIMIT 1) AS cards,
      (SELECT 'credits' FROM credits LIMIT 1) AS credits,
      (SELECT 'charges' FROM charges LIMIT 1) AS charges,
      (SELECT 'adjustments' FROM adjustments LIMIT 1) AS adjustments,
      (SELECT 'limits' FROM spending_limits LIMIT 1) AS limits,
      (SELECT 'payout_preferences' FROM payout_preferences LIMIT 1) AS preferences,
      (SELECT 'fee_tables' FROM fee_tables LIMIT 1) AS fees,
      (SELECT 'grants' FROM grants WHERE budget_nanos IS NOT NULL LIMIT 1) AS grants`,
} as const;

/** Over one connection. */
export class WorkspaceMoney {
  readonly #currency: Statement<[], string | null>;
  readonly #use: Statement<[], Readonly<Record<string, string | null>>>;

  constructor(database: Database) {
    this.#currency = database.prepare<[], string | null>(workspaceMoneyStatements.currency).pluck();
    this.#use = database.prepare(workspaceMoneyStatements.use);
  }

  /** By the settings in force. */
  get now(): Money {
    return moneyIn(this.#currency.get() ?? usualCurrency);
  }

  /** What there is in the present currency already; undefined while it can be changed. */
  inUseBy(): string | undefined {
    return Object.values(this.#use.get() ?? {}).find((each) => each !== null) ?? undefined;
  }
}

/**
 * An amount in minor units.
 * @param path of its member
 * @throws {ApiError} `validation_error` where it has more decimals than the currency
 */
export function minorAt(money: Money, path: string, value: number): bigint {
  const units = money.unitsOf(value);
  if (units === undefined) throw validationError([tooFine(money, path)]);
  return units;
}

/** Faults of amounts, by their members, that have more decimals than the currency. */
export function fineFaults(
  money: Money,
  amounts: readonly (readonly [path: string, value: number | undefined])[],
): FieldError[] {
  return amounts.flatMap(([path, value]) =>
    value === undefined || money.unitsOf(value) !== undefined ? [] : [tooFine(money, path)],
  );
}

function tooFine({ places }: Money, path: string): FieldError {
  return faultAt(path, 'at_most_decimals', { maximum: places });
}
