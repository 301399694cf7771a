/** Who may use the rows of a session: its account and whoever opened it; anybody else is refused before anything is metered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { routes } from '../../shared/contract/routes.ts';
import { sessionPageSchema, sessionSchema } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { openPolicy } from './testing/clinical.ts';

let api: TestApi;
const keys = new Map<string, string>();

beforeAll(async () => {
  api = await TestApi.open();
  for (const id of ['acct_a', 'acct_b']) await api.addAccount(id);
  for (const [name, body] of Object.entries({
    lab: { role: 'ai_lab', account_id: 'acct_a' },
    colleague: { role: 'ai_lab', account_id: 'acct_a' },
    stranger: { role: 'ai_lab', account_id: 'acct_b' },
    holder: { role: 'data_holder', holder_id: 'clinic' },
    compliance: { role: 'compliance' },
    admin: { role: 'admin' },
    'other admin': { role: 'admin' },
  })) {
    const made = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await made.json()).key ?? '');
  }
  keys.set('start key', api.apiKey);
  await api.send('POST', '/datasets', {
    body: { dataset_id: 'ds', name: 'Rows', holder_id: 'clinic', policy: openPolicy },
  });
  await api.send('POST', '/datasets/ds/records', {
    body: [1, 2].map((n) => ({ record_id: `rec_${n}`, n, name: 'x' })),
  });
});
afterAll(() => api.close());

/** The window itself, unless a key is named. */
function as(name: string): SendOptions {
  if (name === 'window') return {};
  return { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } };
}

async function open(name: string): Promise<string> {
  const body = {
    dataset_id: 'ds',
    purpose: name,
    ...(name === 'window' ? { account_id: 'acct_a' } : {}),
  };
  const response = await api.send('POST', '/sessions', { body, ...as(name) });
  const session = sessionSchema.parse(await response.json());
  expect([response.status, session.may_use]).toEqual([201, true]);
  return session.session_id;
}

/** One call of each operation on rows. */
const calls: readonly (readonly [operation: string, body?: object])[] = [
  ['streamSession'],
  ['getSessionRecord'],
  ['filterSession', { filter: {} }],
  ['countSession', { filter: {} }],
  ['aggregateSession', { pipeline: [{ count: 'rows' }] }],
  ['explainSession', { filter: { n: 1 } }],
  [
    'previewTransform',
    { record_ids: ['rec_1'], transformation: 'redact', parameters: { fields: ['name'] } },
  ],
  [
    'transformSession',
    { record_ids: ['rec_1'], transformation: 'redact', parameters: { fields: ['name'] } },
  ],
  ['recordOperation', { operation_type: 'TRAIN', records: ['rec_1'] }],
];

async function statuses(name: string, session: string): Promise<number[]> {
  const found: number[] = [];
  for (const [operation, body] of calls) {
    const route = routes.find(({ operationId }) => operationId === operation);
    const path = (route?.path ?? '')
      .replace('{session_id}', session)
      .replace('{record_id}', 'rec_1');
    const options = { ...as(name), ...(body === undefined ? {} : { body }) };
    const response = await api.send(route?.method ?? '', path, options);
    await response.text();
    found.push(response.status);
  }
  return found;
}

async function used(session: string): Promise<number> {
  const { usage } = await api.read(sessionSchema, `/sessions/${session}?include=usage`);
  return usage?.total_operations ?? -1;
}

async function mayUse(name: string, session: string): Promise<boolean> {
  const response = await api.send('GET', `/sessions/${session}`, as(name));
  return sessionSchema.parse(await response.json()).may_use;
}

test('every operation on rows is tried', () => {
  const data = routes
    .filter(({ access }) => access === 'data')
    .map(({ operationId }) => operationId);
  expect(calls.map(([operation]) => operation).toSorted()).toEqual(data.toSorted());
});

describe('A session that', () => {
  const everything = calls.map(() => 200);
  const nothing = calls.map(() => 403);

  test.each([
    ['a lab opened', 'lab', ['lab', 'colleague'], ['window', 'start key', 'admin']],
    ['the window opened for an account', 'window', ['window', 'start key', 'lab'], ['admin']],
    ['an admin opened', 'admin', ['admin'], ['other admin', 'window', 'start key']],
  ] as const)(
    '%s is used by its account and its opener alone',
    async (_what, by, users, others) => {
      const session = await open(by);
      for (const name of others) {
        expect([name, await statuses(name, session)]).toEqual([name, nothing]);
        expect([name, await mayUse(name, session)]).toEqual([name, false]);
      }
      for (const role of ['holder', 'compliance']) {
        expect([role, await statuses(role, session)]).toEqual([role, nothing]);
        expect([role, await mayUse(role, session)]).toEqual([role, false]);
      }
      expect(await used(session)).toBe(0);
      for (const name of users) {
        expect([name, await statuses(name, session)]).toEqual([name, everything]);
        expect([name, await mayUse(name, session)]).toEqual([name, true]);
      }
      expect(await used(session)).toBeGreaterThan(0);
      const own = await api.send('GET', '/sessions', as('admin'));
      const listed = sessionPageSchema.parse(await own.json()).data;
      expect(listed.find((each) => each.session_id === session)?.may_use).toBe(by === 'admin');
    },
  );

  test('another lab opened does not exist', async () => {
    expect(await statuses('stranger', await open('lab'))).toEqual(calls.map(() => 404));
  });
});
