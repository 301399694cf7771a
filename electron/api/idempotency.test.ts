/** Idempotency-Key on every POST: one effect, the same answer, byte for byte. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { routes } from '../../shared/contract/routes.ts';
import { anonymous, decision, TestApi } from './test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const withKey = (key: string) => ({ 'idempotency-key': key });
const size = async () => (await api.read(chainSchema, '/chain')).size;

function create(key: string, body: object = decision): Promise<Response> {
  return api.send('POST', '/records', { body, headers: withKey(key) });
}

describe('Create record with an Idempotency-Key', () => {
  test('answers a repeated request byte for byte, and appends once', async () => {
    const first = await create('k1');
    api.now += 60_000;
    const second = await create('k1');
    expect(second.status).toBe(201);
    expect(await second.text()).toBe(await first.text());
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await size()).toBe(2);
    expect(api.changes).toEqual(['records']);
  });

  test('appends again for another key, and without one', async () => {
    for (const key of ['k1', 'k2']) expect((await create(key)).status).toBe(201);
    await api.append();
    await api.append();
    expect(await size()).toBe(5);
  });

  test('answers 409 to another body under the same key, and appends nothing', async () => {
    await create('k1');
    const response = await create('k1', { ...decision, confidence: 0.5 });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: { code: 'idempotency_key_reused', details: [{ field: 'Idempotency-Key' }] },
    });
    expect(await size()).toBe(2);
  });

  test('has one effect for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create('k1')));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await size()).toBe(2);
  });

  test('remembers no refusal: the corrected request may use the key', async () => {
    expect((await create('k1', {})).status).toBe(400);
    expect((await create('k1')).status).toBe(201);
  });

  test('keeps the keys of different callers apart', async () => {
    await create('k1');
    const response = await api.send('POST', '/records', {
      body: { ...decision, confidence: 0.1 },
      headers: { ...withKey('k1'), 'x-api-key': api.apiKey },
      caller: anonymous,
    });
    expect(response.status).toBe(201);
    expect(await size()).toBe(3);
  });

  test('remembers for good, across a restart and however long ago it was', async () => {
    const text = await (await create('k1')).text();
    await api.reopen();
    expect(await (await create('k1')).text()).toBe(text);
    api.now += 8 * 24 * 60 * 60 * 1000;
    await create('k2');
    await api.reopen();
    expect(await (await create('k1')).text()).toBe(text);
    expect(await size()).toBe(3);
  });

  test.each([
    ['empty', ''],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('refuses a key that is %s', async (_what, key) => {
    const response = await create(key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'validation_error', details: [{ field: 'Idempotency-Key' }] },
    });
    expect(await size()).toBe(1);
    expect((await create('x'.repeat(255))).status).toBe(201);
  });
});

describe('Other POST routes with an Idempotency-Key', () => {
  const account = (key: string, name: string) =>
    api.send('POST', '/billing/accounts', {
      body: {
        name,
        email: 'lab@example.test',
        address: { line1: 'x', city: 'x', state: 'x', postal_code: 'x', country: 'US' },
      },
      headers: withKey(key),
    });

  test('remember an answer across a restart, and forget it after a day', async () => {
    const text = await (await account('k1', 'Lab')).text();
    await api.reopen();
    expect(await (await account('k1', 'Lab')).text()).toBe(text);
    api.now += 24 * 60 * 60 * 1000 + 1;
    await api.reopen();
    expect(await (await account('k1', 'Lab')).text()).not.toBe(text);
  });

  test('forget it after a day without a restart too', async () => {
    const text = await (await account('k1', 'Lab')).text();
    api.now += 23 * 60 * 60 * 1000;
    await account('k2', 'Other');
    expect(await (await account('k1', 'Lab')).text()).toBe(text);
    api.now += 2 * 60 * 60 * 1000;
    await account('k3', 'Third');
    expect(await (await account('k1', 'Lab')).text()).not.toBe(text);
  });

  test('start a verification once', async () => {
    const start = () => api.send('POST', '/chain/verifications', { headers: withKey('v') });
    const first = await start();
    const second = await start();
    const text = await first.clone().text();
    expect(await second.text()).toBe(text);
    expect(second.status).toBe(202);
    await api.finished(first);
    expect(await (await api.send('GET', '/jobs')).json()).toMatchObject({
      pagination: { total: 1 },
    });
    expect(await (await start()).text()).toBe(text);
  });

  test('start an import once, and tell another file or another query apart @whole', async () => {
    const start = (file: string, query = '') =>
      api.send('POST', `/imports${query}`, {
        body: file,
        headers: { 'content-type': 'application/x-ndjson', ...withKey('i') },
      });
    const file = '{"model_id":"m","input":{},"output":{}}\n';
    const [first, second] = await Promise.all([start(file), start(file)]);
    expect(await first.clone().text()).toBe(await second.text());
    expect((await api.finished(first)).result).toMatchObject({ imported: 1 });
    expect((await start(file)).headers.get('idempotent-replayed')).toBe('true');
    expect((await start(file + file)).status).toBe(409);
    expect((await start(file, '?dry_run=true')).status).toBe(409);
    expect(await size()).toBe(2);
  });

  test('cancel a job, with the path as part of the request', async () => {
    const job = jobSchema.parse(
      await (await api.send('POST', '/chain/verifications')).clone().json(),
    );
    const cancel = (id: string) =>
      api.send('POST', `/jobs/${id}/cancel`, { headers: withKey('c') });
    const text = await (await cancel(job.job_id)).text();
    expect(await (await cancel(job.job_id)).text()).toBe(text);
    expect((await cancel('job_other')).status).toBe(409);
  });

  test('open a workspace once', async () => {
    const open = (body: object) => api.send('POST', '/workspace', { body, headers: withKey('w') });
    expect((await open({ kind: 'demo' })).status).toBe(202);
    expect((await open({ kind: 'demo' })).headers.get('idempotent-replayed')).toBe('true');
    expect((await open({ kind: 'local' })).status).toBe(409);
    expect(api.opened).toEqual([{ kind: 'demo' }]);
  });

  test('are all of them that have an effect: each of these routes says so', () => {
    const effects = routes.filter(
      (route) => route.method === 'POST' && route.access === 'write' && !('packed' in route),
    );
    for (const route of effects) {
      expect([route.operationId, route.errors]).toEqual([
        route.operationId,
        expect.arrayContaining(['idempotency_key_reused']),
      ]);
    }
  });
});
