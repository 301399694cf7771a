/** The jobs database of an earlier version is kept: its verifications are what the screens show. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jobWordsSchema } from '../../shared/contract/jobs.ts';
import { titleOf } from '../../shared/job-titles.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { openJobsDatabase } from './jobs-database.ts';
import { JobsStore } from './jobs-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('a job of version 2 stays, with its title as it was', () => {
  const path = join(folder.path, 'jobs.db');
  const words = { text: 'verify', values: {} } as const;
  const job = {
    jobId: 'job_1',
    kind: 'verification',
    unit: 'entries',
    words,
    parameters: {},
  } as const;
  const before = openJobsDatabase(path);
  new JobsStore(before, Date.now).create(job);
  before.exec('ALTER TABLE jobs DROP COLUMN words; ALTER TABLE jobs DROP COLUMN freed_bytes');
  before.pragma('user_version = 2');
  before.close();
  const database = openJobsDatabase(path);
  const store = new JobsStore(database, Date.now);
  expect(store.find('job_1')).toMatchObject({ title: 'Verify the whole ledger', words: null });
  expect(store.create({ ...job, jobId: 'job_2' }).words).toEqual(words);
  database.close();
});

test('a job of version 3 stays; nothing is known of what it gave back', () => {
  const path = join(folder.path, 'jobs.db');
  const before = openJobsDatabase(path);
  const words = { text: 'verify', values: {} } as const;
  new JobsStore(before, Date.now).create({
    jobId: 'job_1',
    kind: 'verification',
    unit: 'entries',
    words,
    parameters: {},
  });
  before.exec('ALTER TABLE jobs DROP COLUMN freed_bytes');
  before.pragma('user_version = 3');
  before.close();
  const database = openJobsDatabase(path);
  expect(new JobsStore(database, Date.now).find('job_1')).toMatchObject({
    words,
    freed_bytes: null,
  });
  database.close();
});

test('a job of version 4 stays, and what jobs tell from now on', () => {
  const path = join(folder.path, 'jobs.db');
  const before = openJobsDatabase(path);
  new JobsStore(before, Date.now).create({
    jobId: 'job_1',
    kind: 'verification',
    unit: 'entries',
    words: { text: 'verify', values: {} },
    parameters: {},
  });
  before.exec('DROP TABLE reports');
  before.pragma('user_version = 4');
  before.close();
  const database = openJobsDatabase(path);
  const store = new JobsStore(database, Date.now);
  expect(store.find('job_1')).toMatchObject({ title: 'Verify the whole ledger' });
  expect(store.report('a')).toBeUndefined();
  store.keepReport('a', { told: 1 });
  store.keepReport('a', { told: 2 });
  expect([store.report('a'), store.report('b')]).toEqual([{ told: 2 }, undefined]);
  database.close();
});

test('a title says what is put into it, and nothing of what is not', () => {
  const values = { name: 'a.csv', model: 'scorer 1.0.0', format: 'csv', made_at: '2026-11-01' };
  for (const text of jobWordsSchema.shape.text.options) {
    expect(titleOf({ text, values })).not.toMatch(/[{}]/);
  }
  expect(titleOf({ text: 'check_artifact', values })).toBe('Check a.csv against scorer 1.0.0');
});
