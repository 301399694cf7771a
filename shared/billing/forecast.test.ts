/** The forecast of a month, worked by hand. */
import { expect, test } from 'vitest';
import { addDays } from './calendar.ts';
import { forecastMonth, forecastTotal } from './forecast.ts';
import { openRate, type PriceRules } from './month-price.ts';
import { nothing, type PerDimension } from './volume.ts';

const free = openRate(0n);
const rules: PriceRules = {
  prices: {
    time: free,
    record: {
      ...free,
      tiers: [
        { upTo: 1_000n, rate: 50_000n, flat: 0n },
        { upTo: null, rate: 40_000n, flat: 0n },
      ],
    },
    data: free,
    operation: free,
  },
  commitment: undefined,
  discountBps: 0n,
};

/** 100 records on each weekday from a day up to before another. */
function weekdays(from: string, to: string): Map<string, PerDimension> {
  const used = new Map<string, PerDimension>();
  for (let day = from; day < to; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) used.set(day, { ...nothing, record: 100n });
  }
  return used;
}

test.each(['2026-09-01', '2026-11-02'])(
  '100 records each weekday since %s: at 16 November 50.00 so far, 94.00 in the month',
  (from) => {
    const forecast = forecastMonth(rules, weekdays(from, '2026-11-16'), '2026-11-16T00:00:00.000Z');
    expect(forecast?.volumes.record).toBe(2_100n);
    expect(forecast && forecastTotal(forecast)).toBe(94_000_000_000n);
  },
);

test('of a day that goes on the greater of what is used and what is usual counts', () => {
  const used = weekdays('2026-09-01', '2026-11-16');
  used.set('2026-11-16', { ...nothing, record: 250n });
  const forecast = forecastMonth(rules, used, '2026-11-16T11:00:00.000Z');
  expect(forecast?.volumes.record).toBe(2_250n);
});

test('there is none before seven days of use', () => {
  const used = weekdays('2026-11-10', '2026-11-16');
  expect(forecastMonth(rules, used, '2026-11-16T23:00:00.000Z')).toBeUndefined();
  expect(forecastMonth(rules, new Map(), '2026-11-16T23:00:00.000Z')).toBeUndefined();
  expect(forecastMonth(rules, used, '2026-11-17T00:00:00.000Z')?.days).toBe(7);
});
