/** Golden days of requests of persons. */
import { expect, test } from 'vitest';
import { dueDay, extendedDay } from './deadlines.ts';

test.each([
  ['2026-01-31', '2026-02-28', '2026-04-30'],
  ['2028-01-31', '2028-02-29', '2028-04-30'],
  ['2026-08-31', '2026-09-30', '2026-11-30'],
  ['2026-11-30', '2026-12-30', '2027-02-28'],
  ['2026-12-15', '2027-01-15', '2027-03-15'],
])('by the month, what came on %s is due on %s, extended on %s', (received, due, extended) => {
  expect(dueDay(received, 'month')).toBe(due);
  expect(extendedDay(received, 'month')).toBe(extended);
});

test('by 30 days, without extension', () => {
  expect(dueDay('2026-01-31', '30_days')).toBe('2026-03-02');
  expect(extendedDay('2026-01-31', '30_days')).toBeUndefined();
});
