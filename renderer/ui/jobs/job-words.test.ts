/** Progress that is honest at its edges: unknown totals, no rate, nothing to do. */
import { expect, test } from 'vitest';
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatAmount, progressShare, remainingMs, tookMs } from './job-words.ts';

const progress: Job['progress'] = { done: 50, total: 200, unit: 'bytes', per_second: 25 };
const job: Job = {
  job_id: 'job_1',
  kind: 'import',
  title: 'Import a.csv',
  words: { text: 'import', values: { name: 'a.csv' } },
  status: 'running',
  phase: 'checking',
  progress,
  cancel_requested: false,
  may_use: true,
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: '2026-01-01T00:00:01.000Z',
  finished_at: null,
  error: null,
  result: null,
  freed_bytes: null,
};

test('amounts are said in their unit', () => {
  expect(formatAmount(2_048, 'bytes')).toBe('2.0 KiB');
  expect(formatAmount(2_048, 'records')).toBe('2,048');
});

test('shares stay between nothing and all, and unknown stays unknown', () => {
  expect(progressShare(progress)).toBe(0.25);
  expect(progressShare({ ...progress, done: 900 })).toBe(1);
  expect(progressShare({ ...progress, total: 0, done: 0 })).toBe(1);
  expect(progressShare({ ...progress, total: null })).toBeUndefined();
});

test('what remains is said only while it can be', () => {
  expect(remainingMs(progress)).toBe(6_000);
  expect(remainingMs({ ...progress, per_second: 0 })).toBeUndefined();
  expect(remainingMs({ ...progress, total: null })).toBeUndefined();
  expect(remainingMs({ ...progress, done: 200 })).toBeUndefined();
});

test('time taken runs until the end', () => {
  const now = Date.parse('2026-01-01T00:00:04.000Z');
  expect(tookMs(job, now)).toBe(3_000);
  expect(tookMs({ ...job, finished_at: '2026-01-01T00:00:02.500Z' }, now)).toBe(1_500);
  expect(tookMs({ ...job, started_at: null }, now)).toBeUndefined();
});
