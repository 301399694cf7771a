/** Differences are exact and written with every place. */
import { expect, it } from 'vitest';
import { headlineAmount, headlineText, nanos, nanosText, shortText } from './nanos-text.ts';

it('writes every place that is not zero, two at least', () => {
  expect(nanosText(nanos(12) - nanos(11.440005567), 'USD')).toBe('$0.559994433 USD');
  expect(nanosText(nanos(1234.5), 'USD')).toBe('$1,234.50 USD');
  expect(nanosText(0n, 'USD')).toBe('$0.00 USD');
  expect(nanosText(-5_000_000n, 'USD')).toBe('-$0.005 USD');
});

const toCents = (value: number) => headlineAmount(value, 2);

it('a headline is told to the minor unit, and never that something is nothing', () => {
  expect([2.516944444, 0.005, 1_234_567.894999999, -0.559994433, 12].map(toCents)).toEqual([
    2.52, 0.01, 1_234_567.89, -0.56, 12,
  ]);
  expect([0, 0.004999999].map(toCents)).toEqual([0, 0.004999999]);
  expect(headlineText(nanos(12) - nanos(11.440005567), 'USD')).toBe('$0.56 USD');
  expect(shortText(nanos(0.520003132), 'USD')).toBe('$0.52');
  expect(shortText(nanos(0.520003132), 'CHF')).toBe('0.52 CHF');
  expect([1.5, 0.4].map((each) => headlineAmount(each, 0))).toEqual([2, 0.4]);
  expect(headlineText(nanos(1.0005), 'KWD')).toBe('1.001 KWD');
  expect(headlineText(nanos(1_234.5), 'JPY')).toBe('¥1,235 JPY');
});
