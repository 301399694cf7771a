/** When a backup is due: after the last one, at a time of day, and not at once after a failure. */
import { expect, test } from 'vitest';
import { nextBackupAt } from './backup-schedule.ts';

const at = (text: string): string => `2026-03-${text}:00.000Z`;
const off = { schedule: 'off', every_hours: 24, daily_at: '02:00' } as const;
const hours = { ...off, schedule: 'hours' } as const;
const daily = { ...off, schedule: 'daily' } as const;

test.each([
  ['nothing is scheduled', off, at('01T10:00'), null, null, null],
  ['the ledger has not begun', hours, null, null, null, null],
  [
    'none was made yet: it counts from the beginning',
    hours,
    at('01T10:00'),
    null,
    null,
    at('02T10:00'),
  ],
  ['one was made', hours, at('01T10:00'), at('05T09:30'), null, at('06T09:30')],
  ['later on the same day', daily, at('01T01:00'), null, null, at('01T02:00')],
  ['on the next day', daily, at('01T02:00'), null, null, at('02T02:00')],
  ['the last one was late', daily, at('01T00:00'), at('05T09:30'), null, at('06T02:00')],
  [
    'the last attempt failed',
    hours,
    at('01T10:00'),
    at('05T09:30'),
    at('06T09:31'),
    at('06T09:46'),
  ],
  [
    'a failure before the last one says nothing',
    hours,
    null,
    at('05T09:30'),
    at('05T09:00'),
    at('06T09:30'),
  ],
])('%s', (_what, settings, since, done, failed, expected) => {
  const due = nextBackupAt(settings, {
    since,
    done_at: done,
    last_failure: failed === null ? null : { at: failed, message: 'no room' },
  });
  expect(due === null ? null : new Date(due).toISOString()).toBe(expected);
});
