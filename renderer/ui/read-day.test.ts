/** Days are read in the forms that are shown, and in no other. */
import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

it('reads ISO days and days with the name of the month', () => {
  expect(readDay(' 2026-11-21 ')).toBe('2026-11-21');
  expect(readDay('1 Nov 2026')).toBe('2026-11-01');
  expect(readDay('21 November 2026')).toBe('2026-11-21');
});

it.each(['11/12/2026', '2026-02-30', '2026-1', '21 Now 2026', ''])(
  'takes nothing that could be meant in two ways, or is no day: %s',
  (text) => {
    expect(readDay(text)).toBeNull();
  },
);
