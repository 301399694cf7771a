/** What a person reads: figures and times in one form everywhere. */
import { afterEach, describe, expect, test } from 'vitest';
import { setFormats } from '../i18n/locale.ts';
import {
  formatAgo,
  formatBytes,
  formatCompact,
  formatConfidence,
  formatCount,
  formatDay,
  formatDecimal,
  formatDuration,
  formatInstant,
  formatList,
  formatMonth,
  formatPercent,
  formatShortDay,
  formatWordedDay,
  formatSigned,
  shortHash,
  zoneName,
} from './format.ts';
import { formatMoney } from './money/money.ts';

afterEach(() => setFormats('language', 'en', 'en'));

describe('instants', () => {
  test('in UTC, 24 hours, day before month', () => {
    expect(formatInstant('2026-01-01T00:41:41.123Z', 'utc')).toBe('1 Jan 2026, 00:41:41');
    expect(formatInstant('2026-01-01T00:41:41.123Z', 'utc', 'millisecond')).toBe(
      '1 Jan 2026, 00:41:41.123',
    );
  });
  test('a text that is no instant is shown as it is', () => {
    expect(formatInstant('yesterday', 'utc')).toBe('yesterday');
  });
  test('a calendar day does not move with the zone', () => {
    expect(formatDay('2026-02-28')).toBe('28 Feb 2026');
  });
  test('ago', () => {
    const now = Date.parse('2026-01-02T00:00:00.000Z');
    expect(formatAgo('2026-01-01T23:55:00.000Z', now)).toBe('5 min ago');
    expect(formatAgo('2026-01-01T23:59:58.000Z', now)).toBe('now');
    expect(formatAgo('2026-01-01T00:00:00.000Z', now)).toBe('yesterday');
  });
});

test('no mark of direction of a locale, which would be shown as one that is hidden in data', () => {
  const marks = /[\u061c\u200e\u200f]/;
  for (const tag of ['ar-EG', 'he-IL', 'fa-IR', 'ur-PK']) {
    setFormats('system', 'en', tag);
    const written = [
      formatInstant('2026-01-31T00:41:41.123Z', 'utc'),
      formatDay('2026-01-31'),
      formatSigned(-12.5),
      formatDecimal(-12.5),
      formatMoney(-12.5, 'USD'),
      formatAgo('2026-01-01T00:00:00.000Z', Date.parse('2026-01-05T00:00:00.000Z')),
    ];
    expect(written.filter((each) => marks.test(each))).toEqual([]);
  }
});

test('counts, sizes and spans', () => {
  expect(formatCount(1_000_000)).toBe('1,000,000');
  expect(formatBytes(999)).toBe('999 B');
  expect(formatBytes(4.2 * 1024 * 1024)).toBe('4.2 MiB');
  expect(formatDuration(320)).toBe('320 ms');
  expect(formatDuration(3_250)).toBe('3.3 s');
  expect(formatDuration(3_900_000)).toBe('1 h 5 min');
  expect(formatDuration(171_000_000)).toBe('47 h 30 min');
  expect(formatDuration(2_463_480_000)).toBe('28 d 12 h');
});

test('a hash loses its algorithm and its tail', () => {
  expect(shortHash(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('0123456789ab');
});

const at = '2026-01-01T00:41:41.123Z';

describe('in German', () => {
  test('days and times', () => {
    setFormats('language', 'de', 'en');
    expect(formatInstant(at, 'utc')).toBe('01.01.2026, 00:41:41');
    expect(formatInstant(at, 'utc', 'millisecond')).toBe('01.01.2026, 00:41:41,123');
    expect(formatDay('2026-02-28')).toBe('28.02.2026');
    expect(formatMonth('2026-03')).toBe('März 2026');
    expect(formatShortDay('2026-11-21')).toBe('21. Nov.');
    const now = Date.parse('2026-01-02T00:00:00.000Z');
    expect(formatAgo('2026-01-01T23:55:00.000Z', now)).toBe('vor 5 Min.');
    expect(formatAgo('2026-01-01T23:59:58.000Z', now)).toBe('jetzt');
    expect(formatAgo('2026-01-01T00:00:00.000Z', now)).toBe('gestern');
  });

  test('numbers', () => {
    setFormats('language', 'de', 'en');
    expect(formatCount(1_000_000)).toBe('1.000.000');
    expect(formatPercent(0.625)).toBe('62,5\u00A0%');
    expect(formatConfidence(0.8)).toBe('0,800');
    expect(formatBytes(4.2 * 1024 * 1024)).toBe('4,2 MiB');
    expect(formatDuration(3_250)).toBe('3,3 s');
    expect(formatDecimal(12_034.56)).toBe('12.034,56');
    expect(formatSigned(0.2413)).toBe('+0,2413');
    expect(formatCompact(1_234_567)).toBe('1,2\u00A0Mio.');
    expect(formatList(['Eingabe', 'Ausgabe', 'Kontext'])).toBe('Eingabe, Ausgabe und Kontext');
  });
});

describe('as ISO 8601', () => {
  test('days and times, with numbers as the language has them', () => {
    setFormats('iso', 'de', 'en');
    expect(formatInstant(at, 'utc')).toBe('2026-01-01 00:41:41');
    expect(formatInstant(at, 'utc', 'millisecond')).toBe('2026-01-01 00:41:41.123');
    expect(formatInstant(at, 'utc', 'minute')).toBe('2026-01-01 00:41');
    expect(formatInstant(at, 'America/New_York')).toBe('2025-12-31 19:41:41');
    expect([formatDay('2026-02-28'), formatMonth('2026-03'), formatShortDay('2026-11-21')]).toEqual(
      ['2026-02-28', '2026-03', '11-21'],
    );
    expect(formatCount(1_000_000)).toBe('1.000.000');
  });
});

describe('as this computer', () => {
  test('by its tag, in the digits and years of ids and exports', () => {
    setFormats('system', 'en', 'en-US');
    expect(formatInstant(at, 'utc')).toBe('Jan 1, 2026, 00:41:41');
    setFormats('system', 'en', 'th-TH-u-nu-thai');
    expect(formatDay('2026-02-28')).toContain('2026');
    setFormats('system', 'de', 'not a tag');
    expect(formatDay('2026-02-28')).toBe('28.02.2026');
  });
});

test('zones by name', () => {
  expect(formatInstant('2026-07-01T00:00:00.000Z', 'Europe/Berlin')).toBe('1 Jul 2026, 02:00:00');
  expect(formatInstant('2026-12-01T00:00:00.000Z', 'Europe/Berlin')).toBe('1 Dec 2026, 01:00:00');
  expect([zoneName('utc'), zoneName('Asia/Tokyo')]).toEqual(['UTC', 'Asia/Tokyo']);
});

test('a day in full holds its short form, in whatever way days are written', () => {
  for (const [choice, language] of [
    ['language', 'en'],
    ['language', 'de'],
    ['iso', 'de'],
    ['system', 'en'],
  ] as const) {
    setFormats(choice, language, 'ja-JP');
    expect(formatWordedDay('2026-11-02')).toContain(formatShortDay('2026-11-02'));
  }
});
