/** A browser at a server door: it signs in with any API key, is that key until it signs out, and never more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmHeader, roles, type Role } from '../../shared/contract/access.ts';
import {
  keySessionHeader,
  signInHeader,
  signInPath,
  signOutPath,
} from '../../shared/contract/sign-in.ts';
import { routes } from '../../shared/contract/routes.ts';
import { digestOfKey, hashApiKey, type StoredKey } from '../access/api-keys.ts';
import { Gate, type AnsweredRequest } from '../access/gate.ts';
import { permissionOf } from '../access/permissions.ts';
import type { Door } from '../policy/door.ts';
import { askedBy, type Admitted } from '../serve-request.ts';
import { createDoorAnswers, strangerAt, type DoorAnswers } from './door-answers.ts';
import type { Entry } from './entry.ts';
import { createKeyEntry } from './key-entry.ts';
import { endedCookie, sessionTimes } from './key-sessions.ts';

const origin = 'https://ledger.example';
const door: Door = { kind: 'server', port: 1, speaksTls: false, publicOrigin: origin };
const own = { origin, 'sec-fetch-site': 'same-origin' };
/** What keys of a role are about, where a role has that. */
const holds: Partial<Record<Role, { readonly account?: string; readonly holder?: string }>> = {
  data_holder: { holder: 'mayo' },
  ai_lab: { account: 'lab' },
};

const secret = new Uint8Array(32).fill(9);
const hostKey = 'pdk_key-of-the-host';
let gate: Gate;
let entry: Entry;
let answers: DoorAnswers;
let now = Date.UTC(2026, 10, 27);
let fill = 0;
const seen: AnsweredRequest[] = [];
const keyOf = (role: Role) => `pdk_key-of-${role}`;

function stored(role: Role, revokedAt: string | null = null): StoredKey {
  const { account: accountId = null, holder: holderId = null } = holds[role] ?? {};
  return {
    keyId: `key_${role}`,
    digest: digestOfKey(keyOf(role), secret),
    name: role,
    role,
    accountId,
    holderId,
    personId: null,
    scopes: null,
    rateLimits: null,
    expiresAt: null,
    revokedAt,
  };
}

const everything = { limit: 1_000_000, period: '1m' };
const limits = {
  read: everything,
  query: everything,
  write: everything,
  bulk: everything,
  rows: everything,
};
const useKeys = (keys: readonly StoredKey[]) => gate.use({ keys, limits });

/** Behind the gate: says as whom it was asked, and sends a stream of changes until it is ended. */
async function serve({ caller: { principal }, match, request }: Admitted): Promise<Response> {
  if (match.route.operationId !== 'streamChanges') {
    const { keyId, role } = principal.kind === 'api_key' ? principal : {};
    return Response.json({ kind: principal.kind, key_id: keyId, role });
  }
  const ended = new AbortController();
  return new Response(
    new ReadableStream({
      start(controller) {
        const { signal } = ended;
        request.signal.addEventListener('abort', () => controller.close(), { signal });
      },
      cancel: () => ended.abort(),
    }),
  );
}

beforeAll(() => {
  gate = new Gate({
    serve,
    apiKeyHashes: [hashApiKey(hostKey)],
    clock: () => now,
    createRequestId: () => 'req_1',
  });
  gate.useSecret(secret);
  useKeys(roles.map((role) => stored(role)));
  gate.observe((each) => seen.push(each));
  entry = createKeyEntry({
    serve: gate.serve,
    name: 'ledger.example',
    clock: () => now,
    random: (bytes) => new Uint8Array(bytes).fill((fill += 1) % 256),
  });
  answers = createDoorAnswers({
    door,
    serve: gate.serve,
    serveFile: async () => new Response('the console'),
    entry,
  });
});
afterAll(() => entry.close());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly client?: string;
}

function ask(
  path: string,
  { method = 'GET', headers = {}, body, client = '203.0.113.9' }: Sent = {},
): Promise<Response> {
  const request = new Request(`${origin}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return answers(askedBy(request, strangerAt(door)), { client, isOwnUsers: async () => false });
}

function signIn(key: string, more: Sent = {}): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...own, ...more.headers };
  return ask(signInPath, {
    method: 'POST',
    body: new URLSearchParams({ api_key: key }).toString(),
    ...more,
    headers,
  });
}

const cookieIn = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** The cookie of a browser that signed in with the key of a role. */
async function cookieOf(role: Role): Promise<string> {
  return cookieIn(await signIn(keyOf(role)));
}

describe('a browser', () => {
  test('is asked for its key by the name of the server', async () => {
    const page = await ask('/');
    expect(page.status).toBe(401);
    const text = await page.text();
    expect(text).toContain('<h1>Sign in to ledger.example with your API key</h1>');
    expect(text).not.toContain('role="alert"');
    expect(text).not.toContain('<script');
    const german = await ask('/', { headers: { 'accept-language': 'de' } });
    expect(await german.text()).toContain('Bei ledger.example mit Ihrem API-Schlüssel anmelden');
  });

  test('is the key that it signs in with', async () => {
    const entered = await signIn(keyOf('ai_lab'));
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
    const cookie = cookieIn(entered);
    expect(await (await ask('/', { headers: { cookie } })).text()).toBe('the console');
    const me = await ask('/v1/me', { headers: { cookie, ...own } });
    expect(me.headers.get(keySessionHeader)).toBe('yes');
    expect(await me.json()).toEqual({ kind: 'api_key', role: 'ai_lab', key_id: 'key_ai_lab' });
    const { mount, principal } = seen.at(-1) ?? {};
    expect([mount, principal?.kind]).toEqual(['server', 'api_key']);
  });

  test('is not let in by a wrong key, and is told so', async () => {
    for (const key of ['pdk_wrong', `pdk_${'A'.repeat(43)}`, 'ü\n\u0000']) {
      const refused = await signIn(key, { client: `wrong ${key}` });
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
      expect(await refused.text()).toContain('This key is not known here, or has expired.');
    }
    const asConsole = await signIn('pdk_wrong', { headers: { accept: 'application/json' } });
    expect(await asConsole.json()).toEqual({ problem: 'unknownKey', way: 'api_key' });
    expect((await signIn('')).status).toBe(401);
  });

  test('signs out, and only by itself', async () => {
    const cookie = await cookieOf('compliance');
    const status = async () => (await ask('/v1/me', { headers: { cookie, ...own } })).status;
    expect((await ask(signOutPath, { headers: { cookie, ...own } })).status).toBe(405);
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    expect((await ask(signOutPath, { method: 'POST', headers: foreign })).status).toBe(403);
    expect((await ask(signOutPath, { method: 'POST', headers: { cookie } })).status).toBe(403);
    expect(await status()).toBe(200);
    const out = await ask(signOutPath, { method: 'POST', headers: { cookie, ...own } });
    expect(out.headers.getSetCookie()).toEqual([endedCookie]);
    expect(await status()).toBe(401);
    expect((await ask('/', { headers: { cookie } })).status).toBe(401);
  });

  test('is out once its key is revoked, and its stream of changes ends', async () => {
    const cookie = await cookieOf('ai_lab');
    const stream = await ask('/v1/events', { headers: { cookie, ...own } });
    expect(stream.status).toBe(200);
    const ending = stream.text();
    useKeys(roles.map((role) => stored(role, role === 'ai_lab' ? '2026-11-27T00:00:00Z' : null)));
    await ending;
    const refused = await ask('/v1/me', { headers: { cookie, ...own } });
    expect([refused.status, refused.headers.get(signInHeader)]).toEqual([401, 'api_key']);
    expect((await ask('/', { headers: { cookie } })).status).toBe(401);
    useKeys(roles.map((role) => stored(role)));
  });

  test('is out after its time, and its stream of changes ends', async () => {
    const cookie = await cookieOf('admin');
    const stream = await ask('/v1/events', { headers: { cookie, ...own } });
    now += sessionTimes.idleMs;
    expect((await ask('/v1/me', { headers: { cookie, ...own } })).status).toBe(401);
    expect(await stream.text()).toBe('');
  });

  test('that signs in anew has one session', async () => {
    const before = await cookieOf('admin');
    const entered = await signIn(keyOf('compliance'), {
      headers: { cookie: before },
    });
    expect((await ask('/v1/me', { headers: { cookie: before, ...own } })).status).toBe(401);
    expect((await ask('/v1/me', { headers: { cookie: cookieIn(entered), ...own } })).status).toBe(
      200,
    );
  });
});

test('ten wrong keys a minute from one client wait, also where all come at once; others do not', async () => {
  const right = keyOf('admin');
  const client = '198.51.100.7';
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => signIn('pdk_wrong', { client })),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  const waits = await signIn(right, { client });
  expect([waits.status, waits.headers.get('retry-after'), waits.headers.getSetCookie()]).toEqual([
    429,
    '60',
    [],
  ]);
  expect(await waits.text()).toContain('Too many wrong keys');
  expect((await signIn(right, { client: '198.51.100.8' })).status).toBe(303);
  now += 60_000;
  expect((await signIn(right, { client })).status).toBe(303);
});

describe('a session never has what its key lacks:', () => {
  test.each(roles)('of %s', async (role) => {
    const cookie = await cookieOf(role);
    // Even one who also sends what confirms the operator of a console door.
    const headers = {
      cookie,
      ...own,
      [confirmHeader]: hostKey,
      'content-type': 'application/json',
    };
    for (const { operationId, method, path } of routes) {
      const before = seen.length;
      const asked = path.replaceAll(/\{[a-z_]+\}/g, 'unknown');
      const body = method === 'GET' ? {} : { body: '{"unknown":true}' };
      const response = await ask(`/v1${asked}`, { method, headers, ...body });
      await response.body?.cancel();
      const { principal } = seen.slice(before).at(-1) ?? {};
      expect(principal).toMatchObject({ kind: 'api_key', keyId: `key_${role}`, role });
      const isNone = permissionOf(operationId, role) === 'none';
      expect([operationId, response.status]).toEqual([operationId, isNone ? 403 : 200]);
    }
  });
});
