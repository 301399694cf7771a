/** What a person reads: figures and times in one form everywhere. */
import { describe, expect, test } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatDay,
  formatDuration,
  formatInstant,
  shortHash,
} from './format.ts';

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

test('counts, sizes and spans', () => {
  expect(formatCount(1_000_000)).toBe('1,000,000');
  expect(formatBytes(999)).toBe('999 B');
  expect(formatBytes(4.2 * 1024 * 1024)).toBe('4.2 MiB');
  expect(formatDuration(320)).toBe('320 ms');
  expect(formatDuration(3_250)).toBe('3.3 s');
  expect(formatDuration(3_900_000)).toBe('1 h 5 min');
});

test('a hash loses its algorithm and its tail', () => {
  expect(shortHash(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('0123456789ab');
});
