/** The numbers that the design of grants has for a session of 2.58 after twenty minutes. */
import { describe, expect, test } from 'vitest';
import { forecastOf } from './session-forecast.ts';

const nano = 1_000_000_000n;
const soFar = { cost: 2_580_000_000n, elapsed: 1_200n, left: 2_400n };

describe('A forecast', () => {
  test('goes on as it went so far', () => {
    expect(forecastOf(soFar)).toEqual({
      end: 7_740_000_000n,
      budgetLasts: undefined,
      isShort: false,
    });
  });

  test('says how long the budget lasts, and whether that is long enough', () => {
    const of = (budget: bigint) => forecastOf({ ...soFar, budgetLeft: budget - soFar.cost });
    expect(of(10n * nano)).toMatchObject({ budgetLasts: 3_451n, isShort: false });
    expect(of(5n * nano)).toMatchObject({ budgetLasts: 1_125n, isShort: true });
    expect(of(2n * nano)).toMatchObject({ budgetLasts: 0n, isShort: true });
  });

  test('rounds the end to the nano, halves up', () => {
    expect(forecastOf({ cost: 1n, elapsed: 60n, left: 30n })?.end).toBe(2n);
    expect(forecastOf({ cost: 1n, elapsed: 60n, left: 29n })?.end).toBe(1n);
  });

  test('is none before a minute is over, and where nothing was charged', () => {
    expect(forecastOf({ ...soFar, elapsed: 59n })).toBeUndefined();
    expect(forecastOf({ ...soFar, elapsed: 60n })).toBeDefined();
    expect(forecastOf({ ...soFar, cost: 0n })).toBeUndefined();
  });
});
