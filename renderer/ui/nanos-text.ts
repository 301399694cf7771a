/** Exact amounts that no answer holds: differences and shares of the API's numbers, in nanos. */
import { costPlaces, unitsOf } from '../../shared/billing/decimal.ts';
import { formatDigits, withCurrency } from './money.ts';

/** Nanos in one whole unit. */
const wholeNanos = 1_000_000_000n;

/** A number of the API in nanos; what is finer is left out. */
export function nanos(value: number): bigint {
  return unitsOf(value, costPlaces) ?? BigInt(Math.round(value * 1e9));
}

/** `$0.559994433 USD`: every place that is not zero, two at least. */
export function nanosText(value: bigint, currency: string): string {
  const magnitude = value < 0n ? -value : value;
  const places = String(magnitude % wholeNanos).padStart(costPlaces, '0');
  const digits = `${value < 0n ? '-' : ''}${magnitude / wholeNanos}.${places}`;
  return withCurrency(formatDigits(digits, 2), currency);
}
