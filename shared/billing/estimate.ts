/** The estimate of a request for data: what the expected use costs, and what of it is the holder's. */
import { netOfFee } from './invoice-amounts.ts';
import { monthPrice, type PriceRules } from './month-price.ts';
import { sumOf } from './volume.ts';

/** Use that somebody expects; whole units. */
export interface ExpectedUse {
  readonly rows: bigint;
  readonly microHours: bigint;
  readonly operations: bigint;
  /** Mean of a row as it is given out. */
  readonly bytesPerRow: bigint;
}

/** Nanos. */
export interface Estimate {
  readonly usage: bigint;
  readonly holderShare: bigint;
}

/**
 * Prices the use as if nothing else was used in the month.
 * @param feeBps what the holder is charged; hundredths of a percent
 */
export function estimateOf(rules: PriceRules, use: ExpectedUse, feeBps: bigint): Estimate {
  const { rows, microHours, operations, bytesPerRow } = use;
  const volume = {
    time: microHours,
    record: rows,
    data: rows * bytesPerRow,
    operation: operations,
  };
  const usage = sumOf(monthPrice(rules, volume).cost);
  return { usage, holderShare: netOfFee(usage, feeBps).net };
}
