/**
 * Workspace: which ledger is open, and opening the other.
 * @push
 */
import { afterEach, describe, expect, test } from 'vitest';
import { recordListSchema } from '../../shared/contract/records.ts';
import { workspaceSchema } from '../../shared/contract/workspace.ts';
import { TestApi, type TestApiOptions } from './test-api.ts';

const open: TestApi[] = [];
async function start(options?: TestApiOptions): Promise<TestApi> {
  const api = await TestApi.open(options);
  open.push(api);
  return api;
}
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

describe('Get workspace', () => {
  test('says which ledger is open, where, and since when it exists', async () => {
    const api = await start();
    await api.append();
    expect(await api.read(workspaceSchema, '/workspace')).toEqual({
      kind: 'local',
      origin: expect.stringMatching(/^proofdesk\.local\/[0-9a-f]{16}$/),
      record_count: 1,
      last_erasure: null,
      replica_days: null,
      created_at: '2026-01-01T00:00:00.000Z',
      data_directory: api.directory,
      version: '0.0.0-test',
      case_id: null,
      remote: null,
    });
  });
});

describe('A demo workspace', () => {
  test('that is empty is filled before it serves, once', async () => {
    const api = await start({ kind: 'demo', demoRecords: 30 });
    const workspace = await api.read(workspaceSchema, '/workspace');
    expect(workspace).toMatchObject({
      kind: 'demo',
      origin: 'proofdesk.example/demo',
      record_count: 30,
    });
    await api.append();
    await api.reopen();
    expect((await api.read(recordListSchema, '/records')).total).toBe(31);
  });
});

function post(api: TestApi, body: object): Promise<Response> {
  return api.send('POST', '/workspace', { body });
}

describe('Open workspace', () => {
  test('answers 202 and hands the request on', async () => {
    const api = await start();
    const response = await post(api, { kind: 'demo', records: 5, reset: true });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ kind: 'demo', records: 5, reset: true });
    expect(api.opened).toEqual([{ kind: 'demo', records: 5, reset: true }]);
    expect(api.changes).toContain('workspace');
  });

  test('refuses what is not valid, every field named', async () => {
    const api = await start();
    const response = await post(api, { kind: 'cloud', records: 0, reset: 'yes', name: 'x' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        type: 'validation_error',
        details: {
          fields: [
            { field: 'kind', message: 'must be local, demo, case or remote' },
            { field: 'records', message: 'must be at least 1' },
            { field: 'reset', message: 'must be true or false' },
            { field: 'name', message: 'is not a known member' },
          ],
        },
      },
    });
    expect(api.opened).toEqual([]);
  });

  test('never resets or fills a local ledger', async () => {
    const api = await start();
    const response = await post(api, { kind: 'local', reset: true, records: 10 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { details: { fields: [{ field: 'reset' }, { field: 'records' }] } },
    });
    expect((await post(api, { kind: 'local', reset: false })).status).toBe(202);
  });

  test('answers 409 while a job is at work, naming it', async () => {
    const api = await start();
    const started = await api.send('POST', '/chain/verifications');
    const response = await post(api, { kind: 'demo' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: { type: 'conflict', details: { job_ids: [expect.stringMatching(/^job_/)] } },
    });
    await api.finished(started);
    expect((await post(api, { kind: 'demo' })).status).toBe(202);
  });
});
