/** Golden numbers of reviews: nearest ranks and Cohen's kappa. */
import { expect, test } from 'vitest';
import { cohensKappa, nearestRank } from './people.ts';

test('Cohen’s kappa', () => {
  expect(
    cohensKappa([
      [20, 5],
      [10, 15],
    ]),
  ).toBeCloseTo(0.4, 12);
  expect(
    cohensKappa([
      [10, 0],
      [0, 10],
    ]),
  ).toBe(1);
  expect(
    cohensKappa([
      [0, 5],
      [5, 0],
    ]),
  ).toBe(-1);
  expect(
    cohensKappa([
      [7, 0],
      [0, 0],
    ]),
  ).toBeUndefined();
  expect(cohensKappa([])).toBeUndefined();
});

test('percentiles by nearest rank', () => {
  const values = [15, 20, 35, 40, 50];
  expect([5, 30, 40, 50, 90, 100].map((percent) => nearestRank(values, percent))).toEqual([
    15, 20, 20, 35, 50, 50,
  ]);
  expect(nearestRank([1, 2], 50)).toBe(1);
  expect(nearestRank([], 50)).toBeUndefined();
});
