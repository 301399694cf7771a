/** Days are read in the forms that are shown, and in no other. */
import { afterEach, expect, it } from 'vitest';
import { setFormats } from '../i18n/locale.ts';
import { formatDay } from './format.ts';
import { readDay } from './read-day.ts';

afterEach(() => setFormats('language', 'en', 'en'));

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

it('reads figures that can be meant in one way only', () => {
  expect(['16/11/2026', '11/16/2026', '11/11/2026', '16.11.2026'].map(readDay)).toEqual([
    '2026-11-16',
    '2026-11-16',
    '2026-11-11',
    '2026-11-16',
  ]);
});

it('reads figures in the order of the computer where its formats were chosen', () => {
  setFormats('system', 'en', 'en-US');
  expect(readDay('11/12/2026')).toBe('2026-11-12');
  setFormats('system', 'en', 'en-GB');
  expect(readDay('11/12/2026')).toBe('2026-12-11');
});

it('reads German days in German', () => {
  setFormats('language', 'de', 'en');
  expect(
    [
      '21.11.2026',
      '1.3.2026',
      '21. Nov. 2026',
      '3. März 2026',
      '1 May 2026',
      '21.11.26',
      '31.02.2026',
    ].map(readDay),
  ).toEqual(['2026-11-21', '2026-03-01', '2026-11-21', '2026-03-03', '2026-05-01', null, null]);
});

it('reads whatever is shown', () => {
  for (const [choice, language] of [
    ['language', 'en'],
    ['language', 'de'],
    ['iso', 'de'],
  ] as const) {
    setFormats(choice, language, 'en');
    for (const day of ['2026-01-31', '2026-03-01', '2026-05-09', '2026-12-24']) {
      expect(readDay(formatDay(day))).toBe(day);
    }
  }
});
