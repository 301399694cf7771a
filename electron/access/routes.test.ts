/** Keys and limits over the API: made, told once, used, revoked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  apiKeyCardSchema,
  apiKeyPageSchema,
  createdApiKeySchema,
  meSchema,
  rateLimitsSchema,
  type CreatedApiKey,
} from '../../shared/contract/access.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { routes } from '../../shared/contract/routes.ts';
import { anonymous, decision, TestApi, type SendOptions } from '../api/test-api.ts';
import { defaultRateLimits } from './gate.ts';
import { scopesOf } from './permissions.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

async function make(
  body: object,
  options: SendOptions = {},
): Promise<CreatedApiKey & { key: string }> {
  const response = await api.send('POST', '/api-keys', { body, ...options });
  const text = await response.text();
  if (response.status !== 201) throw new Error(text);
  const card = createdApiKeySchema.parse(JSON.parse(text));
  if (card.key === null) throw new Error('The key was not told.');
  return { ...card, key: card.key };
}

function withKey(key: string, method: string, path: string, options: SendOptions = {}) {
  const headers = { ...options.headers, authorization: `Bearer ${key}` };
  return api.send(method, path, { ...options, headers, caller: anonymous });
}

const fieldsOf = async (response: Response) => {
  const { details } = sessionsErrorSchema.parse(await response.json()).error;
  return [response.status, details['fields']];
};

describe('POST /api-keys', () => {
  test('tells the key once; its card never has it', async () => {
    const { key, ...card } = await make({ name: 'Auditor', role: 'compliance' });
    expect(key).toMatch(/^pdk_[\w-]{43}$/);
    expect(apiKeyCardSchema.parse(card)).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'Auditor',
      role: 'compliance',
      account_id: null,
      holder_id: null,
      person_id: null,
      scopes: scopesOf('compliance'),
      rate_limits: null,
      hint: `${key.slice(0, 8)}…`,
      created_at: '2026-01-01T00:00:00.000Z',
      created_by: 'operator',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      status: 'active',
    });
    const list = await api.send('GET', '/api-keys');
    const text = await list.text();
    expect(apiKeyPageSchema.parse(JSON.parse(text)).data).toEqual([card]);
    expect(text).not.toContain(key);
  });

  test('answers the card without the key to its Idempotency-Key again', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'Auditor', role: 'compliance' };
    const first = await make(body, { headers });
    const again = await api.send('POST', '/api-keys', { body, headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, await again.json()]).toEqual([201, { ...first, key: null }]);
    expect((await api.read(apiKeyPageSchema, '/api-keys')).pagination.total).toBe(1);
  });

  test('leaves the key nowhere on the disk, in no answer and in no log', async () => {
    const headers = { 'idempotency-key': 'once' };
    const { key } = await make({ name: 'Auditor', role: 'compliance' }, { headers });
    await withKey(key, 'GET', '/records');
    await withKey(key, 'GET', `/records?api_key=${key}`);
    const random = key.slice(4);
    const forms = [random, Buffer.from(random, 'base64url').toString('hex')];
    const check = () => {
      for (const name of readdirSync(api.dataRoot, { recursive: true, encoding: 'utf8' })) {
        const path = join(api.dataRoot, name);
        const text = readIfFile(path);
        for (const form of forms) expect([name, text.includes(form)]).toEqual([name, false]);
      }
    };
    check();
    await api.reopen();
    check();
    expect(api.logged.join('\n')).not.toContain(random);
    expect((await withKey(key, 'GET', '/records')).status).toBe(200);
  });

  test('names every fault', async () => {
    const send = (body: object) => api.send('POST', '/api-keys', { body });
    const required = (field: string) => [400, [expect.objectContaining({ field })]];
    expect(await fieldsOf(await send({ name: 'x', role: 'ai_lab' }))).toEqual(
      required('account_id'),
    );
    expect(await fieldsOf(await send({ name: 'x', role: 'data_holder' }))).toEqual(
      required('holder_id'),
    );
    expect(
      await fieldsOf(await send({ name: 'x', role: 'admin', account_id: 'a', holder_id: 'h' })),
    ).toEqual([
      400,
      [
        expect.objectContaining({ field: 'account_id' }),
        expect.objectContaining({ field: 'holder_id' }),
      ],
    ]);
    expect(
      await fieldsOf(
        await send({
          name: 'x',
          role: 'compliance',
          scopes: ['records:read', 'records:erase', 'imports:write'],
          expires_at: '2026-01-01T00:00:00Z',
        }),
      ),
    ).toEqual([400, [expect.objectContaining({ field: 'scopes.1' })]]);
    expect(
      await fieldsOf(
        await send({
          name: 'x',
          role: 'compliance',
          scopes: ['imports:write'],
          expires_at: '2026-01-01T00:00:00Z',
        }),
      ),
    ).toEqual([
      400,
      [
        expect.objectContaining({ field: 'scopes.0' }),
        expect.objectContaining({ field: 'expires_at' }),
      ],
    ]);
    expect(
      (await send({ name: 'x', role: 'admin', rate_limits: { read: { limit: 0, period: '1m' } } }))
        .status,
    ).toBe(400);
    expect(
      (await send({ name: 'x', role: 'admin', rate_limits: { read: { limit: 1, period: '0m' } } }))
        .status,
    ).toBe(400);
    expect((await send({ name: 'x', role: 'operator' })).status).toBe(400);
    expect((await send({ name: 'x', role: 'admin', digest: 'x' })).status).toBe(400);
  });

  test.each([
    ['ai_lab', {}],
    ['data_holder', { holder_id: 'clinic' }],
  ])('is for an account that is there: %s', async (role, more) => {
    const body = { name: 'x', role, account_id: 'acct_new', ...more };
    const missing = await api.send('POST', '/api-keys', { body });
    expect(await fieldsOf(missing)).toEqual([
      400,
      [{ field: 'account_id', message: expect.stringContaining('names no account') }],
    ]);
    expect((await api.read(apiKeyPageSchema, '/api-keys')).pagination.total).toBe(0);
    await api.addAccount('acct_new');
    await make(body);
  });

  test('gives compliance no scope that would write decisions: reviewing is one of its own', async () => {
    const body = { name: 'x', role: 'compliance', scopes: ['records:read', 'records:write'] };
    expect(await fieldsOf(await api.send('POST', '/api-keys', { body }))).toEqual([
      400,
      [{ field: 'scopes.1', message: 'is not a scope of the role compliance' }],
    ]);
    const { id } = await api.append();
    const reviewer = await make({ ...body, scopes: ['records:read', 'reviews:write'] });
    const note = { action: 'annotate', reason: 'Seen', actor: { id: 'kim', role: 'reviewer' } };
    const path = `/records/${id}/interventions`;
    expect((await withKey(reviewer.key, 'POST', path, { body: note })).status).toBe(201);
    const lab = await make({ name: 'x', role: 'admin', scopes: ['records:write'] });
    expect((await withKey(lab.key, 'POST', '/records', { body: decision })).status).toBe(201);
    expect((await withKey(lab.key, 'POST', path, { body: note })).status).toBe(403);
  });

  test('hands out no more than the caller has', async () => {
    const admin = await make({
      name: 'Keys only',
      role: 'admin',
      scopes: ['access:read', 'access:write', 'records:read'],
    });
    const body = { name: 'More', role: 'compliance' };
    expect((await withKey(admin.key, 'POST', '/api-keys', { body })).status).toBe(403);
    const narrow = { ...body, scopes: ['records:read'] };
    const made = await withKey(admin.key, 'POST', '/api-keys', { body: narrow });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({
      created_by: admin.key_id,
      scopes: ['records:read'],
    });
  });

  test('hands out what only other roles may, where the caller has all that its own can have', async () => {
    await api.addAccount('acct_1');
    const body = { name: 'Lab', role: 'ai_lab', account_id: 'acct_1' };
    const admin = await make({ name: 'All', role: 'admin' });
    const made = await withKey(admin.key, 'POST', '/api-keys', { body });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ scopes: expect.arrayContaining(['grants:write']) });
    const holder = { name: 'Clinic', role: 'data_holder', holder_id: 'clinic' };
    expect((await withKey(admin.key, 'POST', '/api-keys', { body: holder })).status).toBe(201);
    const narrow = await make({ name: 'Keys only', role: 'admin', scopes: ['access:write'] });
    const asking = { ...body, scopes: ['grants:write'] };
    expect((await withKey(narrow.key, 'POST', '/api-keys', { body: asking })).status).toBe(403);
  });
});

describe('A key', () => {
  test('works at once and until it is revoked, which stays so', async () => {
    await api.addAccount('acct_1');
    const { key, key_id } = await make({ name: 'Lab', role: 'ai_lab', account_id: 'acct_1' });
    expect((await withKey(key, 'POST', '/records', { body: decision })).status).toBe(201);
    const revoke = () => api.send('POST', `/api-keys/${key_id}/revoke`);
    const revoked = apiKeyCardSchema.parse(await (await revoke()).json());
    expect(revoked).toMatchObject({ status: 'revoked', revoked_at: '2026-01-01T00:00:00.000Z' });
    expect((await withKey(key, 'GET', '/records')).status).toBe(401);
    api.now += 1_000;
    expect(await (await revoke()).json()).toMatchObject({ revoked_at: revoked.revoked_at });
    await api.reopen();
    expect((await withKey(key, 'GET', '/records')).status).toBe(401);
    expect((await api.send('POST', '/api-keys/key_unknown/revoke')).status).toBe(404);
    expect(api.changes).toContain('access');
  });

  test('expires', async () => {
    const { key } = await make({
      name: 'Lab',
      role: 'compliance',
      expires_at: '2026-01-01T01:00:00+00:00'.replace('+00:00', 'Z'),
    });
    expect((await withKey(key, 'GET', '/records')).status).toBe(200);
    api.now += 3_600_000;
    expect((await withKey(key, 'GET', '/records')).status).toBe(401);
    const { data } = await api.read(apiKeyPageSchema, '/api-keys?status=expired');
    expect(data).toMatchObject([{ status: 'expired', expires_at: '2026-01-01T01:00:00.000Z' }]);
    expect((await api.read(apiKeyPageSchema, '/api-keys?status=active')).data).toEqual([]);
  });

  test('shows when it was last used, also after a restart', async () => {
    const { key } = await make({ name: 'Auditor', role: 'compliance' });
    api.now += 1_000;
    await withKey(key, 'GET', '/records');
    const used = { last_used_at: '2026-01-01T00:00:01.000Z' };
    expect((await api.read(apiKeyPageSchema, '/api-keys')).data).toMatchObject([used]);
    api.now += 1_000;
    await withKey(key, 'GET', '/records');
    await api.reopen();
    const { data } = await api.read(apiKeyPageSchema, '/api-keys');
    expect(data).toMatchObject([{ last_used_at: '2026-01-01T00:00:02.000Z' }]);
  });

  test('outlives a change of the signing key', async () => {
    const { key } = await make({ name: 'Auditor', role: 'compliance' });
    await api.append();
    expect((await api.send('POST', '/chain/keys')).status).toBe(201);
    expect((await withKey(key, 'GET', '/records')).status).toBe(200);
    const later = await make({ name: 'Later', role: 'compliance' });
    await api.reopen();
    for (const each of [key, later.key]) {
      expect((await withKey(each, 'GET', '/records')).status).toBe(200);
    }
  });

  test('listens to changes no longer than it is in force', async () => {
    const { key, key_id } = await make({ name: 'Auditor', role: 'compliance' });
    const other = await make({ name: 'Another', role: 'compliance' });
    const stays = await withKey(other.key, 'GET', '/events');
    const events = await withKey(key, 'GET', '/events');
    await api.send('POST', `/api-keys/${key_id}/revoke`);
    // Ends: reading it to its end would take for ever otherwise.
    expect(await events.text()).toContain('"changed"');
    const reader = stays.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });

  test('of one ledger is nobody in another', async () => {
    const { key } = await make({ name: 'Auditor', role: 'compliance' });
    const other = await TestApi.open({ key: 1 });
    const response = await other.send('GET', '/records', {
      caller: anonymous,
      headers: { 'x-api-key': key },
    });
    expect(response.status).toBe(401);
    await other.close();
  });
});

describe('GET /me', () => {
  test('tells a key who it is and what it may', async () => {
    await api.addAccount('acct_1');
    const { key, key_id } = await make({
      name: 'Lab',
      role: 'ai_lab',
      account_id: 'acct_1',
      scopes: ['records:read'],
    });
    const me = meSchema.parse(await (await withKey(key, 'GET', '/me')).json());
    expect(me).toMatchObject({
      kind: 'api_key',
      role: 'ai_lab',
      key_id,
      name: 'Lab',
      account_id: 'acct_1',
      holder_id: null,
      scopes: ['records:read'],
    });
    expect(me.operations).toContain('listRecords');
    expect(me.operations).toContain('getMe');
    expect(me.operations).not.toContain('createRecord');
    expect(me.operations).not.toContain('listSessions');
  });

  test('tells the window that it may do everything', async () => {
    const me = await api.read(meSchema, '/me');
    expect(me).toMatchObject({ kind: 'operator', role: null, key_id: null });
    expect(me.operations).toHaveLength(routes.length);
  });
});

describe('Rate limits', () => {
  test('are as they are set, at once and after a restart', async () => {
    expect(await api.read(rateLimitsSchema, '/rate-limits')).toEqual(defaultRateLimits);
    const { key } = await make({ name: 'Auditor', role: 'compliance' });
    const own = await make({
      name: 'Faster',
      role: 'compliance',
      rate_limits: { read: { limit: 50, period: '1s' } },
    });
    const limits = { ...defaultRateLimits, read: { limit: 1, period: '1h' } };
    const set = await api.send('PUT', '/rate-limits', { body: limits });
    expect([set.status, await set.json()]).toEqual([200, limits]);
    const ask = (each: string) => withKey(each, 'GET', '/records');
    expect((await ask(key)).headers.get('ratelimit-limit')).toBe('1');
    const refused = await ask(key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await ask(own.key)).headers.get('ratelimit-limit')).toBe('50');
    await api.reopen();
    expect(await api.read(rateLimitsSchema, '/rate-limits')).toEqual(limits);
    expect((await ask(key)).headers.get('ratelimit-limit')).toBe('1');
    const body = { read: limits.read };
    expect((await api.send('PUT', '/rate-limits', { body })).status).toBe(400);
  });
});

function readIfFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
