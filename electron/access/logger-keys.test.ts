/** Keys of loggers: who makes them, what they append, and that they read nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyPageSchema, createdApiKeySchema, meSchema } from '../../shared/contract/access.ts';
import { errorStatus, sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { createRecordsAnswerSchema } from '../../shared/contract/intake-routes.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { anonymous, decision, TestApi } from '../api/test-api.ts';

let api: TestApi;
const keys = new Map<string, string>();

function as(name: string) {
  return name === 'window'
    ? {}
    : { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } };
}

/** Makes a key and keeps it under its name. */
async function make(name: string, by: string, body: object) {
  const response = await api.send('POST', '/api-keys', { ...as(by), body: { name, ...body } });
  if (response.status !== 201) {
    const { error } = sessionsErrorSchema.parse(await response.json());
    return `${response.status} ${error.type}`;
  }
  const made = createdApiKeySchema.parse(await response.json());
  keys.set(name, made.key ?? '');
  return made;
}

const append = (name: string, models: readonly string[]) =>
  api.send('POST', '/records/batch', {
    ...as(name),
    body: { records: models.map((model_id) => ({ ...decision, model_id })) },
  });

beforeAll(async () => {
  api = await TestApi.open();
  for (const account of ['acme', 'other']) {
    await api.addAccount(account);
    await make(account, 'window', { role: 'ai_lab', account_id: account });
  }
  await make('of nobody', 'window', { role: 'logger' });
  await make('of two models', 'window', { role: 'logger', models: ['a', 'b'] });
  await make('of acme', 'acme', { role: 'logger', models: ['a'] });
});
afterAll(() => api.close());

describe('A logger', () => {
  test('appends decisions, one and many, and none of a model that its key does not name', async () => {
    const answer = createRecordsAnswerSchema.parse(
      await (await append('of two models', ['a', 'c', 'b'])).json(),
    );
    expect(answer.results.map(({ status }) => status)).toEqual([201, errorStatus.forbidden, 201]);
    expect(answer.results[1]).toMatchObject({ error: { code: 'forbidden', details: [] } });
    const one = (model: string) =>
      api.send('POST', '/records', {
        ...as('of two models'),
        body: { ...decision, model_id: model },
      });
    expect((await one('c')).status).toBe(403);
    expect((await one('a')).status).toBe(201);
    expect((await append('of nobody', ['c'])).status).toBe(201);
  });

  test('appends them for its account, and so that the lab reads them', async () => {
    await append('of acme', ['a']);
    const own = await (await api.send('GET', '/records', as('acme'))).json();
    expect(recordListSchema.parse(own).total).toBe(1);
    const others = await (await api.send('GET', '/records', as('other'))).json();
    expect(recordListSchema.parse(others).total).toBe(0);
  });

  test('does not learn by an idempotency key what another logger of its account appended', async () => {
    await make('wide', 'window', { role: 'logger', account_id: 'acme' });
    const body = { records: [{ ...decision, model_id: 'z', idempotency_key: 'secret-key' }] };
    const sent = await api.send('POST', '/records/batch', { ...as('wide'), body });
    expect(sent.status).toBe(201);
    const probe = await api.send('POST', '/records/batch', { ...as('of acme'), body });
    const { results } = createRecordsAnswerSchema.parse(await probe.json());
    expect(results).toMatchObject([{ status: 403 }]);
  });

  test('knows who it is, and reads nothing else', async () => {
    const me = meSchema.parse(await (await api.send('GET', '/me', as('of two models'))).json());
    expect(me).toMatchObject({ role: 'logger', models: ['a', 'b'], scopes: ['records:write'] });
    expect(me.operations).toEqual(
      expect.arrayContaining(['createRecord', 'createRecords', 'getMe']),
    );
    for (const path of ['/records', '/overview', '/workspace', '/events', '/models', '/chain']) {
      expect([path, (await api.send('GET', path, as('of nobody'))).status]).toEqual([path, 403]);
    }
  });

  test('is stopped by revoking its key', async () => {
    const made = await make('short', 'acme', { role: 'logger' });
    if (typeof made === 'string') throw new Error(made);
    expect((await append('short', ['a'])).status).toBe(201);
    const revoked = await api.send('POST', `/api-keys/${made.key_id}/revoke`, as('acme'));
    expect(revoked.status).toBe(200);
    expect((await append('short', ['a'])).status).toBe(401);
  });
});

describe('A key of a logger', () => {
  test.each<[string, string, object, string]>([
    ['a lab for another account', 'acme', { role: 'logger', account_id: 'other' }, '403 forbidden'],
    ['a lab of its own role', 'acme', { role: 'ai_lab', account_id: 'acme' }, '403 forbidden'],
    ['a lab of an admin', 'acme', { role: 'admin' }, '403 forbidden'],
    [
      'a lab with a scope of labs',
      'acme',
      { role: 'logger', scopes: ['records:read'] },
      '403 forbidden',
    ],
    ['a logger', 'of nobody', { role: 'logger' }, '403 forbidden'],
    [
      'anybody with a scope of readers',
      'window',
      { role: 'logger', scopes: ['records:read'] },
      '400 validation_error',
    ],
    [
      'anybody for an account that is not there',
      'window',
      { role: 'logger', account_id: 'no' },
      '400 validation_error',
    ],
    ['anybody with no models', 'window', { role: 'logger', models: [] }, '400 validation_error'],
    [
      'anybody with 101 models',
      'window',
      { role: 'logger', models: Array.from({ length: 101 }, (_, n) => `m${n}`) },
      '400 validation_error',
    ],
    [
      'anybody with models in another role',
      'window',
      { role: 'admin', models: ['a'] },
      '400 validation_error',
    ],
    [
      'anybody for a holder',
      'window',
      { role: 'logger', holder_id: 'mayo' },
      '400 validation_error',
    ],
    [
      'anybody in the name of a person',
      'window',
      { role: 'logger', person_id: 'usr_00000000000000000000000001' },
      '400 validation_error',
    ],
  ])('is not made by %s', async (_what, by, body, expected) => {
    expect(await make('x', by, body)).toBe(expected);
  });

  test('is listed to its lab alone, without the keys of the lab itself, which it does not revoke', async () => {
    const page = apiKeyPageSchema.parse(
      await (await api.send('GET', '/api-keys', as('acme'))).json(),
    );
    expect(page.data.map(({ name }) => name)).toContain('of acme');
    expect(
      page.data.every(({ role, account_id: account }) => role === 'logger' && account === 'acme'),
    ).toBe(true);
    const all = apiKeyPageSchema.parse(await (await api.send('GET', '/api-keys')).json());
    for (const name of ['acme', 'other', 'of nobody']) {
      const id = all.data.find((each) => each.name === name)?.key_id;
      const refused = await api.send('POST', `/api-keys/${id}/revoke`, as('acme'));
      expect([name, refused.status]).toEqual([name, 404]);
    }
    const theirs = page.data.find(({ name }) => name === 'of acme')?.key_id;
    expect((await api.send('POST', `/api-keys/${theirs}/revoke`, as('other'))).status).toBe(404);
  });
});
