/** Instants out of texts, and the calendar, against that of JavaScript. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDay, dayNumber, instantOf, secondText } from './instant.ts';

describe('A text', () => {
  it.each<readonly [string, number, string]>([
    ['1970-01-01', 0, ''],
    ['2024-01-05', 1_704_412_800, ''],
    ['2024-01-05T10:00Z', 1_704_448_800, ''],
    ['2024-01-05T10:00:00Z', 1_704_448_800, ''],
    ['2024-01-05T10:00:00.000Z', 1_704_448_800, ''],
    ['2024-01-05T12:00:00.120000+02:00', 1_704_448_800, '12'],
    ['2024-01-04T22:00:00.123456789-12:00', 1_704_448_800, '123456789'],
    ['0000-02-29T23:59:59Z', Date.parse('0000-02-29T23:59:59Z') / 1_000, ''],
    ['9999-12-31T23:59:59Z', Date.parse('9999-12-31T23:59:59Z') / 1_000, ''],
  ])('%s is an instant', (text, seconds, fraction) => {
    expect(instantOf(text)).toEqual({ seconds, fraction });
  });

  it.each([
    '',
    '2024',
    '2024-01',
    '2024-1-5',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '20240105',
    '2024-01-05 10:00:00Z',
    '2024-01-05T10:00:00',
    '2024-01-05T10Z',
    '2024-01-05T24:00:00Z',
    '2024-01-05T10:60:00Z',
    '2024-01-05T10:00:60Z',
    '2024-01-05T10:00:00.Z',
    '2024-01-05T10:00:00.1234567890Z',
    '2024-01-05T10:00:00+24:00',
    '2024-01-05T10:00:00+02',
    '2024-01-05t10:00:00z',
    ' 2024-01-05',
    '2024-01-05\n',
    '+02024-01-05',
    '٢٠٢٤-01-05',
  ])('%j is none', (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});

it('days and seconds are those of the Gregorian calendar, from the year 0 to 9999', () => {
  const [first, last] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
  fc.assert(
    fc.property(fc.integer({ min: first / 1_000, max: last / 1_000 }), (seconds) => {
      const date = new Date(seconds * 1_000);
      expect(secondText(seconds)).toBe(date.toISOString());
      expect(instantOf(date.toISOString())).toEqual({ seconds, fraction: '' });
      const day = calendarDay(Math.floor(seconds / 86_400));
      expect(day).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      });
      expect(dayNumber(day.year, day.month, day.day)).toBe(Math.floor(seconds / 86_400));
    }),
    { numRuns: 2_000 },
  );
  expect([secondText(first / 1_000 - 1), secondText(last / 1_000 + 1)]).toEqual([
    undefined,
    undefined,
  ]);
});
