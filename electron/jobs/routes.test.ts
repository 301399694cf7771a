/** Jobs through the API, and what a verification keeps of its findings. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { openJobsDatabase } from './jobs-database.ts';
import { JobsStore } from './jobs-store.ts';
import { verificationJob } from '../verification/verification-job.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const startVerification = () => api.send('POST', '/chain/verifications');

describe('List jobs', () => {
  test('answers the newest first, with pagination', async () => {
    const first = await api.finished(await startVerification());
    const second = await api.finished(await startVerification());
    const third = await api.finished(await startVerification());
    const page = (query: string) => api.read(paginated(jobSchema), `/jobs${query}`);
    expect(await page('')).toEqual({
      data: [third, second, first],
      pagination: { total: 3, limit: 20, offset: 0, has_more: false },
    });
    expect(await page('?limit=1&offset=1')).toEqual({
      data: [second],
      pagination: { total: 3, limit: 1, offset: 1, has_more: true },
    });
    expect((await api.send('GET', '/jobs?limit=101')).status).toBe(400);
    expect(await page('?kind=verification&status=completed&limit=1')).toMatchObject({
      data: [third],
      pagination: { total: 3, has_more: true },
    });
    for (const none of ['?kind=import', '?status=failed', '?kind=import&status=completed']) {
      expect(await page(none)).toMatchObject({ data: [], pagination: { total: 0 } });
    }
    expect((await api.send('GET', '/jobs?kind=other')).status).toBe(400);
  });
});

describe('Get job', () => {
  test('answers 404 in the sessions shape for an unknown id', async () => {
    const response = await api.send('GET', '/jobs/job_x');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: {
        type: 'not_found',
        message: 'There is no job job_x. The last 200 jobs are kept.',
        details: {},
        request_id: response.headers.get('x-request-id'),
      },
    });
  });
});

describe('Cancel job', () => {
  test('ends a job that has not started, and leaves a finished one as it is', async () => {
    // Two at once: the second waits for the first.
    const [first, second] = await Promise.all([startVerification(), startVerification()]);
    const { job_id: waiting } = jobSchema.parse(await second.clone().json());
    const cancel = async (id: string) => {
      const response = await api.send('POST', `/jobs/${id}/cancel`);
      expect(response.status).toBe(200);
      return jobSchema.parse(await response.json());
    };
    expect(await cancel(waiting)).toMatchObject({ status: 'canceled', cancel_requested: true });
    expect(await cancel(waiting)).toMatchObject({ status: 'canceled' });
    const finished = await api.finished(first);
    expect(await cancel(finished.job_id)).toEqual(finished);
    expect(api.changes).toContain('jobs');
  });

  test('answers 404 for an unknown id', async () => {
    expect((await api.send('POST', '/jobs/job_x/cancel')).status).toBe(404);
  });
});

describe('A verification with very many findings', () => {
  test('keeps some of them, in journal order, and counts all', async () => {
    for (let n = 0; n < 8; n += 1) await api.append();
    await api.reopen(() => {
      const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
      database.exec('DROP TRIGGER payloads_no_update');
      database.exec(`UPDATE payloads SET value = '{}' WHERE field = 'input'`);
      database.close();
    });
    const database = openReader(join(api.directory, 'proofdesk.db'));
    const jobsDatabase = openJobsDatabase(join(api.directory, 'own-jobs.db'));
    const store = new JobsStore(jobsDatabase, () => api.now);
    const kind = verificationJob({ database, store, clock: () => api.now, keptFindings: 5 });
    const { result } = await kind.run({
      jobId: 'job_1',
      parameters: {},
      report: () => {},
      freed: () => {},
      shouldStop: () => false,
      rest: async () => {},
    });
    expect(result).toMatchObject({ findings_total: 8, counts: { FIELD_ALTERED: 8 } });
    const seqs = store
      .findings('job_1', { limit: 100, offset: 0 })
      .map((text) => /"seq":(\d+)/.exec(text)?.[1]);
    expect(seqs).toEqual(['1', '2', '3', '4', '5']);
    expect(store.findings('job_1', { limit: 2, offset: 4 })).toHaveLength(1);
    database.close();
    jobsDatabase.close();
  });
});
