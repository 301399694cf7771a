/** The life of a session, and what its use is refused with in each state. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasetSchema } from '../../shared/contract/datasets.ts';
import {
  sessionPageSchema,
  sessionSchema,
  streamBatchSchema,
} from '../../shared/contract/sessions.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import {
  appendRows,
  clinicalRow,
  clinicalRows,
  errorSchema,
  makeDataset,
  openSession,
  refusalOf,
} from './testing/clinical.ts';

let api: TestApi;
let dataset: string;
beforeAll(async () => {
  api = await TestApi.open({ sessionLimits: { rate: { limit: 20, periodMs: 60_000 } } });
  dataset = await makeDataset(api);
});
afterAll(() => api.close());

const state = async (id: string) => (await api.read(sessionSchema, `/sessions/${id}`)).status;
const stream = (id: string) => api.send('GET', `/sessions/${id}/stream`);
const closeIt = (id: string) => api.send('POST', `/sessions/${id}/close`);
const revokeIt = (id: string, body: object = { reason: 'Consent withdrawn' }) =>
  api.send('POST', `/sessions/${id}/revoke`, { body });

describe('Opening', () => {
  test('answers 201 with the session', async () => {
    const session = await openSession(api, dataset, {
      ttl_seconds: 60,
      model_id: 'diabetes-risk',
      operator: 'dr_lee',
      allowed_operations: ['filter', 'read'],
    });
    expect(session).toEqual({
      may_use: true,
      session_id: expect.stringMatching(/^sess_/),
      policy_version: 1,
      dataset_id: dataset,
      account_id: 'default',
      grant_id: expect.stringMatching(/^grant_/),
      kind: 'rows',
      opened_by: { kind: 'operator', key_id: null, name: null },
      status: 'active',
      purpose: 'Diabetes research',
      model_id: 'diabetes-risk',
      operator: 'dr_lee',
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-01T00:01:00.000Z',
      last_activity_at: null,
      allowed_operations: ['read', 'filter'],
      snapshot: { seq: 4, record_count: 4 },
    });
  });

  test.each([
    ['no dataset', { dataset_id: undefined }, '400 validation_error'],
    ['an unknown dataset', { dataset_id: 'nothing' }, '404 not_found'],
    ['too short a life', { ttl_seconds: 59 }, '400 validation_error'],
    ['too long a life', { ttl_seconds: 2_592_001 }, '400 validation_error'],
    ['an unknown operation', { allowed_operations: ['delete'] }, '400 validation_error'],
    ['an unknown member', { colour: 'blue' }, '400 validation_error'],
  ])('refuses %s', async (_what, changes, refusal) => {
    const body = { dataset_id: dataset, purpose: 'x', ...changes };
    expect(await refusalOf(await api.send('POST', '/sessions', { body }))).toBe(refusal);
  });

  test('allows what the policy of the dataset allows, and no more', async () => {
    const id = await makeDataset(api, [], { policy: { operations: ['read', 'train'] } });
    expect((await openSession(api, id)).allowed_operations).toEqual(['read', 'train']);
    const body = { dataset_id: id, purpose: 'x', allowed_operations: ['filter'] };
    expect(await refusalOf(await api.send('POST', '/sessions', { body }))).toBe('403 forbidden');
  });

  test('sees the rows that were there, and never those that come later', async () => {
    const id = await makeDataset(api);
    const session = await openSession(api, id);
    await appendRows(api, id, [clinicalRow(1)]);
    const { batch } = await api.read(streamBatchSchema, `/sessions/${session.session_id}/stream`);
    expect(batch).toEqual(clinicalRows);
    expect(
      await refusalOf(
        await api.send('GET', `/sessions/${session.session_id}/records/rec_00000001`),
      ),
    ).toBe('404 not_found');
  });
});

describe('Ending', () => {
  test('closes, once', async () => {
    const { session_id: id } = await openSession(api, dataset);
    const closed = await closeIt(id);
    expect(closed.status).toBe(200);
    const said = await closed.text();
    expect(sessionSchema.parse(JSON.parse(said))).toMatchObject({
      status: 'closed',
      closed_at: '2026-01-01T00:00:00.000Z',
    });
    api.now += 1_000;
    expect(await (await closeIt(id)).text()).toBe(said);
    expect(await (await revokeIt(id)).text()).toBe(said);
  });

  test('revokes, once, and says by whom and why', async () => {
    const { session_id: id } = await openSession(api, dataset);
    const said = await (
      await revokeIt(id, { reason: 'Consent withdrawn', revoked_by: 'ethics' })
    ).text();
    expect(sessionSchema.parse(JSON.parse(said))).toMatchObject({
      status: 'revoked',
      revoked_by: 'ethics',
      revocation_reason: 'Consent withdrawn',
    });
    expect(await (await revokeIt(id, { reason: 'Another' })).text()).toBe(said);
    expect(await (await closeIt(id)).text()).toBe(said);
    expect(await refusalOf(await revokeIt(id, {}))).toBe('400 validation_error');
  });

  test('expires by the clock, and a clock that is set back reopens nothing', async () => {
    const { session_id: id, expires_at } = await openSession(api, dataset, { ttl_seconds: 60 });
    const before = api.now;
    expect((await stream(id)).status).toBe(200);
    api.now += 60_000;
    expect(await state(id)).toBe('expired');
    const refused = await stream(id);
    expect(refused.status).toBe(410);
    const { error } = errorSchema.parse(await refused.json());
    expect(error).toEqual({
      type: 'session_expired',
      message: expect.any(String),
      details: {
        session_id: id,
        expired_at: expires_at,
        current_time: new Date(api.now).toISOString(),
      },
      request_id: refused.headers.get('x-request-id'),
    });
    api.now = before;
    expect(await state(id)).toBe('expired');
    expect((await stream(id)).status).toBe(410);
    expect(sessionSchema.parse(await (await closeIt(id)).json()).status).toBe('expired');
    await api.reopen();
    expect((await stream(id)).status).toBe(410);
    api.now = before + 61_000;
  });

  test('revoking a dataset ends its active sessions, and no others', async () => {
    const id = await makeDataset(api);
    const open = await openSession(api, id);
    const closed = await openSession(api, id);
    await closeIt(closed.session_id);
    const body = { reason: 'Study stopped' };
    const response = await api.send('POST', `/datasets/${id}/revoke`, { body });
    expect(datasetSchema.parse(await response.json())).toMatchObject({
      status: 'revoked',
      revoked_by: 'holder_mayo',
      revocation_reason: 'Study stopped',
      active_session_count: 0,
      session_count: 2,
    });
    expect([await state(open.session_id), await state(closed.session_id)]).toEqual([
      'revoked',
      'closed',
    ]);
    const refused = await stream(open.session_id);
    expect(refused.status).toBe(403);
    expect(errorSchema.parse(await refused.json()).error).toEqual({
      type: 'access_revoked',
      message: expect.any(String),
      details: {
        session_id: open.session_id,
        revoked_at: new Date(api.now).toISOString(),
        reason: 'Study stopped',
        revoked_by: 'holder_mayo',
      },
      request_id: refused.headers.get('x-request-id'),
    });
    const again = { dataset_id: id, purpose: 'x' };
    expect(await refusalOf(await api.send('POST', '/sessions', { body: again }))).toBe(
      '403 access_revoked',
    );
    const rows = await api.send('POST', `/datasets/${id}/records`, { body: [{ a: 1 }] });
    expect(await refusalOf(rows)).toBe('403 access_revoked');
  });
});

describe('The order of refusals', () => {
  /** A body that would be refused if it were looked at. */
  const bad = { body: '{', headers: { 'content-type': 'application/json' } };

  async function sessionIn(wanted: string): Promise<string> {
    if (wanted === 'unknown') return 'sess_nothing';
    const { session_id: id } = await openSession(api, dataset, {
      ...(wanted === 'without filter' ? { allowed_operations: ['read'] } : {}),
      ...(wanted === 'expired' ? { ttl_seconds: 60 } : {}),
    });
    if (wanted === 'closed') await closeIt(id);
    if (wanted === 'revoked') await revokeIt(id);
    if (wanted === 'busy') for (let call = 0; call < 20; call += 1) await stream(id);
    if (wanted === 'expired') api.now += 60_000;
    return id;
  }

  test.each([
    ['unknown', '404 not_found'],
    ['revoked', '403 access_revoked'],
    ['expired', '410 session_expired'],
    ['closed', '410 session_closed'],
    ['without filter', '403 forbidden'],
    ['busy', '429 rate_limit_exceeded'],
    ['active', '400 malformed_json'],
  ])('a session that is %s: %s before its body', async (wanted, refusal) => {
    const id = await sessionIn(wanted);
    expect(await refusalOf(await api.send('POST', `/sessions/${id}/filter`, bad))).toBe(refusal);
    const keyless = { ...bad, caller: anonymous };
    expect(await refusalOf(await api.send('POST', `/sessions/${id}/filter`, keyless))).toBe(
      '401 unauthorized',
    );
  });

  test.each([
    ['GET', 'stream?batch_size=0'],
    ['GET', 'records/rec_001?x=1'],
    ['POST', 'filter'],
    ['POST', 'count'],
    ['POST', 'aggregate'],
    ['POST', 'explain'],
    ['POST', 'transform'],
    ['POST', 'transform/preview'],
    ['POST', 'operations'],
  ])('%s %s looks at the session first', async (method, path) => {
    const { session_id: id } = await openSession(api, dataset);
    await closeIt(id);
    const options = method === 'GET' ? {} : bad;
    expect(await refusalOf(await api.send(method, `/sessions/${id}/${path}`, options))).toBe(
      '410 session_closed',
    );
  });

  test('too many requests say how many, in which period, and until when', async () => {
    const id = await sessionIn('busy');
    const response = await stream(id);
    const { error } = errorSchema.parse(await response.json());
    expect(error.details).toEqual({
      limit: 20,
      period: '1m',
      reset_at: new Date(api.now + 60_000).toISOString(),
    });
    expect(response.headers.get('retry-after')).toBe('60');
    api.now += 60_000;
    expect((await stream(id)).status).toBe(200);
  });
});

describe('Lists', () => {
  test('come newest first, by state and by dataset', async () => {
    const own = await makeDataset(api);
    const [first, second] = [await openSession(api, own), await openSession(api, own)];
    await closeIt(first.session_id);
    const of = async (query: string) =>
      (await api.read(sessionPageSchema, `/sessions?dataset_id=${own}${query}`)).data.map(
        (each) => each.session_id,
      );
    expect(await of('')).toEqual([second.session_id, first.session_id]);
    expect(await of('&status=closed')).toEqual([first.session_id]);
    expect(await of('&status=active')).toEqual([second.session_id]);
    expect(await of('&status=revoked')).toEqual([]);
    const page = await api.read(sessionPageSchema, `/sessions?dataset_id=${own}&limit=1`);
    expect(page.pagination).toEqual({ total: 2, limit: 1, offset: 0, has_more: true });
    expect(await refusalOf(await api.send('GET', '/sessions?limit=101'))).toBe(
      '400 validation_error',
    );
  });
});
