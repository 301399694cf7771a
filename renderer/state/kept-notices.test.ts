/** What is kept of notifications survives a bad store, and leads nowhere but into the console. */
import { expect, test } from 'vitest';
import { readNotices } from './kept-notices.ts';

const notice = {
  id: 'notice-1',
  tone: 'bad',
  title: 'Import failed',
  detail: null,
  reason: 'Line 3 is no JSON.',
  requestId: 'req_1',
  href: '#/jobs?job=job_1',
  at: 1,
  read: false,
};

test('reads what was stored', () => {
  expect(readNotices(JSON.stringify([notice]))).toEqual([notice]);
});

test('reads what an earlier version stored, which knew of no reason', () => {
  const { reason: _reason, ...earlier } = notice;
  expect(readNotices(JSON.stringify([earlier]))).toEqual([{ ...notice, reason: null }]);
});

test.each([null, '{', '{}', JSON.stringify([{ ...notice, tone: 'loud' }])])(
  '%s is no history',
  (text) => {
    expect(readNotices(text)).toEqual([]);
  },
);

test('an address outside the console is none', () => {
  expect(readNotices(JSON.stringify([{ ...notice, href: 'https://evil.example' }]))).toEqual([]);
});
