/** The routes of connections, asked as the console does: their keys go in and never come out. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  connectionFiguresSchema,
  connectionListSchema,
  connectionSchema,
} from '../../shared/contract/connections.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { serveHandlers } from '../api/serve.ts';
import { inPlace } from '../api/testing/in-place.ts';
import { admittedBy, type Caller, type ServeAdmitted } from '../serve-request.ts';
import { connectionRoutes } from './connection-routes.ts';
import { plainSeal } from '../database/key-seal.ts';
import { ConnectionsStore } from './connections-store.ts';
import { FakeServer } from './testing/fake-server.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const clock = () => Date.UTC(2026, 10, 21, 12);

let root: string;
let server: FakeServer;
let serve: ServeAdmitted;
let open: string | undefined;
let reopened: string[];
let changes: string[];
let logged: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-connections-'));
  server = new FakeServer();
  open = undefined;
  reopened = [];
  changes = [];
  logged = [];
  let ids = 0;
  serve = serveHandlers({
    handlers: connectionRoutes({
      store: new ConnectionsStore(root, plainSeal),
      fetch: server.fetch,
      clock,
      createId: createIdFactory({ now: clock, random: (bytes) => new Uint8Array(bytes) }),
      changed: (topics) => void changes.push(...topics),
      openConnection: () => open,
      reopen: async ({ connection_id }) => void reopened.push(connection_id),
    }),
    bodies: inPlace,
    createRequestId: () => `req_${(ids += 1)}`,
    log: (line) => void logged.push(line),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const answered: string[] = [];

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await serve(admittedBy(new Request(`app://console/v1${path}`, init), operator));
  const text = await response.text();
  answered.push(text);
  const value: unknown = JSON.parse(text);
  return { status: response.status, value, headers: response.headers };
}

const valid = () => ({ name: 'Head office', base_url: `${server.baseUrl}/`, api_key: server.key });

async function create(body: unknown = valid()) {
  const { status, value } = await send('POST', '/connections', body);
  expect(status).toBe(201);
  return connectionSchema.parse(value);
}

const faultsSchema = z.object({
  error: z.object({ details: z.object({ fields: z.array(z.object({ field: z.string() })) }) }),
});
const faultsOf = (value: unknown) =>
  faultsSchema.parse(value).error.details.fields.map(({ field }) => field);

afterEach(() => {
  const told = [...answered.splice(0), ...logged].join();
  if (told.includes(server.key)) throw new Error('A key was answered or logged.');
});

describe('POST /connections', () => {
  it('keeps the address in one form, and never answers the key', async () => {
    const made = await create();
    expect(made).toMatchObject({
      name: 'Head office',
      base_url: server.baseUrl,
      key_protection: 'unprotected',
      last_online_at: null,
    });
    expect(made.connection_id).toMatch(/^conn_/);
    expect(changes).toEqual(['connections']);
    expect(server.asked).toEqual([]);
    const { value } = await send('GET', '/connections');
    expect(connectionListSchema.parse(value)).toEqual([made]);
  });

  it('names every fault at once', async () => {
    const body = {
      name: ' ',
      base_url: 'http://proofdesk.example/v1',
      api_key: 'two words',
      more: 1,
    };
    const { status, value } = await send('POST', '/connections', body);
    expect(status).toBe(400);
    expect(faultsOf(value).toSorted()).toEqual(['api_key', 'base_url', 'more', 'name']);
  });

  it('has one effect for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await send('POST', '/connections', valid(), key);
    const again = await send('POST', '/connections', valid(), key);
    expect(again.value).toEqual(first.value);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await send('POST', '/connections', { ...valid(), name: 'x' }, key);
    expect(other.status).toBe(409);
    expect(connectionListSchema.parse((await send('GET', '/connections')).value)).toHaveLength(1);
  });
});

describe('POST /connections/check', () => {
  it('tells whose key it is and what the server has', async () => {
    server.describes('/records', '/me');
    server.answers.set('/me', () =>
      Response.json({
        kind: 'api_key',
        role: 'ai_lab',
        name: 'Lab',
        key_id: 'key_1',
        operations: [],
      }),
    );
    const { connection_id } = await create();
    const { value } = await send('POST', '/connections/check', { connection_id });
    expect(value).toEqual({
      base_url: server.baseUrl,
      state: 'online',
      reason: null,
      ms: expect.any(Number),
      server: { title: 'A server', version: '7' },
      caller: { kind: 'api_key', role: 'ai_lab', name: 'Lab', key_id: 'key_1' },
      operations: expect.arrayContaining(['listRecords', 'getMe']),
    });
  });

  it('says why a server is not online, before anything is kept', async () => {
    const given = { base_url: server.baseUrl, api_key: 'pdk_wrong' };
    expect((await send('POST', '/connections/check', given)).value).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('does not accept the API key'),
    });
    server.fault = 'CERT_HAS_EXPIRED';
    expect((await send('POST', '/connections/check', given)).value).toMatchObject({
      state: 'offline',
      reason: expect.stringContaining('certificate has expired'),
    });
    expect((await send('GET', '/connections')).value).toEqual([]);
  });

  it('is enough with the specified API alone', async () => {
    const given = { base_url: server.baseUrl, api_key: server.key };
    expect((await send('POST', '/connections/check', given)).value).toMatchObject({
      state: 'online',
      server: null,
      caller: null,
      operations: null,
    });
  });

  const page = { data: [], total: 0, limit: 1, offset: 0 };
  const html = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });

  it.each([
    ['a path that is not there', undefined, /no Proofdesk API at this address.*\/v1/],
    ['a web site', html, /Another program answers .*\(200\)/],
    ['an API of something else', () => Response.json({ items: [] }), /Another program/],
    ['a list that is not the specified one', () => Response.json([page]), /Another program/],
    ['a page without its total', () => Response.json({ ...page, total: null }), /Another program/],
    ['a refusal of something else', () => Response.json({}, { status: 403 }), /\(403\)/],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } }), /./],
  ])('calls %s offline, and says what it found', async (_what, records, reason) => {
    if (records === undefined) server.answers.delete('/records');
    else server.answers.set('/records', records);
    // Some answer everything, whatever is asked.
    for (const me of [undefined, html, () => Response.json({})]) {
      if (me !== undefined) server.answers.set('/me', me);
      const given = { base_url: server.baseUrl, api_key: server.key };
      expect((await send('POST', '/connections/check', given)).value).toMatchObject({
        state: 'offline',
        reason: expect.stringMatching(reason),
      });
    }
  });

  it.each([
    ['a key that may not list records', 403, { code: 'forbidden' }],
    ['the same in the other shape', 403, { type: 'forbidden' }],
    ['a key that has asked too often', 429, { code: 'rate_limit_exceeded' }],
  ])('calls a server online that knows %s', async (_who, status, error) => {
    server.answers.set('/records', () => Response.json({ error }, { status }));
    const given = { base_url: server.baseUrl, api_key: server.key };
    expect((await send('POST', '/connections/check', given)).value).toMatchObject({
      state: 'online',
    });
  });

  it('sends a kept key to its own server only', async () => {
    const { connection_id } = await create();
    const elsewhere = { connection_id, base_url: 'https://evil.example/v1' };
    const { status, value } = await send('POST', '/connections/check', elsewhere);
    expect(status).toBe(400);
    expect(faultsOf(value)).toEqual(['api_key']);
    expect(server.asked).toEqual([]);
    const nothing = await send('POST', '/connections/check', {});
    expect(faultsOf(nothing.value)).toEqual(['base_url', 'api_key']);
    const unknown = await send('POST', '/connections/check', { connection_id: 'conn_9' });
    expect(unknown.status).toBe(404);
  });
});

describe('PUT /connections/{connection_id}', () => {
  it('changes what is given, and opens the open connection anew', async () => {
    const { connection_id } = await create();
    open = connection_id;
    const { value } = await send('PUT', `/connections/${connection_id}`, { name: 'Main office' });
    expect(value).toMatchObject({ name: 'Main office', base_url: server.baseUrl });
    expect(reopened).toEqual([connection_id]);
  });

  it('takes the key along to another address, in the same request', async () => {
    const { connection_id } = await create();
    const path = `/connections/${connection_id}`;
    const refused = await send('PUT', path, { base_url: 'https://evil.example/v1' });
    expect(refused.status).toBe(400);
    expect(faultsOf(refused.value)).toEqual(['api_key']);
    // The same server, written differently, is no other address.
    expect((await send('PUT', path, { base_url: `${server.baseUrl}/` })).status).toBe(200);
    const moved = { base_url: 'https://new.example/v1', api_key: 'pdk_new' };
    expect((await send('PUT', path, moved)).value).toMatchObject({ base_url: moved.base_url });
    expect(readFileSync(join(root, 'connections', `${connection_id}.key`), 'utf8')).toBe('pdk_new');
  });

  it('is 404 for what is not there', async () => {
    expect((await send('PUT', '/connections/conn_9', { name: 'x' })).status).toBe(404);
  });
});

describe('DELETE /connections/{connection_id}', () => {
  it('forgets the connection, unless it is open', async () => {
    const { connection_id } = await create();
    open = connection_id;
    expect((await send('DELETE', `/connections/${connection_id}`)).status).toBe(409);
    open = undefined;
    expect((await send('DELETE', `/connections/${connection_id}`)).status).toBe(200);
    expect((await send('DELETE', `/connections/${connection_id}`)).status).toBe(404);
    expect((await send('GET', '/connections')).value).toEqual([]);
  });
});

describe('Figures of the ledger behind a connection', () => {
  const overview = (date: string) => ({
    generated_at: '2026-11-21T11:59:00.000Z',
    days: [{ date, total: 12, hours: Array.from({ length: 24 }, () => 0) }],
    reviews: { waiting: 3, escalated: 0, late: 0 },
  });
  const chain = {
    verification: {
      latest: { verdict: 'VERIFIED_SIGNED', finished_at: '2026-11-20T08:00:00.000Z' },
      running: null,
    },
    standing: { checkpoint: { kept_at: '2026-11-20T08:00:01.000Z' } },
  };

  async function figures(answers: Readonly<Record<string, unknown>>) {
    for (const [path, answer] of Object.entries(answers)) {
      server.answers.set(path, () => Response.json(answer));
    }
    const made = await create();
    const { status, value } = await send('GET', `/connections/${made.connection_id}/figures`);
    expect(status).toBe(200);
    return connectionFiguresSchema.parse(value);
  }

  it('are what its overview and its chain say', async () => {
    const told = await figures({ '/overview': overview('2026-11-21'), '/chain': chain });
    expect(told).toEqual({
      state: 'online',
      reason: null,
      as_of: null,
      decisions_today: 12,
      waiting_reviews: 3,
      verdict: 'VERIFIED_SIGNED',
      verified_at: '2026-11-20T08:00:00.000Z',
      checkpoint_at: '2026-11-20T08:00:01.000Z',
    });
  });

  it('are none today where its newest decision is older, and unknown where it does not tell', async () => {
    const old = await figures({ '/overview': overview('2026-11-20'), '/chain': { others: 1 } });
    expect([old.decisions_today, old.verdict, old.checkpoint_at]).toEqual([0, null, null]);
  });

  it('say why there are none: nobody answers, or not to this key', async () => {
    server.fault = 'ECONNREFUSED';
    const away = await figures({});
    expect([away.state, away.as_of, away.decisions_today]).toEqual(['offline', null, null]);
    expect(away.reason).not.toBe('');
  });

  it('are those that were read last, with their time, while nobody answers', async () => {
    const { connection_id: id } = await create();
    const cache = await new ConnectionsStore(root, plainSeal).cacheOf(id, clock);
    const body = Buffer.from(JSON.stringify(overview('2026-11-21')));
    await cache?.keep('/v1/overview', { contentType: 'application/json', body });
    server.fault = 'ECONNREFUSED';
    const { value } = await send('GET', `/connections/${id}/figures`);
    expect(connectionFiguresSchema.parse(value)).toMatchObject({
      state: 'offline',
      as_of: '2026-11-21T12:00:00.000Z',
      decisions_today: 12,
      waiting_reviews: 3,
      verdict: null,
    });
  });

  it('ask the server with the key of the connection alone', async () => {
    await figures({ '/overview': overview('2026-11-21'), '/chain': chain });
    expect(server.paths()).toEqual(['GET /records?limit=1', 'GET /overview', 'GET /chain']);
  });

  it('are of no connection that there is not', async () => {
    expect((await send('GET', '/connections/conn_0/figures')).status).toBe(404);
  });
});
