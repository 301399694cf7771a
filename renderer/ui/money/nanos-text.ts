/** Exact amounts that no answer holds: differences and shares of the API's numbers, in nanos. */
import { costPlaces, unitsOf } from '../../../shared/billing/decimal.ts';
import { currencySign, formatDigits, withCurrency } from './money.ts';

/** Nanos in one whole unit. */
const wholeNanos = 1_000_000_000n;

/** A number of the API in nanos; what is finer is left out. */
export function nanos(value: number): bigint {
  return unitsOf(value, costPlaces) ?? BigInt(Math.round(value * 1e9));
}

const centNanos = 10_000_000n;

/** An amount in nanos to the cent, half up; below half a cent as it is, since it is not nothing. */
function toCents(value: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  const cents = ((magnitude + centNanos / 2n) / centNanos) * centNanos;
  if (cents === 0n) return value;
  return value < 0n ? -cents : cents;
}

/** An amount of the API for a headline: to the cent, which rows, hovering and files do not stop at. */
export function headlineAmount(value: number): number {
  return Number(toCents(nanos(value))) / Number(wholeNanos);
}

/** `$0.56 USD`: an amount in nanos for a headline. */
export function headlineText(value: bigint, currency: string): string {
  return nanosText(toCents(value), currency);
}

/** `$0.56`: the same with the currency named once, by its sign, or by its letters where it has none. */
export function shortText(value: bigint, currency: string): string {
  const text = headlineText(value, currency);
  return currencySign(currency) === '' ? text : text.slice(0, -` ${currency}`.length);
}

/** `$0.559994433 USD`: every place that is not zero, two at least. */
export function nanosText(value: bigint, currency: string): string {
  const magnitude = value < 0n ? -value : value;
  const places = String(magnitude % wholeNanos).padStart(costPlaces, '0');
  const digits = `${value < 0n ? '-' : ''}${magnitude / wholeNanos}.${places}`;
  return withCurrency(formatDigits(digits, 2), currency);
}
