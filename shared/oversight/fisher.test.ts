/** Fisher's exact test beside whole numbers of any size, and Holm's adjustment. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustByHolm, fisherExact } from './fisher.ts';
import { six } from './testing/digits.ts';

type Table = readonly [number, number, number, number];

/** Binomial coefficient. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let step = 1; step <= Math.min(k, n - k); step += 1) {
    result = (result * BigInt(n - Math.min(k, n - k) + step)) / BigInt(step);
  }
  return result;
}

/** The same p by counting tables in whole numbers; 24 decimals are kept in the division. */
function byCounting([a, b, c, d]: Table): number {
  const row = a + b;
  const column = a + c;
  const rest = c + d;
  const weight = (k: number) => choose(row, k) * choose(rest, column - k);
  const limit = weight(a) * 10_000_001n;
  let within = 0n;
  let all = 0n;
  for (let k = Math.max(0, column - rest); k <= Math.min(row, column); k += 1) {
    const each = weight(k);
    all += each;
    if (each * 10_000_000n <= limit) within += each;
  }
  const digits = 60;
  const quotient = ((within * 10n ** BigInt(digits)) / all).toString();
  return Number(`${quotient}e-${digits}`);
}

describe('Fisher’s exact test', () => {
  test.each([
    [[1, 9, 11, 3], 0.00275946],
    [[3, 1, 1, 3], 0.485714],
    [[0, 10, 5, 5], 0.0325077],
    [[10, 0, 20, 0], 1],
    [[0, 0, 3, 4], 1],
    [[243, 96, 1_852, 189], 2.3029e-19],
    [[4, 44, 2_091, 241], 1.58738e-37],
  ] as const)('of %j is %d', ([a, b, c, d], p) => {
    expect(six(fisherExact(a, b, c, d))).toBe(p);
  });

  test.each([
    [243, 96, 1_852, 189],
    [795, 141, 1_300, 144],
    [28, 11, 2_067, 274],
    [231, 46, 1_864, 239],
    [590, 96, 1_505, 189],
    [4, 44, 2_091, 241],
    [124, 51, 1_181, 99],
    [34, 42, 50, 42],
  ] as const)('of %d %d %d %d has 12 digits of what counting gives', (a, b, c, d) => {
    const exact = byCounting([a, b, c, d]);
    expect(Math.abs(fisherExact(a, b, c, d) / exact - 1)).toBeLessThan(1e-12);
  });

  test('of small tables is what counting gives, and the same from every side', () => {
    const cell = fc.integer({ min: 0, max: 25 });
    fc.assert(
      fc.property(cell, cell, cell, cell, (a, b, c, d) => {
        const p = fisherExact(a, b, c, d);
        expect(p).toBeCloseTo(byCounting([a, b, c, d]), 11);
        expect(fisherExact(c, d, a, b)).toBeCloseTo(p, 11);
        expect(fisherExact(b, a, d, c)).toBeCloseTo(p, 11);
      }),
      { seed: 20 },
    );
  });

  test('of a million decisions: what is too unlikely counts as 0', () => {
    expect(fisherExact(250_000, 250_000, 400_000, 100_000)).toBe(0);
    expect(fisherExact(250_000, 250_000, 250_000, 250_000)).toBeCloseTo(1, 9);
  });
});

describe('Holm’s adjustment', () => {
  test('multiplies the least by the number of tests, and never falls', () => {
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(adjustByHolm([0.9, 0.8])).toEqual([1, 1]);
    expect(adjustByHolm([0.02])).toEqual([0.02]);
    expect(adjustByHolm([])).toEqual([]);
  });
});
