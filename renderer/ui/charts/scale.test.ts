import { describe, expect, test } from 'vitest';
import { hasName, percent, roundUp, ticks } from './scale.ts';

describe('The top of a scale', () => {
  test.each([
    [0, 1],
    [-3, 1],
    [0.0000001, 0.0000001],
    [0.3, 0.4],
    [1, 1],
    [1.01, 2],
    [2.2, 2.5],
    [41, 50],
    [99, 100],
    [7_001, 10_000],
  ])('of %d is %d', (value, top) => {
    expect(roundUp(value)).toBe(top);
  });
});

test('lines are at equal steps, without the noise of binary fractions', () => {
  expect(ticks(0.4, 4)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(ticks(10, 4)).toEqual([0, 2.5, 5, 7.5, 10]);
});

test('as many columns have names as fit', () => {
  const named = (columns: number, most: number) =>
    Array.from({ length: columns }, (_, place) => place).filter((place) =>
      hasName(place, columns, most),
    );
  expect(named(5, 12)).toEqual([0, 1, 2, 3, 4]);
  expect(named(30, 12)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  expect(named(0, 12)).toEqual([]);
});

test('a share is a percentage without an end of digits', () => {
  expect(percent(1 / 3)).toBe('33.3333%');
  expect(percent(0)).toBe('0%');
});
