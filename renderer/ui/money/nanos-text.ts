/** Exact amounts that no answer holds: differences and shares of the API's numbers, in nanos. */
import { costPlaces, unitsOf } from '../../../shared/billing/decimal.ts';
import { nanosInMinor } from '../../../shared/billing/currency.ts';
import { currencySign, formatDigits, placesIn, withCurrency } from './money.ts';

/** Nanos in one whole unit. */
const wholeNanos = 1_000_000_000n;

/** A number of the API in nanos; what is finer is left out. */
export function nanos(value: number): bigint {
  return unitsOf(value, costPlaces) ?? BigInt(Math.round(value * 1e9));
}

/** An amount in nanos to the minor unit, half up; below half of one as it is, since it is not nothing. */
function toMinor(value: bigint, places: number): bigint {
  const minor = nanosInMinor(places);
  const magnitude = value < 0n ? -value : value;
  const rounded = ((magnitude + minor / 2n) / minor) * minor;
  if (rounded === 0n) return value;
  return value < 0n ? -rounded : rounded;
}

/** An amount of the API for a headline: to the minor unit, which rows, hovering and files do not stop at. */
export function headlineAmount(value: number, places: number): number {
  return Number(toMinor(nanos(value), places)) / Number(wholeNanos);
}

/** `$0.56 USD`: an amount in nanos for a headline. */
export function headlineText(value: bigint, currency: string): string {
  return nanosText(toMinor(value, placesIn(currency)), currency);
}

/** `$0.56`: the same with the currency named once, by its sign, or by its letters where it has none. */
export function shortText(value: bigint, currency: string): string {
  const text = headlineText(value, currency);
  return currencySign(currency) === '' ? text : text.slice(0, -` ${currency}`.length);
}

/** `$0.559994433 USD`: every place that is not zero, those of the currency at least. */
export function nanosText(value: bigint, currency: string): string {
  const magnitude = value < 0n ? -value : value;
  const places = String(magnitude % wholeNanos).padStart(costPlaces, '0');
  const digits = `${value < 0n ? '-' : ''}${magnitude / wholeNanos}.${places}`;
  return withCurrency(formatDigits(digits, placesIn(currency)), currency);
}
