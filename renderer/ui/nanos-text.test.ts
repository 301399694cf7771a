/** Differences are exact and written with every place. */
import { expect, it } from 'vitest';
import { nanos, nanosText } from './nanos-text.ts';

it('writes every place that is not zero, two at least', () => {
  expect(nanosText(nanos(12) - nanos(11.440005567), 'USD')).toBe('$0.559994433 USD');
  expect(nanosText(nanos(1234.5), 'USD')).toBe('$1,234.50 USD');
  expect(nanosText(0n, 'USD')).toBe('$0.00 USD');
  expect(nanosText(-5_000_000n, 'USD')).toBe('-$0.005 USD');
});
