/** How many jobs an API key may have that are not over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobsOfKey } from '../access/rations.ts';
import { openJobsDatabase } from './jobs-database.ts';
import { JobsStore } from './jobs-store.ts';

let folder: string;
let store: JobsStore;
let close: () => void;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-jobs-'));
  const database = openJobsDatabase(join(folder, 'jobs.db'));
  store = new JobsStore(database, () => Date.UTC(2026, 0, 1));
  close = () => database.close();
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true, force: true });
});

const create = (jobId: string, startedBy: string) =>
  store.create({
    jobId,
    kind: 'import',
    words: { text: 'import', values: { name: 'decisions.csv' } },
    unit: 'bytes',
    startedBy,
    parameters: {},
  });

test('A key has so many jobs that wait or run, and no more before one of them is over', () => {
  for (let number = 0; number < jobsOfKey; number += 1) create(`job_${number}`, 'key_1');
  store.start('job_0');
  const refusal = expect.objectContaining({
    code: 'rate_limit_exceeded',
    message: expect.stringContaining('This API key has 16 jobs that wait or run'),
    details: { limit: 16, period: '1s', reset_at: '2026-01-01T00:00:01.000Z' },
  });
  expect(() => create('job_more', 'key_1')).toThrow(refusal);
  store.finish('job_0', { status: 'failed' });
  expect(create('job_more', 'key_1').status).toBe('queued');
  expect(() => create('job_again', 'key_1')).toThrow(refusal);
});

test('Others, and the operator, are not held up by it', () => {
  for (let number = 0; number < jobsOfKey; number += 1) create(`job_${number}`, 'key_1');
  expect(create('job_of_another', 'key_2').status).toBe('queued');
  for (let number = 0; number < 2 * jobsOfKey; number += 1) create(`own_${number}`, 'operator');
});
