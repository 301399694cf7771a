/**
 * Jobs: their states, one after another, progress, cancel, interruption.
 * @push
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { JobRunner, JobStopped, type JobKindRunner } from './job-runner.ts';
import { openJobsDatabase } from './jobs-database.ts';
import { JobsStore } from './jobs-store.ts';

let folder: string;
let database: Database;
let store: JobsStore;
let now: number;
let changes: ChangeTopic[];
let disposed: string[];
let statusWhenDisposed: string | undefined;
let work: JobKindRunner['run'];
let completed: unknown;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-jobs-'));
  database = openJobsDatabase(join(folder, 'jobs.db'));
  now = 1_000_000;
  store = new JobsStore(database, () => now);
  changes = [];
  disposed = [];
  completed = undefined;
  work = async () => ({ result: { fine: true } });
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function createRunner(): JobRunner {
  const kind: JobKindRunner = {
    run: (context) => work(context),
    dispose: async (jobId) => {
      disposed.push(jobId);
      statusWhenDisposed = store.find(jobId)?.status;
      return 500;
    },
    completedResult: () => completed,
  };
  return new JobRunner({
    store,
    kinds: {
      import: kind,
      dataset_import: kind,
      verification: kind,
      artifact_check: kind,
      bundle: kind,
      case_import: kind,
      audit_export: kind,
      backup: kind,
      backup_verification: kind,
      view_export: kind,
      decision_facts: kind,
      rule_evaluation: kind,
      dataset_analysis: kind,
      person_access: kind,
    },
    clock: () => now,
    changed: (topics) => void changes.push(...topics),
    toJobError: (thrown) => ({ type: 'internal_error', message: String(thrown), details: {} }),
  });
}

function create(jobId: string, kind: 'import' | 'verification' = 'import'): string {
  const words = { text: 'import', values: { name: jobId } } as const;
  store.create({ jobId, kind, words, unit: 'bytes', parameters: { of: jobId } });
  return jobId;
}

describe('A job', () => {
  test('waits, runs and completes with its result', async () => {
    create('job_1');
    expect(store.find('job_1')).toEqual({
      job_id: 'job_1',
      kind: 'import',
      title: 'Import job_1',
      words: { text: 'import', values: { name: 'job_1' } },
      status: 'queued',
      phase: 'queued',
      progress: { done: 0, total: null, unit: 'bytes', per_second: 0 },
      cancel_requested: false,
      may_use: true,
      created_at: '1970-01-01T00:16:40.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    });
    let seen: unknown;
    work = async ({ parameters }) => {
      seen = [parameters, store.find('job_1')?.status];
      now += 5_000;
      return { result: { imported: 3 } };
    };
    await createRunner().run('job_1');
    expect(seen).toEqual([{ of: 'job_1' }, 'running']);
    expect(store.find('job_1')).toMatchObject({
      status: 'completed',
      started_at: '1970-01-01T00:16:40.000Z',
      finished_at: '1970-01-01T00:16:45.000Z',
      result: { imported: 3 },
      error: null,
      freed_bytes: null,
    });
    expect(disposed).toEqual(['job_1']);
  });

  test('fails with an error and keeps the result as far as it came', async () => {
    const error = { type: 'validation_error', message: 'no', details: { a: 1 } };
    work = async ({ freed }) => {
      freed(20);
      return { result: { lines: 2 }, error };
    };
    await createRunner().run(create('job_1'));
    expect(store.find('job_1')).toMatchObject({
      status: 'failed',
      error,
      result: { lines: 2 },
      freed_bytes: 520,
    });
  });

  test('fails when it throws, and the next one runs', async () => {
    const runner = createRunner();
    work = async ({ jobId }) => {
      if (jobId === 'job_1') throw new Error('broken');
      return { result: {} };
    };
    await Promise.all([runner.run(create('job_1')), runner.run(create('job_2'))]);
    expect(store.find('job_1')).toMatchObject({
      status: 'failed',
      error: { message: 'Error: broken' },
    });
    expect(store.find('job_2')?.status).toBe('completed');
    expect(disposed).toEqual(['job_1', 'job_2']);
  });

  test('begins and ends as soon as there is room to say so, however often there is none', async () => {
    const full = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const writes = [vi.spyOn(store, 'start'), vi.spyOn(store, 'finish')];
    for (const write of writes) write.mockImplementationOnce(full).mockImplementationOnce(full);
    await createRunner().run(create('job_1'));
    expect(store.find('job_1')).toMatchObject({ status: 'completed', result: { fine: true } });
    expect(writes.map((write) => write.mock.calls.length)).toEqual([3, 3]);
    vi.spyOn(store, 'finish').mockImplementation(() => {
      throw new Error('broken');
    });
    await expect(createRunner().run(create('job_2'))).rejects.toThrow('broken');
  });

  test('runs alone: the others wait for their turn', async () => {
    const events: string[] = [];
    work = async ({ jobId }) => {
      events.push(`${jobId} starts`);
      await Promise.resolve();
      events.push(`${jobId} ends`);
      return { result: {} };
    };
    const runner = createRunner();
    await Promise.all([runner.run(create('job_1')), runner.run(create('job_2'))]);
    expect(events).toEqual(['job_1 starts', 'job_1 ends', 'job_2 starts', 'job_2 ends']);
  });

  test('that rests lets those behind it run, and goes on once they are over', async () => {
    const events: string[] = [];
    work = async ({ jobId, rest }) => {
      events.push(`${jobId} starts`);
      if (jobId === 'job_1') await rest(now + 1_000);
      else now += 1_000;
      await Promise.resolve();
      events.push(`${jobId} ends`);
      return { result: {} };
    };
    const runner = createRunner();
    await Promise.all(['job_1', 'job_2', 'job_3'].map((jobId) => runner.run(create(jobId))));
    expect(events).toEqual([
      'job_1 starts',
      'job_2 starts',
      'job_2 ends',
      'job_3 starts',
      'job_3 ends',
      'job_1 ends',
    ]);
    expect(store.find('job_1')?.status).toBe('completed');
  });

  test('rests with seven others at most: the ninth keeps its turn', async () => {
    const started: string[] = [];
    const reached = Promise.withResolvers<void>();
    work = async ({ jobId, rest }) => {
      started.push(jobId);
      if (started.length === 9) reached.resolve();
      await rest(2_000_000);
      return { result: {} };
    };
    const runner = createRunner();
    const ids = Array.from({ length: 10 }, (_, index) => `job_${index + 1}`);
    const ended = Promise.all(ids.map((jobId) => runner.run(create(jobId))));
    await reached.promise;
    expect(store.find('job_10')?.status).toBe('queued');
    now = 2_000_000;
    await ended;
    expect(started).toEqual(ids);
    expect(ids.map((jobId) => store.find(jobId)?.status)).toEqual(ids.map(() => 'completed'));
  });

  test('tells that a verification is there', async () => {
    await createRunner().run(create('job_1', 'verification'));
    expect(changes).toContain('verifications');
  });

  test('tells that it is over, however it ended', async () => {
    const runner = createRunner();
    await runner.run(create('job_1'));
    expect(changes).toEqual(['jobs', 'jobs', 'job_ends']);
    changes = [];
    work = async () => {
      throw new Error('broken');
    };
    await runner.run(create('job_2'));
    expect(store.find('job_2')?.status).toBe('failed');
    expect(changes).toEqual(['jobs', 'jobs', 'job_ends']);
  });

  test('that does not exist is nothing to run', async () => {
    await createRunner().run('job_none');
    expect(disposed).toEqual([]);
  });
});

describe('Progress', () => {
  test('is written at most five times a second, with a rate, and at the end in any case', async () => {
    const written: number[] = [];
    work = async ({ report }) => {
      for (let done = 0; done <= 1_000; done += 1) {
        report({ phase: 'checking', done, total: 1_000, unit: 'bytes' });
        const { progress } = store.find('job_1') ?? { progress: undefined };
        if (progress !== undefined && written.at(-1) !== progress.done) written.push(progress.done);
        now += 1;
      }
      return { result: {} };
    };
    await createRunner().run(create('job_1'));
    expect(written).toEqual([0, 200, 400, 600, 800, 1_000]);
    expect(store.find('job_1')?.progress).toEqual({
      done: 1_000,
      total: 1_000,
      unit: 'bytes',
      per_second: 999,
    });
  });

  test('has the rate of the last seconds, and starts anew with a phase', async () => {
    const rates: number[] = [];
    work = async ({ report }) => {
      for (const [phase, step] of [
        ['checking', 100],
        ['writing', 10],
      ] as const) {
        for (let done = 0; done < 20; done += 1) {
          report({ phase, done: done * step, total: null, unit: 'records' });
          now += 1_000;
        }
        rates.push(store.find('job_1')?.progress.per_second ?? -1);
      }
      return { result: {} };
    };
    await createRunner().run(create('job_1'));
    expect(rates).toEqual([100, 10]);
  });
});

describe('Cancel', () => {
  test('ends a job that waits at once, and it never runs', async () => {
    create('job_1');
    expect(store.requestCancel('job_1')).toMatchObject({
      status: 'canceled',
      cancel_requested: true,
      finished_at: '1970-01-01T00:16:40.000Z',
    });
    let ran = false;
    work = async () => {
      ran = true;
      return { result: {} };
    };
    await createRunner().run('job_1');
    expect(ran).toBe(false);
    expect(disposed).toEqual(['job_1']);
  });

  test('stops a job that runs', async () => {
    work = async ({ shouldStop }) => {
      expect(shouldStop()).toBe(false);
      expect(store.requestCancel('job_1')).toMatchObject({
        status: 'running',
        cancel_requested: true,
      });
      if (shouldStop()) throw new JobStopped();
      return { result: {} };
    };
    await createRunner().run(create('job_1'));
    expect(store.find('job_1')).toMatchObject({ status: 'canceled', error: null, result: null });
  });

  test.each([
    ['rests', 2_000_000],
    ['waits for its next turn', 0],
  ])('stops a job that %s, whatever runs meanwhile', async (_name, until) => {
    const other = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    work = async ({ jobId, rest }) => {
      if (jobId === 'job_1') {
        await rest(until);
      } else {
        begun.resolve();
        await other.promise;
      }
      return { result: {} };
    };
    const runner = createRunner();
    const first = runner.run(create('job_1'));
    const second = runner.run(create('job_2'));
    await begun.promise;
    store.requestCancel('job_1');
    await first;
    expect(store.find('job_1')?.status).toBe('canceled');
    expect(store.find('job_2')?.status).toBe('running');
    // The turn that it had asked for holds nobody up.
    const third = runner.run(create('job_3'));
    other.resolve();
    await Promise.all([second, third]);
    expect(store.find('job_3')?.status).toBe('completed');
  });

  test('tells what still works for a job that it is over', () => {
    store.start(create('job_1'));
    expect(store.shouldStop('job_1')).toBe(false);
    store.finish('job_1', { status: 'failed' });
    expect(store.shouldStop('job_1')).toBe(true);
  });

  test('leaves a finished job as it is, however often', async () => {
    await createRunner().run(create('job_1'));
    const before = store.find('job_1');
    expect(store.requestCancel('job_1')).toEqual(before);
    expect(store.requestCancel('job_1')).toEqual(before);
    expect(store.requestCancel('job_none')).toBeUndefined();
  });
});

describe('Interruption', () => {
  test('what an earlier process left waiting or running has failed, and its files are removed', async () => {
    create('job_1');
    create('job_2');
    store.start('job_1');
    await createRunner().takeOver(['job_1', 'job_2']);
    for (const jobId of ['job_1', 'job_2']) {
      expect(store.find(jobId)).toMatchObject({ status: 'failed', error: { type: 'interrupted' } });
    }
    expect(disposed).toEqual(['job_1', 'job_2']);
    expect(changes.filter((topic) => topic === 'job_ends')).toHaveLength(2);
    // Whoever reads that a job is over finds nothing that it left.
    expect(statusWhenDisposed).toBe('queued');
    expect(store.unfinished()).toEqual([]);
  });

  test('what had completed after all is told as completed', async () => {
    create('job_1');
    store.start('job_1');
    completed = { imported: 3 };
    await createRunner().takeOver([]);
    expect(store.find('job_1')).toMatchObject({ status: 'completed', result: { imported: 3 } });
  });

  test('what has come to wait since is run', async () => {
    create('job_1');
    store.start('job_1');
    create('job_2');
    const runner = createRunner();
    await runner.takeOver([]);
    // The one that asked for it asks again: once is enough.
    await runner.run('job_2');
    expect(store.find('job_1')).toMatchObject({ status: 'failed', error: { type: 'interrupted' } });
    expect(store.find('job_2')?.status).toBe('completed');
  });

  test('closing stops the running job and starts no other', async () => {
    const runner = createRunner();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    work = async ({ shouldStop }) => {
      begin();
      while (!shouldStop()) await Promise.resolve();
      throw new JobStopped();
    };
    const first = runner.run(create('job_1'));
    const second = runner.run(create('job_2'));
    await begun;
    const closed = runner.close();
    expect(store.shouldStop('job_1')).toBe(true);
    await closed;
    await Promise.all([first, second]);
    expect(store.find('job_1')).toMatchObject({
      status: 'failed',
      error: { type: 'interrupted' },
      cancel_requested: false,
    });
    expect(store.find('job_2')?.status).toBe('queued');
  });
});

describe('Closing', () => {
  test('stops jobs that rest, too', async () => {
    const runner = createRunner();
    const begun = Promise.withResolvers<void>();
    work = async ({ jobId, rest, shouldStop }) => {
      if (jobId === 'job_1') await rest(2_000_000);
      begun.resolve();
      while (!shouldStop()) await new Promise(setImmediate);
      throw new JobStopped();
    };
    const both = [runner.run(create('job_1')), runner.run(create('job_2'))];
    await begun.promise;
    await runner.close();
    await Promise.all(both);
    for (const jobId of ['job_1', 'job_2']) {
      expect(store.find(jobId)).toMatchObject({ status: 'failed', error: { type: 'interrupted' } });
    }
    expect(disposed.toSorted()).toEqual(['job_1', 'job_2']);
  });
});

describe('The jobs database', () => {
  test('keeps the last 200 jobs, their findings with them, and those not finished', () => {
    create('job_open');
    for (let n = 0; n < 300; n += 1) {
      const jobId = create(`job_${n}`);
      store.addFindings(jobId, 0, [
        {
          verdict: 'DELETED',
          seq: 1,
          type: null,
          record_id: null,
          field: null,
          table: null,
          row: null,
          column: null,
          expected: null,
          actual: null,
          message: '',
        },
      ]);
      store.finish(jobId, { status: 'completed', result: {} });
    }
    const { jobs, total } = store.list({ limit: 500, offset: 0 });
    expect(jobs.map((job) => job.job_id)).toEqual([
      ...Array.from({ length: 200 }, (_, index) => `job_${299 - index}`),
      'job_open',
    ]);
    expect(total).toBe(201);
    expect(store.findings('job_99', { limit: 10, offset: 0 })).toEqual([]);
    expect(store.findings('job_100', { limit: 10, offset: 0 })).toHaveLength(1);
  });

  test('is made anew when it is damaged or of another version', () => {
    create('job_1');
    database.pragma('user_version = 99');
    database.close();
    database = openJobsDatabase(join(folder, 'jobs.db'));
    expect(new JobsStore(database, () => now).list({ limit: 1, offset: 0 }).total).toBe(0);
    database.close();
    rmSync(join(folder, 'jobs.db-wal'), { force: true });
    writeFileSync(join(folder, 'jobs.db'), 'not a database, '.repeat(1_000));
    database = openJobsDatabase(join(folder, 'jobs.db'));
    expect(new JobsStore(database, () => now).list({ limit: 1, offset: 0 }).total).toBe(0);
  });

  test('is private', () => {
    expect(statSync(join(folder, 'jobs.db')).mode & 0o777).toBe(0o600);
  });
});
