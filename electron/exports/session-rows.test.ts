/** The rows of a data session as a file: as far as the session goes, and counted once each. */
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../shared/testing/eventually.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { exportResultSchema } from '../../shared/contract/exports.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { sessionSchema, type Session } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { clinicalRow, makeDataset, openSession } from '../sessions/testing/clinical.ts';

/** Four batches. */
const rows = 350;
/** Calls of a session in a minute: an export of all rows has to wait. */
const rate = { limit: 3, periodMs: 60_000 };

let api: TestApi;
let datasetId: string;
beforeAll(async () => {
  api = await TestApi.open({ sessionLimits: { rate } });
  const all = Array.from({ length: rows }, (_, index) => clinicalRow(index + 1));
  datasetId = await makeDataset(api, all, {
    policy: { fields: { patient_id: { method: 'withheld' } } },
  });
});
afterAll(() => api.close());

const column = (path: string) => ({
  key: path.slice(1).replaceAll('/', '.'),
  title: path,
  path,
  kind: 'text',
});

function orderOf({ session_id }: Session, query: object = {}, more: object = {}) {
  return {
    title: 'Rows',
    format: 'csv',
    columns: ['/record_id', '/age', '/patient_id'].map(column),
    source: { operation: 'streamSession', parameters: { session_id }, query },
    ...more,
  };
}

async function start(body: object, options: SendOptions = {}): Promise<string> {
  const response = await api.send('POST', '/exports', { ...options, body });
  if (response.status !== 202) throw new Error(await response.text());
  return jobSchema.parse(await response.json()).job_id;
}

async function ended(jobId: string, status: Job['status']): Promise<Job> {
  const job = await api.ended(jobId);
  expect([job.status, job.error]).toEqual([status, status === 'failed' ? job.error : null]);
  return job;
}

async function fileOf(jobId: string): Promise<string> {
  return (await api.send('GET', `/exports/${jobId}/file`)).text();
}

const usageOf = async ({ session_id: id }: Session) =>
  (await api.read(sessionSchema, `/sessions/${id}?include=usage`)).usage;

/** The export has read what the rate allows, and waits. */
async function waits(session: Session): Promise<void> {
  await eventually(async () => expect((await usageOf(session))?.records_accessed).toBe(300));
}

function filesOf(jobId: string): string[] {
  const folder = join(api.directory, 'exports');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(jobId)) : [];
}

describe('createExport of streamSession', () => {
  test('filtered, sorted, projected, without what is withheld; each row counted once', async () => {
    const session = await openSession(api, datasetId);
    const query = { filter: '{"age":{"$lt":40}}', sort: '-age', fields: 'age' };
    const jobId = await start(orderOf(session, query));
    const { result } = await ended(jobId, 'completed');
    const young = Array.from({ length: rows }, (_, index) => clinicalRow(index + 1)).filter(
      ({ age }) => Number(age) < 40,
    );
    const lines = (await fileOf(jobId)).trimEnd().split('\r\n');
    expect(lines[0]).toBe('/record_id,/age,/patient_id');
    const ages = lines.slice(1).map((line) => Number(line.split(',')[1]));
    expect(ages).toEqual(young.map(({ age }) => Number(age)).toSorted((a, b) => b - a));
    expect(lines.every((line, index) => index === 0 || line.endsWith(','))).toBe(true);
    expect(exportResultSchema.parse(result)).toMatchObject({
      rows: young.length,
      as_of: session.created_at,
    });
    const bytes = young
      .map(({ record_id, age }) => Buffer.byteLength(JSON.stringify({ record_id, age })))
      .reduce((sum, each) => sum + each, 0);
    expect(await usageOf(session)).toMatchObject({
      read_operations: Math.ceil(young.length / 100),
      total_operations: Math.ceil(young.length / 100),
      records_accessed: young.length,
      total_data_bytes: bytes,
    });
  });

  test('what the rate refuses is waited for, and read once', async () => {
    const session = await openSession(api, datasetId);
    const jobId = await start(orderOf(session));
    await waits(session);
    // Meanwhile the jobs behind it run.
    const verification = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(verification.status).toBe('completed');
    api.now += 61_000;
    await ended(jobId, 'completed');
    expect((await fileOf(jobId)).trimEnd().split('\r\n')).toHaveLength(rows + 1);
    expect(await usageOf(session)).toMatchObject({ read_operations: 4, records_accessed: rows });
  });

  test.each([
    ['the holder revokes', 'revoke', { reason: 'Consent withdrawn' }, 'access_revoked'],
    ['the session is closed', 'close', {}, 'session_closed'],
  ])('%s in the middle: no file, what was read stays counted', async (_name, path, body, type) => {
    const session = await openSession(api, datasetId);
    const jobId = await start(orderOf(session));
    await waits(session);
    await api.send('POST', `/sessions/${session.session_id}/${path}`, { body });
    api.now += 61_000;
    const { error } = await ended(jobId, 'failed');
    expect(error).toMatchObject({ type, details: { session_id: session.session_id } });
    expect(filesOf(jobId)).toEqual([]);
    expect(await usageOf(session)).toMatchObject({ records_accessed: 300 });
  });

  test('it expires in the middle, or was canceled: no file', async () => {
    const short = await openSession(api, datasetId, { ttl_seconds: 60 });
    const expiring = await start(orderOf(short));
    await waits(short);
    api.now += 61_000;
    expect((await ended(expiring, 'failed')).error?.type).toBe('session_expired');
    const session = await openSession(api, datasetId);
    const canceled = await start(orderOf(session));
    await waits(session);
    await api.send('POST', `/jobs/${canceled}/cancel`);
    await ended(canceled, 'canceled');
    expect([...filesOf(expiring), ...filesOf(canceled)]).toEqual([]);
  });

  test('a session that may not be read, somebody else’s, and a role that reads none', async () => {
    const filtering = await openSession(api, datasetId, { allowed_operations: ['filter'] });
    const refused = await ended(await start(orderOf(filtering)), 'failed');
    expect(refused.error?.type).toBe('forbidden');
    expect((await usageOf(filtering))?.total_operations).toBe(0);
    const session = await openSession(api, datasetId);
    const keyOf = async (role: object): Promise<SendOptions> => {
      const response = await api.send('POST', '/api-keys', { body: { name: 'A key', ...role } });
      const { key } = createdApiKeySchema.parse(await response.json());
      return { caller: anonymous, headers: { authorization: `Bearer ${key}` } };
    };
    await api.addAccount('a-lab-of-its-own');
    const lab = await keyOf({ role: 'ai_lab', account_id: 'a-lab-of-its-own' });
    const foreign = await ended(await start(orderOf(session), lab), 'failed');
    expect(foreign.error?.type).toBe('not_found');
    const officer = await keyOf({ role: 'compliance' });
    const none = await api.send('POST', '/exports', { ...officer, body: orderOf(session) });
    expect(none.status).toBe(403);
    expect((await usageOf(session))?.total_operations).toBe(0);
  });

  test('pages are set by the export; a filter that is none is refused as the stream refuses it', async () => {
    const session = await openSession(api, datasetId);
    const response = await api.send('POST', '/exports', {
      body: orderOf(session, { batch_size: '5', cursor: 'x' }),
    });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('source.query.batch_size');
    expect(text).toContain('source.query.cursor');
    const job = await ended(await start(orderOf(session, { filter: '{' })), 'failed');
    expect(job.error?.type).toBe('validation_error');
  });

  test('the engine dies in the middle, or before the end is noted: no file after the next start', async () => {
    const session = await openSession(api, datasetId);
    const jobId = await start(orderOf(session));
    await waits(session);
    expect(filesOf(jobId)).toEqual([`${jobId}.new`]);
    // What is on the disk now is what a crash leaves; closing is not how it ends.
    const left = join(api.directory, 'left');
    const kept = readdirSync(api.directory).filter((name) => name.startsWith('jobs.db'));
    for (const name of [...kept, 'exports']) {
      cpSync(join(api.directory, name), join(left, name), { recursive: true });
    }
    await api.reopen(() => {
      for (const name of readdirSync(api.directory)) {
        if (name.startsWith('jobs.db')) rmSync(join(api.directory, name));
      }
      cpSync(left, api.directory, { recursive: true });
      writeFileSync(join(api.directory, 'exports', `${jobId}.csv`), 'renamed already');
    });
    const { error } = await ended(jobId, 'failed');
    expect(error?.type).toBe('interrupted');
    expect(filesOf(jobId)).toEqual([]);
  });

  test('rows that are left out are not in the file', async () => {
    const session = await openSession(api, datasetId);
    const order = orderOf(session, { filter: '{"age":18}' });
    const except = { path: '/record_id', values: ['rec_00000073'] };
    const jobId = await start({ ...order, source: { ...order.source, except } });
    await ended(jobId, 'completed');
    const ids = (await fileOf(jobId)).split('\r\n').map((line) => line.split(',')[0]);
    expect(ids).toContain('rec_00000146');
    expect(ids).not.toContain('rec_00000073');
  });

  test('pdf: of a few rows; of too many before any is read', async () => {
    const session = await openSession(api, datasetId);
    const few = { filter: '{"age":18}' };
    const jobId = await start(orderOf(session, few, { format: 'pdf' }));
    await ended(jobId, 'completed');
    expect((await fileOf(jobId)).slice(0, 5)).toBe('%PDF-');
    expect(await usageOf(session)).toMatchObject({ filter_operations: 0, read_operations: 1 });
    const many = Array.from({ length: 5_001 }, (_, index) => ({ age: index }));
    const long = await openSession(api, await makeDataset(api, many));
    const whole = await ended(await start(orderOf(long, {}, { format: 'pdf' })), 'failed');
    expect(whole.error?.message).toContain('format');
    expect((await usageOf(long))?.total_operations).toBe(0);
    const query = { filter: '{"age":{"$gte":0}}' };
    await ended(await start(orderOf(long, query, { format: 'pdf' })), 'failed');
    expect(await usageOf(long)).toMatchObject({ filter_operations: 1, read_operations: 0 });
  });
});
