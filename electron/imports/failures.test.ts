/**
 * Imports that the disk or the process lets down: nothing is half written, nothing is left behind.
 * @push
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { toApiError } from '../api/error-response.ts';
import { TestApi } from '../api/test-api.ts';
import { WriteLock } from '../access/write-lock.ts';
import { openReader, openWriter, type WriterDatabase } from '../database/open-database.ts';
import { Remover } from '../database/remover.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { foreignCalls } from '../foreign/foreign-task.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { Journal } from '../ledger/journal.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { commitImport } from './commit-import.ts';
import { ImportFiles } from './import-files.ts';
import { importJob } from './import-job.ts';
import { spoolUpload } from './spool-upload.ts';
import { stageRecord } from './staged-records.ts';

const line = '{"model_id":"m","input":{"text":"word"},"output":{}}';
const random = (bytes: number) => new Uint8Array(bytes).fill(7);
const clock = () => 1_000_000;

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text));
      controller.close();
    },
  });
}

describe('A full disk while an upload is written', () => {
  test('is the error of the system; writes that come short before it are made up for', async () => {
    let room = 1_000;
    const sink = {
      write: async (_bytes: Uint8Array, _offset: number, length: number) => {
        if (room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        const bytesWritten = Math.min(room, length, 7);
        room -= bytesWritten;
        return { bytesWritten };
      },
    };
    expect((await spoolUpload(streamOf('x'.repeat(900)), sink, 2_000)).bytes).toBe(900);
    expect(room).toBe(100);
    await expect(spoolUpload(streamOf('x'.repeat(900)), sink, 2_000)).rejects.toMatchObject({
      code: 'ENOSPC',
    });
  });
});

describe('An upload', () => {
  test('larger than the limit is refused as it streams in', async () => {
    const sink = { write: async (bytes: Uint8Array) => ({ bytesWritten: bytes.length }) };
    await expect(spoolUpload(streamOf('x'.repeat(11)), sink, 10)).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });
});

/** From now on files can be read, on a disk that has no room for new ones. */
function fillDisk(): void {
  vi.spyOn(ImportFiles.prototype, 'create').mockImplementation(async () => {
    const file = await open('/dev/null', 'w');
    file.write = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    return file;
  });
}

const foreign = foreignCalls({
  clock,
  random,
  createId: createIdFactory({ now: clock, random }),
});

describe('A full disk', () => {
  let folder: string;
  let database: WriterDatabase;
  let journal: Journal;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proofdesk-import-'));
    database = openWriter(join(folder, 'proofdesk.db'));
    const createId = createIdFactory({ now: clock, random });
    journal = new Journal(database, { clock, createId, random });
    journal.ensureGenesis(createLedgerKey('test.example', new Uint8Array(32)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    database.close();
    rmSync(folder, { recursive: true });
  });

  test('while good lines are staged fails the job as storage_full, its files removed', async () => {
    fillDisk();
    const files = new ImportFiles(folder);
    writeFileSync(join(folder, 'uploads', 'job_1.upload'), `${line}\n`);
    const reader = openReader(join(folder, 'proofdesk.db'));
    const jobsDatabase = openJobsDatabase(join(folder, 'jobs.db'));
    const store = new JobsStore(jobsDatabase, clock);
    const parameters = {
      mediaType: 'application/x-ndjson',
      dryRun: false,
      onError: 'abort',
      bytes: line.length + 1,
    };
    const words = { text: 'import', values: { name: 'a.ndjson' } } as const;
    store.create({ jobId: 'job_1', kind: 'import', words, unit: 'bytes', parameters });
    const kind = importJob({
      files,
      remover: new Remover(),
      database: reader,
      foreign,
      callWriter: async () => undefined,
    });
    await new JobRunner({
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
      clock,
      changed: () => {},
      toJobError: (thrown, jobId) => {
        const { code, message } = toApiError(thrown, jobId);
        return { type: code, message, details: {} };
      },
    }).run('job_1');
    expect(store.find('job_1')).toMatchObject({
      status: 'failed',
      error: { type: 'storage_full' },
      result: null,
    });
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
    reader.close();
    jobsDatabase.close();
  });

  test('that hits the writer after its commit: the job is told as completed', async () => {
    const files = new ImportFiles(folder);
    writeFileSync(join(folder, 'uploads', 'job_1.upload'), `${line}\n`);
    const reader = openReader(join(folder, 'proofdesk.db'));
    const lock = new WriteLock(anywhere);
    const job = importJob({
      files,
      remover: new Remover(),
      database: reader,
      foreign,
      callWriter: async () => {
        const options = { database, journal: () => journal, lock, uploads: files, clock };
        await commitImport('job_1', { ...options, onProgress: () => true });
        throw new Error('The writer ended.');
      },
    });
    const parameters = {
      mediaType: 'application/x-ndjson',
      dryRun: false,
      onError: 'abort',
      bytes: 1,
    };
    const context = {
      jobId: 'job_1',
      parameters,
      report: () => {},
      freed: () => {},
      shouldStop: () => false,
      rest: async () => {},
    };
    expect((await job.run(context)).result).toMatchObject({
      imported: 1,
      first_seq: 1,
      last_seq: 1,
    });
    expect(job.completedResult('job_1')).toMatchObject({ imported: 1, first_seq: 1, last_seq: 1 });
    expect(job.completedResult('job_2')).toBeUndefined();
    reader.close();
  });

  test('while records are written undoes all of them, and the ledger goes on @whole', async () => {
    const files = new ImportFiles(folder);
    const prepared = prepareRecord({ model_id: 'm', input: { text: 'word' }, output: {} }, random);
    const file = await files.create('job_1', 'staged');
    await file.writeFile(stageRecord(prepared).repeat(2_000));
    await file.close();
    const options = {
      database,
      journal: () => journal,
      lock: new WriteLock(anywhere),
      uploads: files,
      clock,
      onProgress: () => true,
    };
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 20}`);
    await expect(commitImport('job_1', options)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(database.inTransaction).toBe(false);
    expect(journal.size).toBe(1);
    expect(database.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(1);

    database.pragma('max_page_count = 1000000');
    expect(journal.transaction(() => journal.appendRecord(prepared)).seq).toBe(1);
    expect(await commitImport('job_1', options)).toEqual({
      imported: 2_000,
      first_seq: 2,
      last_seq: 2_001,
    });
    expect(Number(database.pragma('cache_size', { simple: true }))).not.toBe(-64 * 1024);
  });
});

describe('A process that ends in the middle', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await TestApi.open();
  });
  afterEach(() => api.close());

  const send = (file: string) =>
    api.send('POST', '/imports', {
      body: file,
      headers: { 'content-type': 'application/x-ndjson' },
    });

  /** Makes a job look as a process that was killed leaves it. */
  function leaveRunning(jobId: string): void {
    const jobs = new SqliteDatabase(join(api.directory, 'jobs.db'));
    jobs
      .prepare(
        "UPDATE jobs SET status = 'running', finished_at = NULL, result = NULL WHERE job_id = ?",
      )
      .run(jobId);
    jobs.close();
  }

  test('after the commit: the job is told as completed, with what it wrote', async () => {
    const job = await api.finished(await send(`${line}\n${line}\n`));
    await api.reopen(() => leaveRunning(job.job_id));
    expect(await api.read(jobSchema, `/jobs/${job.job_id}`)).toMatchObject({
      status: 'completed',
      result: { imported: 2, first_seq: 1, last_seq: 2 },
    });
    expect(await api.read(chainSchema, '/chain')).toMatchObject({ size: 3 });
  });

  test('before the commit: the job has failed, and its files are gone', async () => {
    const job = await api.finished(await send('bad\n'));
    const uploads = join(api.directory, 'uploads');
    await api.reopen(() => {
      leaveRunning(job.job_id);
      writeFileSync(join(uploads, `${job.job_id}.upload`), '');
      writeFileSync(join(uploads, `${job.job_id}.staged`), '');
      writeFileSync(join(uploads, 'job_of_nobody.upload'), '');
    });
    expect(await api.read(jobSchema, `/jobs/${job.job_id}`)).toMatchObject({
      status: 'failed',
      error: { type: 'interrupted' },
    });
    expect(readdirSync(uploads)).toEqual([]);
  });

  test.each(['checking', 'writing'])(
    'by closing while %s: the job stops, nothing of it is written',
    async (phase) => {
      const response = await send(`${line}\n`.repeat(6_000));
      const { job_id: jobId } = jobSchema.parse(await response.json());
      // The clock runs, so that progress is written as it comes.
      const tick = setInterval(() => (api.now += 1_000), 1);
      while ((await api.read(jobSchema, `/jobs/${jobId}`)).phase !== phase) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      clearInterval(tick);
      await api.reopen();
      expect(await api.read(jobSchema, `/jobs/${jobId}`)).toMatchObject({
        status: 'failed',
        error: { type: 'interrupted' },
      });
      expect(await api.read(chainSchema, '/chain')).toMatchObject({ size: 1 });
      expect(readdirSync(join(api.directory, 'uploads'))).toEqual([]);
    },
  );

  test('but for the writer, while writing: what is told as failed is not written after all', async () => {
    const response = await send(`${line}\n`.repeat(6_000));
    const { job_id: jobId } = jobSchema.parse(await response.json());
    const tick = setInterval(() => (api.now += 1_000), 1);
    while ((await api.read(jobSchema, `/jobs/${jobId}`)).phase !== 'writing') {
      await new Promise((resolve) => setImmediate(resolve));
    }
    clearInterval(tick);
    // As the jobs thread that starts again settles it.
    const jobs = new SqliteDatabase(join(api.directory, 'jobs.db'));
    jobs.prepare("UPDATE jobs SET status = 'failed', phase = 'failed' WHERE job_id = ?").run(jobId);
    jobs.close();
    // Waits for its turn behind the import.
    await api.append();
    expect(await api.read(chainSchema, '/chain')).toMatchObject({ size: 2, record_count: 1 });
  });

  test('leaves private files only', async () => {
    expect(statSync(join(api.directory, 'uploads')).mode & 0o777).toBe(0o700);
    const files = new ImportFiles(api.directory);
    const file = await files.create('job_x', 'upload');
    expect((await file.stat()).mode & 0o777).toBe(0o600);
    await file.close();
    for (const path of files.allOf('job_x')) rmSync(path, { force: true });
  });
});
