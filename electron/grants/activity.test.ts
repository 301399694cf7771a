/** What is told of the use of data: newest first, in pages, to both sides, and metered to nobody. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  activitySchema,
  datasetAccessSchema,
  type ActivityEvent,
} from '../../shared/contract/activity.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { sessionMeteringSchema } from '../../shared/contract/billing.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';
import { accessReportStatements } from './access-report.ts';
import { activityStatements } from './activity-store.ts';

const minute = 60_000;
let api: TestApi;
const keys = new Map<string, string>();
let first = '';
let second = '';

function as(name: string) {
  if (name === 'window') return {};
  return { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } };
}
const get = (name: string, path: string) => api.send('GET', path, as(name));
const post = (name: string, path: string, body: object) =>
  api.send('POST', path, { ...as(name), body });
async function opened(name: string): Promise<string> {
  const response = await post(name, '/sessions', { dataset_id: 'ds', purpose: `For ${name}` });
  return sessionSchema.parse(await response.json()).session_id;
}

beforeAll(async () => {
  api = await TestApi.open();
  await makeDataset(api, undefined, { dataset_id: 'ds', holder_id: 'mayo' });
  for (const id of ['acme', 'other']) await api.addAccount(id);
  for (const [name, body] of Object.entries({
    lab: { role: 'ai_lab', account_id: 'acme' },
    stranger: { role: 'ai_lab', account_id: 'other' },
    holder: { role: 'data_holder', holder_id: 'mayo' },
    neighbour: { role: 'data_holder', holder_id: 'clinic' },
    compliance: { role: 'compliance' },
    admin: { role: 'admin' },
  })) {
    const made = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await made.json()).key ?? '');
  }
  first = await opened('lab');
  api.now += minute;
  await get('lab', `/sessions/${first}/stream`);
  api.now += minute;
  second = await opened('stranger');
  await get('stranger', `/sessions/${second}/records/rec_001`);
  api.now += minute;
  await post('lab', `/sessions/${first}/transform`, {
    record_ids: ['rec_001', 'rec_002'],
    transformation: 'redact',
    parameters: { fields: ['diagnosis'] },
  });
  api.now += minute;
  await post('lab', `/sessions/${first}/close`, {});
});
afterAll(() => api.close());

async function told(name: string, path: string) {
  const response = await get(name, path);
  if (response.status !== 200) throw new Error(await response.text());
  return activitySchema.parse(await response.json());
}
const brief = (event: ActivityEvent) =>
  `${event.at.slice(14, 16)} ${event.type} ${event.account_id} ${
    event.type === 'access' ? `${event.n} ${event.kind} ${event.rows}` : ''
  }`.trim();
const whole = [
  '04 ended acme',
  '03 access acme 2 transform 2',
  '02 access other 1 read 1',
  '02 opened other',
  '02 grant other',
  '01 access acme 1 read 4',
  '00 opened acme',
  '00 grant acme',
];

describe('The activity of a session', () => {
  test('is told with who opened it, each access and its end, without a value of a row', async () => {
    const { data, next_cursor: next } = await told('holder', `/sessions/${first}/activity`);
    expect(next).toBeUndefined();
    const common = { session_id: first, account_id: 'acme' };
    expect(data).toEqual([
      { type: 'ended', at: '2026-01-01T00:04:00.000Z', ...common, how: 'closed' },
      {
        type: 'access',
        at: '2026-01-01T00:03:00.000Z',
        ...common,
        n: 2,
        kind: 'transform',
        rows: 2,
        bytes: expect.any(Number),
        cost: expect.closeTo(0.03, 6),
        currency: 'USD',
        evidence_id: expect.stringMatching(/^ev_/),
      },
      {
        type: 'access',
        at: '2026-01-01T00:01:00.000Z',
        ...common,
        n: 1,
        kind: 'read',
        rows: 4,
        bytes: expect.any(Number),
        cost: expect.closeTo(0.04, 6),
        currency: 'USD',
        evidence_id: null,
      },
      {
        type: 'opened',
        at: '2026-01-01T00:00:00.000Z',
        ...common,
        purpose: 'For lab',
        by: { kind: 'api_key', key_id: expect.stringMatching(/^key_/), name: 'lab' },
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/rec_0|P-10|Diabetes/);
  });

  test('costs what the session was charged beside its time', async () => {
    const { data } = await told('lab', `/sessions/${first}/activity`);
    const sum = data.reduce(
      (all, each) => all + (each.type === 'access' ? (each.cost ?? 0) : 0),
      0,
    );
    const { pricing } = await api.read(sessionMeteringSchema, `/billing/usage/sessions/${first}`);
    expect(sum).toBeCloseTo(pricing.total_cost - pricing.time_cost, 9);
  });
});

describe('The activity of a dataset', () => {
  test.each(['window', 'admin', 'compliance', 'holder'])('is told whole to %s', async (name) => {
    expect((await told(name, '/datasets/ds/activity')).data.map(brief)).toEqual(whole);
  });

  test('is told to a lab as far as it is its own', async () => {
    expect((await told('lab', '/datasets/ds/activity')).data.map(brief)).toEqual(
      whole.filter((each) => each.includes('acme')),
    );
    expect((await get('neighbour', '/datasets/ds/activity')).status).toBe(404);
    expect((await get('stranger', `/sessions/${first}/activity`)).status).toBe(404);
  });

  test.each([1, 2, 3, 7, 8])(
    'comes in pages of %i, none twice and none left out',
    async (limit) => {
      const found: string[] = [];
      let cursor = '';
      for (;;) {
        const page = await told('holder', `/datasets/ds/activity?limit=${limit}${cursor}`);
        expect(page.data.length).toBeLessThanOrEqual(limit);
        found.push(...page.data.map(brief));
        if (page.next_cursor === undefined) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(found).toEqual(whole);
    },
  );

  test('of sessions that were used by turns, some at one instant, is whole and in order', async () => {
    await makeDataset(api, undefined, { dataset_id: 'turns', holder_id: 'mayo' });
    const ids: string[] = [];
    for (const purpose of ['a', 'b', 'c']) {
      const response = await post('window', '/sessions', { dataset_id: 'turns', purpose });
      ids.push(sessionSchema.parse(await response.json()).session_id);
    }
    for (let turn = 0; turn < 12; turn += 1) {
      if (turn % 3 === 0) api.now += minute;
      const id = ids[(turn * turn) % ids.length] ?? '';
      await api.send('GET', `/sessions/${id}/records/rec_001`);
    }
    const all = await told('window', '/datasets/turns/activity?limit=100');
    expect(all.data.filter(({ type }) => type === 'access')).toHaveLength(12);
    const times = all.data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const found: ActivityEvent[] = [];
    let cursor = '';
    for (;;) {
      const page = await told('window', `/datasets/turns/activity?limit=2${cursor}`);
      found.push(...page.data);
      if (page.next_cursor === undefined) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(found).toEqual(all.data);
  });

  test('refuses a cursor that is none', async () => {
    const response = await get('holder', '/datasets/ds/activity?cursor=no');
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect([response.status, error.type]).toEqual([400, 'validation_error']);
  });
});

describe('Who used a dataset', () => {
  const acme = {
    account_id: 'acme',
    name: 'acme',
    grants: 1,
    active_grants: 1,
    sessions: 1,
    rows_delivered: 6,
    bytes: expect.any(Number),
    accesses: 2,
    transformations: 1,
    earned: expect.any(Number),
    currency: 'USD',
    last_at: '2026-01-01T00:03:00.000Z',
  };

  test('is told by account, with what the holder earned', async () => {
    const report = await api.read(datasetAccessSchema, '/datasets/ds/access');
    const other = { grants: 1, sessions: 1, rows_delivered: 1, accesses: 1, transformations: 0 };
    expect(report).toEqual({
      data: [
        acme,
        {
          ...acme,
          account_id: 'other',
          name: 'other',
          ...other,
          last_at: '2026-01-01T00:02:00.000Z',
        },
      ],
      rows_in_dataset: 4,
    });
    const { pricing } = await api.read(sessionMeteringSchema, `/billing/usage/sessions/${first}`);
    expect(report.data[0]?.earned).toBeCloseTo(pricing.total_cost * 0.85, 8);
    const lab = await get('lab', '/datasets/ds/access');
    expect(datasetAccessSchema.parse(await lab.json()).data).toEqual([acme]);
  });

  test('counts the days that are asked for', async () => {
    const report = await api.read(datasetAccessSchema, '/datasets/ds/access?from=2026-01-02');
    expect(report.data[0]).toMatchObject({ sessions: 0, rows_delivered: 0, earned: 0 });
    const response = await get('holder', '/datasets/ds/access?from=2026-01-02&to=2026-01-01');
    expect(response.status).toBe(400);
  });
});

test('Looking is metered to nobody, and reading elsewhere is refused by name', async () => {
  const before = await api.read(sessionSchema, `/sessions/${second}?include=usage`);
  for (const name of ['holder', 'compliance', 'admin', 'window']) {
    await told(name, `/sessions/${second}/activity`);
    await get(name, '/datasets/ds/access');
  }
  const response = await get('window', `/sessions/${second}/stream`);
  const { error } = sessionsErrorSchema.parse(await response.json());
  expect([response.status, error.type, error.message, error.details]).toEqual([
    403,
    'not_your_session',
    'Reading here would be charged to other.',
    { session_id: second, account_id: 'other' },
  ]);
  const after = await api.read(sessionSchema, `/sessions/${second}?include=usage`);
  expect(after).toEqual(before);
});

describe('Statements', () => {
  test.each([
    ['opened', 'sessions_by_opening'],
    ['ended', 'sessions_by_end'],
    ['used', 'sessions_by_use'],
    ['spanning', 'sessions_by_opening'],
  ] as const)('%s is a range of %s, read in its order', (name, index) => {
    const database = openReader(join(api.directory, 'proofdesk.db'));
    const steps = database
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${activityStatements[name]}`)
      .all({ dataset: 1, account: null, until: 'x', since: 'x' })
      .map(({ detail }) => detail);
    database.close();
    expect(steps[0]).toContain(`USING INDEX ${index} (dataset=? AND`);
    expect(steps.join()).not.toContain('TEMP B-TREE');
  });

  test.each(Object.entries({ ...activityStatements, ...accessReportStatements }))(
    '%s uses an index',
    (_name, sql) => {
      const database = openReader(join(api.directory, 'proofdesk.db'));
      const statement = database.prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN ${sql}`,
      );
      const marks = sql.split('?').length - 1;
      const values = {
        dataset: 1,
        account: 'x',
        until: 'x',
        since: 'x',
        seq: 1,
        grant: 'x',
        limit: 1,
        number: 1,
        now: 'x',
        from: 'x',
        to: 'x',
      };
      const steps = (
        marks > 0 ? statement.all(...Array.from({ length: marks }, () => 1)) : statement.all(values)
      ).map(({ detail }) => detail);
      database.close();
      expect(steps.filter((step) => step.startsWith('SCAN '))).toEqual([]);
    },
  );
});
