/** Instants in the time of a zone. */
import { expect, it } from 'vitest';
import { isTimeZone, localTimes } from './local-time.ts';

it.each([
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
  ['America/New_York', '2026-01-01T00:00:00.000Z', '2025-12-31T19:00:00.000-05:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01T05:45:00.000+05:45'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00+00:00'],
])('in %s, %s is %s', (zone, instant, local) => {
  expect(localTimes(zone)(instant)).toBe(local);
});

it('leaves what is no instant as it is', () => {
  const local = localTimes('Europe/Berlin');
  expect(local('2026-01-31')).toBe('2026-01-31');
  expect(local('2026-01-31Tnoon')).toBe('2026-01-31Tnoon');
});

it('knows a time zone by its name', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('UTC')).toBe(true);
  expect(isTimeZone('Middle/Earth')).toBe(false);
});
