/** The end of a job is told once: to whom saw it at work, and to whom asked for it. */
import { expect, test, vi } from 'vitest';
import {
  endWatch,
  expectJob,
  jobsAsked,
  onExpectedJob,
  showJob,
  watchJob,
} from './watched-jobs.ts';

test('a job that was seen at work ends once', () => {
  expect(endWatch('local a', 'job_1')).toBe(false);
  watchJob('local a', 'job_1');
  expect(endWatch('local b', 'job_1')).toBe(false);
  expect(endWatch('local a', 'job_1')).toBe(true);
  expect(endWatch('local a', 'job_1')).toBe(false);
});

test('a job that was asked for here ends once, though nobody saw it at work', () => {
  const listener = vi.fn<() => void>();
  const stop = onExpectedJob(listener);
  const before = jobsAsked();
  expectJob('job_2');
  stop();
  expectJob('job_3');
  expect([listener.mock.calls.length, jobsAsked() - before]).toEqual([1, 2]);
  watchJob('local a', 'job_2');
  expect(endWatch('local a', 'job_2')).toBe(true);
  expect(endWatch('local a', 'job_2')).toBe(false);
  expect(endWatch('local a', 'job_3')).toBe(true);
});

test('a job that a dialog shows to its end is not told a second time; one that it left is', () => {
  showJob('job_4');
  watchJob('local a', 'job_4');
  expect(endWatch('local a', 'job_4')).toBe(false);
  const leave = showJob('job_5');
  watchJob('local a', 'job_5');
  leave();
  expect(endWatch('local a', 'job_5')).toBe(true);
});
