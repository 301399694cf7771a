/**
 * The window between the ledger of this machine and a server elsewhere: who is sent where, and what is told.
 * @push
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../shared/testing/eventually.ts';
import { z } from 'zod';
import { workspaceSchema, type Workspace } from '../../shared/contract/workspace.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { plainSeal } from '../database/key-seal.ts';
import { ConnectionsStore } from './connections-store.ts';
import { RemoteLayer } from './remote-layer.ts';
import { FakeServer } from './testing/fake-server.ts';

const operator: Caller = { mount: 'app', principal: { kind: 'operator' } };
const withKey: Caller = { mount: 'loopback', principal: { kind: 'anonymous' } };
const start = Date.UTC(2026, 10, 21, 12);

let root: string;
let server: FakeServer;
let store: ConnectionsStore;
let layer: RemoteLayer;
let now: number;
let innerAsked: string[];
let innerStatus: number;
let openLedger: 'local' | 'demo' | undefined;
/** Waits that are pending: how long, and what ends them. */
let waits: { ms: number; end: () => void }[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-remote-'));
  server = new FakeServer();
  store = new ConnectionsStore(root, plainSeal);
  await store.create(
    {
      connection_id: 'conn_1',
      name: 'Head office',
      base_url: server.baseUrl,
      created_at: new Date(start).toISOString(),
      keep_offline: true,
      last_online_at: null,
    },
    server.key,
  );
  now = start;
  innerAsked = [];
  innerStatus = 202;
  openLedger = 'local';
  waits = [];
  let ids = 0;
  layer = new RemoteLayer({
    inner: async ({ request, url }) => {
      innerAsked.push(`${request.method} ${url.pathname} ${await request.text()}`.trim());
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"changed":[]}\n')),
      });
      if (url.pathname.endsWith('/events')) return new Response(stream);
      return Response.json({ inner: true }, { status: innerStatus });
    },
    store,
    openLedger: () => openLedger,
    version: '1.2.3',
    fetch: server.fetch,
    clock: () => now,
    pause: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        const wait = { ms, end: resolve };
        waits.push(wait);
        signal.addEventListener('abort', () => {
          waits = waits.filter((each) => each !== wait);
          reject(new Error('aborted'));
        });
      }),
    createRequestId: () => `req_${(ids += 1)}`,
    log: () => {},
  });
});
afterEach(() => {
  layer.close();
  rmSync(root, { recursive: true, force: true });
});

function ask(path: string, body?: unknown, caller: Caller = operator): Promise<Response> {
  const init =
    body === undefined
      ? {}
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        };
  return layer.serve(askedBy(new Request(`app://console/v1${path}`, init), caller));
}

const openRemote = () => ask('/workspace', { kind: 'remote', connection_id: 'conn_1' });

async function workspace(): Promise<Workspace> {
  return workspaceSchema.parse(await (await ask('/workspace')).json());
}

const errorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});
const recordsErrorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Lines of a change stream as they come. */
function follow(response: Response) {
  const lines: string[] = [];
  let ended = false;
  const done = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      lines.push(...decoder.decode(chunk).trim().split('\n'));
    ended = true;
  })();
  return { lines, done, hasEnded: () => ended };
}

describe('with a ledger of this machine open', () => {
  it('everything is the engine’s', async () => {
    await ask('/workspace');
    await ask('/records', { model_id: 'm' });
    await ask('/workspace', { kind: 'demo', reset: true });
    expect(innerAsked).toEqual([
      'GET /v1/workspace',
      'POST /v1/records {"model_id":"m"}',
      'POST /v1/workspace {"kind":"demo","reset":true}',
    ]);
    expect(server.asked).toEqual([]);
  });
});

describe('opening a server', () => {
  it('turns the window to it, and asks what is there', async () => {
    const response = await openRemote();
    expect(response.status).toBe(202);
    expect(await workspace()).toEqual({
      kind: 'remote',
      last_erasure: null,
      replica_days: null,
      origin: server.baseUrl,
      record_count: 7,
      created_at: null,
      data_directory: null,
      version: '1.2.3',
      case_id: null,
      remote: {
        connection_id: 'conn_1',
        name: 'Head office',
        base_url: server.baseUrl,
        state: 'online',
        since: '2026-11-21T12:00:00.000Z',
        reason: null,
        next_attempt_at: null,
        operations: expect.arrayContaining(['listRecords', 'listConnections']),
      },
    });
    const records = await ask('/records?limit=1');
    expect(await records.json()).toMatchObject({ total: 7 });
    expect(records.headers.get('x-request-id')).toBe('req_7');
    expect(innerAsked).toEqual([]);
    await eventually(async () =>
      expect(await store.get('conn_1')).toMatchObject({
        last_online_at: '2026-11-21T12:00:00.000Z',
      }),
    );
  });

  it('tells what the server tells of its ledger', async () => {
    server.answers.set('/workspace', () =>
      Response.json({
        origin: 'ledger/7',
        record_count: 40,
        created_at: '2026-01-01T00:00:00.000Z',
      }),
    );
    await openRemote();
    expect(await workspace()).toMatchObject({
      origin: 'ledger/7',
      record_count: 40,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it('leaves what is the host’s own with the host', async () => {
    await openRemote();
    await ask('/connections');
    await ask('/server');
    expect(innerAsked).toEqual(['GET /v1/connections', 'GET /v1/server']);
  });

  it('is nothing for those who come with a key: they keep to the ledger', async () => {
    await openRemote();
    await workspace();
    const before = server.asked.length;
    await ask('/records', undefined, withKey);
    await ask('/workspace', { kind: 'remote', connection_id: 'conn_1' }, withKey);
    expect(innerAsked).toEqual([
      'GET /v1/records',
      'POST /v1/workspace {"kind":"remote","connection_id":"conn_1"}',
    ]);
    expect(server.asked).toHaveLength(before);
  });

  it.each([
    [{ kind: 'remote' }, 'connection_id'],
    [{ kind: 'remote', connection_id: 'conn_2' }, 'connection_id'],
    [{ kind: 'remote', connection_id: 'conn_1', reset: true }, 'reset'],
    [{ kind: 'remote', connection_id: 'conn_1', case_id: 'case_1' }, 'case_id'],
  ])('refuses %j by name', async (body, field) => {
    const response = await ask('/workspace', body);
    expect(response.status).toBe(400);
    const { error } = errorSchema.parse(await response.json());
    expect(error.details['fields']).toMatchObject([{ field }]);
    expect(layer.openConnection()).toBeUndefined();
  });

  it('answers HEAD without a body', async () => {
    await openRemote();
    const head = new Request('app://console/v1/workspace', { method: 'HEAD' });
    const response = await layer.serve(askedBy(head, operator));
    expect([response.status, response.body]).toEqual([200, null]);
  });
});

describe('leaving a server', () => {
  it('goes back to the ledger that stayed open, without opening it anew', async () => {
    await openRemote();
    expect((await ask('/workspace', { kind: 'local' })).status).toBe(202);
    expect(innerAsked).toEqual([]);
    await ask('/records');
    expect(innerAsked).toEqual(['GET /v1/records']);
  });

  it('opens another ledger through the engine, and stays when that is refused', async () => {
    await openRemote();
    innerStatus = 409;
    expect((await ask('/workspace', { kind: 'demo' })).status).toBe(409);
    expect(layer.openConnection()).toBe('conn_1');
    innerStatus = 202;
    expect((await ask('/workspace', { kind: 'demo' })).status).toBe(202);
    expect(layer.openConnection()).toBeUndefined();
  });

  it('ends the change streams of the window, each time that it looks elsewhere', async () => {
    const ledger = follow(await ask('/events'));
    await eventually(() => expect(ledger.lines).toHaveLength(1));
    await openRemote();
    await ledger.done;
    const remote = follow(await ask('/events'));
    await eventually(() => expect(remote.lines).toContain('{"changed":[]}'));
    await ask('/workspace', { kind: 'local' });
    await remote.done;
    expect(remote.hasEnded()).toBe(true);
  });
});

describe('a server that goes away', () => {
  it('is told as such, asked again after longer and longer, and is back by itself', async () => {
    server.describes('/records', '/events');
    server.streams();
    await openRemote();
    expect(await workspace()).toMatchObject({ remote: { state: 'online' } });
    await eventually(() => expect(server.paths()).toContain('GET /events'));
    const changes = follow(await ask('/events'));

    now += 60_000;
    server.leave('ECONNREFUSED');
    await eventually(async () =>
      expect(await workspace()).toMatchObject({
        record_count: 7,
        remote: {
          state: 'offline',
          since: '2026-11-21T12:01:00.000Z',
          reason: expect.stringContaining('Nothing listens'),
          next_attempt_at: '2026-11-21T12:01:01.000Z',
        },
      }),
    );
    await eventually(() => expect(changes.lines).toContain('{"changed":["workspace"]}'));

    const before = server.asked.length;
    const refused = await ask('/billing/alerts');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    const { error } = errorSchema.parse(await refused.json());
    expect(error).toMatchObject({
      type: 'engine_unavailable',
      message: expect.stringMatching(/^Head office is not available\. Nothing listens/),
      details: { connection_id: 'conn_1' },
    });
    const records = recordsErrorSchema.parse(await (await ask('/records')).json());
    expect(records.error.code).toBe('not_kept');
    expect(server.asked).toHaveLength(before);

    const pauses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await eventually(() => expect(waits).toHaveLength(1));
      const [wait] = waits.splice(0);
      pauses.push(wait?.ms ?? 0);
      if (attempt === 6) server.fault = undefined;
      wait?.end();
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'online' } }),
    );
    expect(changes.lines.join()).toContain('records');
    expect((await ask('/records')).status).toBe(200);
  });

  it('is asked at once when it is opened again', async () => {
    server.fault = 'ENOTFOUND';
    await openRemote();
    expect(await workspace()).toMatchObject({
      record_count: null,
      remote: { state: 'offline', operations: null },
    });
    server.fault = undefined;
    await openRemote();
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'online' } }),
    );
  });

  it('is noticed by a request that finds nobody', async () => {
    await openRemote();
    await workspace();
    server.fault = 'ECONNRESET';
    const response = await ask('/records');
    expect(response.status).toBe(503);
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'offline' } }),
    );
  });

  it('is noticed without a change stream too', async () => {
    await openRemote();
    await workspace();
    await eventually(() => expect(waits).toMatchObject([{ ms: 15_000 }]));
    server.fault = 'ETIMEDOUT';
    waits[0]?.end();
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'offline' } }),
    );
  });
});

describe('a key that the server does not take', () => {
  it('is said to be refused, also when that happens later', async () => {
    await openRemote();
    expect(await workspace()).toMatchObject({ remote: { state: 'online' } });
    server.answers.set('/records', () => Response.json({}, { status: 401 }));
    expect((await ask('/records')).status).toBe(401);
    await eventually(async () =>
      expect(await workspace()).toMatchObject({
        remote: {
          state: 'refused',
          reason: expect.stringContaining('does not accept the API key'),
        },
      }),
    );
    const response = await ask('/billing/invoices');
    expect(response.status).toBe(401);
    expect(errorSchema.parse(await response.json()).error.message).toMatch(/^Head office refuses/);
  });

  it('is tried anew once another is entered', async () => {
    await store.change('conn_1', {}, 'pdk_wrong');
    await openRemote();
    expect(await workspace()).toMatchObject({ remote: { state: 'refused' } });
    await layer.open(await store.change('conn_1', {}, server.key));
    expect(await workspace()).toMatchObject({ remote: { state: 'online' } });
  });
});

describe('what a server has', () => {
  const operations = async () => (await workspace()).remote?.operations ?? [];

  it('is what its description says, and the rest is not asked for', async () => {
    server.describes('/records', '/models');
    await openRemote();
    const known = await operations();
    expect(known).toContain('listModels');
    expect(known).toContain('openWorkspace');
    expect(known).not.toContain('listCheckpoints');
    const before = server.asked.length;
    expect((await ask('/chain/checkpoints')).status).toBe(404);
    expect(server.asked).toHaveLength(before);
    // What the specification has is asked for, whatever a description forgot.
    await ask('/billing/invoices');
    expect(server.paths().at(-1)).toBe('GET /billing/invoices');
  });

  it('is found out by asking where there is no description', async () => {
    await openRemote();
    const changes = follow(await ask('/events'));
    expect(await operations()).toContain('listCheckpoints');
    expect((await ask('/chain/checkpoints')).status).toBe(404);
    expect(await operations()).not.toContain('listCheckpoints');
    await eventually(() => expect(changes.lines).toContain('{"changed":["workspace"]}'));
    // The other extensions are taken to be lacking too; what is specified is always there.
    await ask('/models');
    expect(await operations()).toContain('listModels');
    expect(await operations()).not.toContain('getChain');
    expect(await operations()).not.toContain('getModelFairness');
  });

  it('keeps the extensions that a server without a description has answered', async () => {
    server.answers.set('/jobs', () => Response.json({ data: [] }));
    await openRemote();
    // A thing that is not there says nothing of the route.
    expect((await ask('/jobs/job_1')).status).toBe(404);
    expect(await operations()).toContain('getJob');
    expect((await ask('/jobs')).status).toBe(200);
    expect((await ask('/chain/checkpoints')).status).toBe(404);
    expect(await operations()).toContain('listJobs');
    expect(await operations()).not.toContain('getJob');
  });
});

describe('the change stream of a server', () => {
  it('is handed on, without what concerns its own host, and with what concerns this one', async () => {
    server.describes('/records', '/events');
    server.streams();
    await openRemote();
    await eventually(() => expect(server.paths()).toContain('GET /events'));
    const changes = follow(await ask('/events'));
    server.say('{"changed":["records","server"]}\n{"chan');
    server.say('ged":["billing"]}\nnot json\n{"changed":[]}\n');
    await eventually(() => expect(changes.lines).toContain('{"changed":["billing"]}'));
    expect(changes.lines).toContain('{"changed":["records"]}');
    layer.changed(['sessions', 'connections']);
    await eventually(() => expect(changes.lines).toContain('{"changed":["connections"]}'));
    expect(changes.lines.join()).not.toContain('sessions');
  });
});

describe('what was read before a server went away', () => {
  const page = { data: [{ id: 'rec_1' }], total: 1, limit: 1, offset: 0 };
  const invoices = { data: [{ invoice_id: 'inv_1' }] };
  let lastErasure: number | null = null;

  beforeEach(async () => {
    lastErasure = null;
    server.describes('/records', '/records/{id}', '/billing/invoices', '/workspace', '/events');
    server.streams();
    server.answers.set('/records', () => Response.json(page));
    server.answers.set('/billing/invoices', () => Response.json(invoices));
    server.answers.set('/workspace', () =>
      Response.json({ origin: 'ledger.example', record_count: 1, last_erasure: lastErasure }),
    );
    await connect();
  });

  async function connect(): Promise<void> {
    await openRemote();
    await eventually(() => expect(server.paths()).toContain('GET /events'));
  }

  async function read(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await (await ask(path)).text();
    // What is kept is written beside the answer.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async function away(): Promise<void> {
    server.leave('ECONNREFUSED');
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'offline' } }),
    );
  }

  async function back(): Promise<void> {
    server.fault = undefined;
    await openRemote();
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'online' } }),
    );
  }

  it('is answered with when it was read, to the very same question', async () => {
    now = start + 60_000;
    await read('/records?limit=50', '/billing/invoices');
    await away();
    const records = await ask('/records?limit=50');
    expect(records.status).toBe(200);
    expect(records.headers.get('x-proofdesk-as-of')).toBe('2026-11-21T12:01:00.000Z');
    expect(records.headers.get('content-type')).toBe('application/json');
    expect(await records.json()).toEqual(page);
    expect(await (await ask('/billing/invoices')).json()).toEqual(invoices);
    const other = await ask('/records?limit=51');
    expect(other.status).toBe(503);
    const { error } = recordsErrorSchema.parse(await other.json());
    expect(error.code).toBe('not_kept');
    const write = await ask('/records', { model_id: 'm', input: {}, output: {} });
    expect(recordsErrorSchema.parse(await write.json()).error.code).toBe('engine_unavailable');
  });

  it('is there after a restart without the server, as is what the server offered', async () => {
    await read('/records?limit=50');
    await away();
    layer.close();
    await openRemote();
    expect(await workspace()).toMatchObject({
      origin: 'ledger.example',
      record_count: 1,
      remote: { state: 'offline', operations: expect.arrayContaining(['listRecords']) },
    });
    expect(await (await ask('/records?limit=50')).json()).toEqual(page);
  });

  it('is gone with an erasure that is told', async () => {
    await read('/records?limit=50');
    server.say('{"changed":["records","erasures"]}\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await away();
    expect((await ask('/records?limit=50')).status).toBe(503);
  });

  it('is gone with an erasure that happened while nobody was connected', async () => {
    await read('/records?limit=50');
    await away();
    lastErasure = 7;
    await back();
    await away();
    expect((await ask('/records?limit=50')).status).toBe(503);
  });

  it('stays where nothing was erased meanwhile', async () => {
    await read('/records?limit=50');
    await away();
    await back();
    await away();
    expect((await ask('/records?limit=50')).status).toBe(200);
  });

  it('is gone once the key is refused', async () => {
    await read('/records?limit=50');
    await store.change('conn_1', {}, 'pdk_another');
    server.answers.set('/records', () => Response.json(page));
    layer.close();
    await openRemote();
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'refused' } }),
    );
    expect((await ask('/records?limit=50')).status).toBe(401);
    await eventually(() =>
      expect(readdirSync(join(root, 'connections'))).not.toContain('conn_1.cache'),
    );
  });

  it('is gone where nothing is to be kept, and nothing is kept then', async () => {
    await read('/records?limit=50');
    await store.change('conn_1', { keep_offline: false });
    await layer.open(await store.get('conn_1'));
    await eventually(async () =>
      expect(await workspace()).toMatchObject({ remote: { state: 'online' } }),
    );
    await read('/records?limit=50');
    expect(readdirSync(join(root, 'connections')).join()).not.toContain('cache');
    await away();
    expect((await ask('/records?limit=50')).status).toBe(503);
  });

  it.each(['/sessions/sess_1/stream', '/evidence/ev_1/salts', '/api-keys', '/people'])(
    'is not kept of %s',
    async (path) => {
      server.describes(
        '/records',
        '/sessions/{session_id}/stream',
        '/evidence/{evidence_id}/salts',
        '/api-keys',
        '/people',
        '/events',
      );
      server.answers.set(path, () => Response.json({ data: [{ secret: 'x' }] }));
      await back();
      await read(path);
      await away();
      expect((await ask(path)).status).toBe(503);
    },
  );
});
