/** The words of a forecast, by the numbers of the design of grants. */
import { expect, test } from 'vitest';
import { forecastOf } from '../../../../shared/billing/session-forecast.ts';
import { budgetWords } from './budget-words.ts';

const wordsFor = (budgetLeft: bigint | undefined) => {
  const session = { cost: 2_580_000_000n, elapsed: 1_200n, left: 2_400n, budgetLeft };
  const forecast = forecastOf(session);
  return forecast && budgetWords(forecast);
};

test('a budget that lasts is within, one that does not is reached in minutes, rounded down', () => {
  expect(wordsFor(7_420_000_000n)).toMatchObject({ key: 'within' });
  expect(wordsFor(2_420_000_000n)).toEqual({ key: 'reachedIn', values: { count: 18 } });
  expect(wordsFor(100_000_000n)).toMatchObject({ key: 'reachedSoon' });
  expect(wordsFor(undefined)).toBeUndefined();
});
