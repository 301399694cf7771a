/** A console whose session is over is told so, and signs in again without leaving its page. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  signInHeader,
  signInRefusalSchema,
  type SignInRefusal,
} from '../../shared/contract/sign-in.ts';
import { startConsoleDoor, type ConsoleServer } from './console-door.ts';

const apiKey = 'pdk_of_this_start';
let server: ConsoleServer;
let serial: number;
/** What stands behind the server: it refuses whoever is not the operator, and a route of its own always. */
function start(key: string | undefined): Promise<ConsoleServer> {
  return startConsoleDoor({
    port: 0,
    ...(key === undefined ? {} : { apiKey: key }),
    random: (bytes) => new Uint8Array(bytes).fill((serial += 1)),
    serve: async ({ caller, url }) => {
      const isRefused = caller.principal.kind !== 'operator' || url.pathname === '/v1/elsewhere';
      return new Response('{}', { status: isRefused ? 401 : 200 });
    },
    serveFile: async () => new Response(),
  });
}
beforeEach(async () => {
  serial = 0;
  server = await start(apiKey);
});
afterEach(() => server.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers });

const signIn = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(new URL('/open', server.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'application/json', ...headers },
    body: new URLSearchParams(form),
  });

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function refusal(answer: Response): Promise<SignInRefusal> {
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return signInRefusalSchema.parse(await answer.json());
}

describe('A browser without its session', () => {
  test('is told so, and what lets it in', async () => {
    const stale = { cookie: `proofdesk_${server.port}=of-an-earlier-start` };
    for (const headers of [{}, stale]) {
      const answer = await ask('/v1/events', headers);
      expect([answer.status, answer.headers.get(signInHeader)]).toEqual([401, 'key']);
    }
    await server.close();
    server = await start(undefined);
    expect((await ask('/v1/events')).headers.get(signInHeader)).toBe('link');
  });

  test('is not who sent a key, nor who is in and whom another server refuses', async () => {
    for (const headers of [{ 'x-api-key': 'pdk_other' }, { authorization: 'Bearer pdk_other' }]) {
      const answer = await ask('/v1/events', headers);
      expect([answer.status, answer.headers.get(signInHeader)]).toEqual([401, null]);
    }
    const cookie = cookieOf(await signIn({ api_key: apiKey }));
    const elsewhere = await ask('/v1/elsewhere', { cookie });
    expect([elsewhere.status, elsewhere.headers.get(signInHeader)]).toEqual([401, null]);
  });
});

describe('The console signs in', () => {
  test('with the key, and with a link once', async () => {
    const token = new URL(server.url).searchParams.get('token') ?? '';
    for (const form of [{ api_key: ` ${apiKey} ` }, { token }] as const) {
      const entered = await signIn({ ...form });
      expect([entered.status, await entered.text()]).toEqual([204, '']);
      expect(entered.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Strict; Path=\/$/);
      expect((await ask('/v1/events', { cookie: cookieOf(entered) })).status).toBe(200);
    }
    expect(await refusal(await signIn({ token }))).toEqual({ problem: 'linkSpent', way: 'key' });
  });

  test('and is told in a word why not', async () => {
    expect(await refusal(await signIn({ api_key: 'pdk_wrong' }))).toEqual({
      problem: 'wrongKey',
      way: 'key',
    });
    const cookie = cookieOf(await signIn({ api_key: apiKey }));
    // Whoever is in already is in.
    expect((await signIn({ token: 'spent' }, { cookie })).status).toBe(204);
  });

  test('from its own origin alone', async () => {
    const foreign = await signIn({ api_key: apiKey }, { origin: 'http://evil.example' });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
    const file = await signIn({ api_key: apiKey }, { origin: 'null' });
    expect([file.status, file.headers.getSetCookie()]).toEqual([401, []]);
  });
});
