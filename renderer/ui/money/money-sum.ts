/** Exact sums of the API's decimal numbers, to check that what is shown adds up; never to show a total. */
import { costPlaces, unitsOf } from '../../../shared/billing/decimal.ts';

/** The sum in nanos; undefined where a number has more than nine decimals. */
export function nanosOf(values: readonly number[]): bigint | undefined {
  let sum = 0n;
  for (const value of values) {
    const units = unitsOf(value, costPlaces);
    if (units === undefined) return undefined;
    sum += units;
  }
  return sum;
}

/** Tells whether numbers add up to a total, to the nano-unit. */
export function addsUp(values: readonly number[], total: number): boolean {
  const sum = nanosOf(values);
  return sum !== undefined && sum === nanosOf([total]);
}
