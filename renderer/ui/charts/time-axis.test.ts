/** The time axis has no holes, and its periods end where the next begins. */
import { expect, test } from 'vitest';
import { instantOf, nextStart, periodName, wholeAxis, type Interval } from './time-axis.ts';

const axisOf = (interval: Interval, starts: readonly string[]) =>
  wholeAxis(
    starts.map((start) => ({ start, total: 1 })),
    interval,
    ({ start }) => start,
    (start) => ({ start, total: 0 }),
  );

test('each period begins where the one before ends, leap days and years included', () => {
  expect(nextStart('2024-02-28', 'day')).toBe('2024-02-29');
  expect(nextStart('2026-12-28', 'week')).toBe('2027-01-04');
  expect(nextStart('2026-12-01', 'month')).toBe('2027-01-01');
  expect(nextStart('2026-10-01', 'quarter')).toBe('2027-01-01');
  expect(nextStart('2026-01-01', 'year')).toBe('2027-01-01');
  expect(instantOf('2024-02-29')).toBe('2024-02-29T00:00:00.000Z');
});

test('months without decisions are there with nothing in them', () => {
  const axis = axisOf('month', ['2026-01-01', '2026-04-01']);
  expect(axis.map(({ start, total }) => [start, total])).toEqual([
    ['2026-01-01', 1],
    ['2026-02-01', 0],
    ['2026-03-01', 0],
    ['2026-04-01', 1],
  ]);
});

test('an axis too long to be drawn keeps the periods with decisions only', () => {
  const sparse = axisOf('day', ['2000-01-01', '2026-01-01']);
  expect(sparse.map(({ start }) => start)).toEqual(['2000-01-01', '2026-01-01']);
  expect(axisOf('day', [])).toEqual([]);
});

test('periods have names', () => {
  expect(periodName('2026-03-01', 'month')).toBe('Mar 2026');
  expect(periodName('2026-10-01', 'quarter')).toBe('Q4 2026');
  expect(periodName('2026-01-01', 'year')).toBe('2026');
});
