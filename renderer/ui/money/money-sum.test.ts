/** Sums are exact where floats are not. */
import { expect, it } from 'vitest';
import { addsUp, nanosOf } from './money-sum.ts';

it('adds to the nano-unit', () => {
  expect(addsUp([0.1, 0.2], 0.3)).toBe(true);
  expect(addsUp([31.4618, 6.25, 0.148148147, 0.84], 38.699948147)).toBe(true);
  expect(addsUp([31.4618, 6.25, 0.148148147, 0.84], 38.699948146)).toBe(false);
  expect(nanosOf([1e-10])).toBeUndefined();
});
