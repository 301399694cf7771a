/** One table of behaviours through every mount: an adapter adds nothing to the API, and takes nothing. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { limits } from '../../shared/contract/limits.ts';
import { createApiKey } from '../access/api-keys.ts';
import { createApi } from '../api/create-api.ts';
import { createEngine, type Engine } from '../engine/engine-client.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { handleAppScheme } from '../shell/app-scheme.ts';
import { askedBy, type Principal, type ServeRequest } from '../serve-request.ts';
import { startConsoleDoor } from './console-door.ts';
import { endedJob } from './testing/ended-job.ts';
import { createFakeProtocol } from './testing/fake-protocol.ts';

const random = (bytes: number) => new Uint8Array(randomBytes(bytes));
const apiKey = createApiKey(random);
const signingSeed = new Uint8Array(32).fill(5);

type As = 'operator' | 'key' | 'bearer' | 'wrong key' | 'nobody';

interface Mount {
  readonly name: string;
  /** Who can be told apart there: the window is always the operator. */
  readonly callers: readonly As[];
  send(path: string, init: RequestInit, as: As): Promise<Response>;
}

const everyone: readonly As[] = ['operator', 'key', 'bearer', 'wrong key', 'nobody'];
const root = mkdtempSync(join(tmpdir(), 'proofdesk-parity-'));
const closers: (() => Promise<void>)[] = [];
const mounts: Mount[] = [];

beforeAll(async () => {
  mounts.push(...(await Promise.all([directMount(), workerMount(), loopbackMount(), appMount()])));
}, 120_000);

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  rmSync(root, { recursive: true, force: true });
});

async function directMount(): Promise<Mount> {
  const dataRoot = join(root, 'direct');
  const directory = join(dataRoot, 'local');
  mkdirSync(directory, { recursive: true });
  const api = await createApi({
    role: 'all',
    workspace: { kind: 'local', directory, dataRoot, version: '1.2.3', demoRecords: 1 },
    signingSeed,
    apiKeyHashes: [apiKey.hash],
    clock: Date.now,
    random,
  });
  closers.push(() => api.close());
  return { name: 'direct', callers: everyone, send: serving(api.gate.serve) };
}

async function workerMount(): Promise<Mount> {
  const engine = await openEngine('worker');
  return { name: 'worker', callers: everyone, send: serving(engine.serve) };
}

async function loopbackMount(): Promise<Mount> {
  const engine = await openEngine('loopback');
  const server = await startConsoleDoor({
    port: 0,
    serve: engine.serve,
    serveFile: async () => new Response(null, { status: 404 }),
    apiKey: apiKey.key,
    random,
  });
  closers.unshift(() => server.close());
  const entry = await fetch(server.url, { redirect: 'manual' });
  const cookie = entry.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    name: 'loopback',
    callers: everyone,
    send: (path, init, as) =>
      fetch(`${server.baseUrl}${path}`, {
        ...init,
        headers: {
          ...headersOf(init, as),
          ...(as === 'operator' ? { cookie, 'sec-fetch-site': 'same-origin' } : {}),
        },
      }),
  };
}

async function appMount(): Promise<Mount> {
  const engine = await openEngine('app');
  const protocol = createFakeProtocol();
  handleAppScheme(protocol, {
    serve: engine.serve,
    serveFile: async () => new Response(null, { status: 404 }),
    serveOpened: () => undefined,
    log: () => {},
  });
  return {
    name: 'app',
    callers: ['operator', 'key', 'bearer'],
    send: (path, init, as) =>
      protocol.fetch(`app://console/v1${path}`, { ...init, headers: headersOf(init, as) }),
  };
}

async function openEngine(name: string): Promise<Engine> {
  const engine = createEngine({
    workerEntry: (await builtHost()).worker,
    dataRoot: join(root, name),
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the parity test',
    apiKeyHashes: [apiKey.hash],
    loadSeed: async () => signingSeed,

    log: () => {},
  });
  await engine.start();
  closers.push(() => engine.close());
  return engine;
}

function serving(serve: ServeRequest): Mount['send'] {
  return (path, init, as) => {
    const principal: Principal = { kind: as === 'operator' ? 'operator' : 'anonymous' };
    const request = new Request(`http://127.0.0.1/v1${path}`, {
      ...init,
      headers: headersOf(init, as),
    });
    return serve(askedBy(request, { mount: 'direct', principal }));
  };
}

function headersOf(init: RequestInit, as: As): Record<string, string> {
  const headers = Object.fromEntries(new Headers(init.headers));
  switch (as) {
    case 'operator':
    case 'nobody':
      return headers;
    case 'key':
      return { ...headers, 'x-api-key': apiKey.key };
    case 'bearer':
      return { ...headers, authorization: `Bearer ${apiKey.key}` };
    case 'wrong key':
      return { ...headers, 'x-api-key': 'pdk_wrong' };
    default:
      return headers;
  }
}

interface Step {
  readonly name: string;
  readonly path: string | ((known: Known) => string);
  readonly init?: RequestInit | (() => RequestInit);
  readonly as?: As;
  readonly status: number;
}

/** What earlier steps made, by its place in the table. */
interface Known {
  readonly recordId: string;
}

const json = { 'content-type': 'application/json' };
const ndjson = { 'content-type': 'application/x-ndjson' };
const decision = {
  model_id: 'credit-scorer',
  input: { name: 'Zoë 👩‍⚖️', age: 41, __proto__x: [1, 2.5, null] },
  output: { decision: 'approve' },
  confidence: 0.5,
};

function create(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function stream(chunks: number, line: string): ReadableStream<Uint8Array> {
  let left = chunks;
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(new TextEncoder().encode(line.repeat(10)));
    },
  });
}

const steps: readonly Step[] = [
  { name: 'create', path: '/records', init: create(decision), status: 201 },
  { name: 'create by key', path: '/records', init: create(decision), as: 'key', status: 201 },
  { name: 'create by bearer', path: '/records', init: create(decision), as: 'bearer', status: 201 },
  { name: 'no key', path: '/records', as: 'nobody', status: 401 },
  { name: 'wrong key', path: '/records', as: 'wrong key', status: 401 },
  { name: 'no key elsewhere', path: '/jobs', as: 'nobody', status: 401 },
  { name: 'every fault', path: '/records', init: create({ confidence: 2, x: 1 }), status: 400 },
  { name: 'not JSON', path: '/records', init: create('{"model_id":'), status: 400 },
  { name: 'twice the same name', path: '/records', init: create('{"a":1,"a":2}'), status: 400 },
  {
    name: 'another media type',
    path: '/records',
    init: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
    status: 415,
  },
  {
    name: 'a body beyond the limit',
    path: '/records',
    init: () => create({ ...decision, context: { text: 'x'.repeat(limits.bodyBytes) } }),
    status: 413,
  },
  {
    name: 'a body beyond one message',
    path: '/records',
    init: () => create({ ...decision, context: { text: 'é'.repeat(400_000) } }),
    status: 201,
  },
  {
    name: 'once',
    path: '/records',
    init: create(decision, { 'idempotency-key': 'k1' }),
    status: 201,
  },
  {
    name: 'once more',
    path: '/records',
    init: create(decision, { 'idempotency-key': 'k1' }),
    status: 201,
  },
  {
    name: 'the same key for something else',
    path: '/records',
    init: create({ ...decision, model_id: 'other' }, { 'idempotency-key': 'k1' }),
    status: 409,
  },
  { name: 'get', path: ({ recordId }) => `/records/${recordId}`, status: 200 },
  {
    name: 'head',
    path: ({ recordId }) => `/records/${recordId}`,
    init: { method: 'HEAD' },
    status: 200,
  },
  {
    name: 'verify one',
    path: ({ recordId }) => `/records/${recordId}/verification`,
    status: 200,
  },
  { name: 'unknown record', path: '/records/rec_0', status: 404 },
  { name: 'list', path: '/records?model_id=credit-scorer&limit=2&order=asc', status: 200 },
  { name: 'search', path: `/records?q=${encodeURIComponent('Zoë')}&limit=1`, status: 200 },
  { name: 'bad query', path: '/records?limit=0&offset=x&unknown=1', status: 400 },
  { name: 'unknown path', path: '/nowhere', status: 404 },
  { name: 'unknown path of the records', path: '/records/a/b/c', status: 404 },
  { name: 'unknown method', path: '/records', init: { method: 'DELETE' }, status: 405 },
  { name: 'odd method', path: '/records', init: { method: 'PROPFIND' }, status: 405 },
  { name: 'options', path: '/records', init: { method: 'OPTIONS' }, status: 405 },
  { name: 'percent signs', path: '/records/%2e%2e%2fchain', status: 404 },
  { name: 'chain', path: '/chain', status: 200 },
  { name: 'entries', path: '/chain/entries?limit=1', status: 200 },
  { name: 'workspace', path: '/workspace', status: 200 },
  { name: 'jobs', path: '/jobs', status: 200 },
  {
    name: 'import',
    path: '/imports?name=a.ndjson',
    init: () => ({
      method: 'POST',
      headers: ndjson,
      body: stream(20, `${JSON.stringify(decision)}\n`),
      duplex: 'half',
    }),
    status: 202,
  },
  {
    name: 'import of nothing we know',
    path: '/imports',
    init: { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' },
    status: 415,
  },
];

const headersThatMatter = [
  'content-type',
  'cache-control',
  'x-content-type-options',
  'allow',
  'www-authenticate',
  'retry-after',
  'access-control-allow-origin',
];

const knownSchema = z.object({ id: z.string() });

/** What the answer says, with what differs from run to run left out. */
async function observe(mount: Mount, step: Step, known: Known) {
  const path = typeof step.path === 'string' ? step.path : step.path(known);
  const init = typeof step.init === 'function' ? step.init() : (step.init ?? {});
  const response = await mount.send(path, init, step.as ?? 'operator');
  const text = await response.text();
  return {
    text,
    observed: {
      status: response.status,
      headers: Object.fromEntries(
        headersThatMatter.map((name) => [name, response.headers.get(name)]),
      ),
      requestId: /^req_[0-9A-Z]{26}$/.test(response.headers.get('x-request-id') ?? ''),
      body: withoutRun(text),
    },
  };
}

function withoutRun(text: string): string {
  return (
    text
      .replaceAll(/\b(rec|req|job)_[0-9A-Z]{26}\b/g, '$1_…')
      .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '…Z')
      .replaceAll(/proofdesk\.local\/[0-9a-f]+(\+[0-9a-f]{8}\+[\w+/=]+)?/g, 'proofdesk.local/…')
      .replaceAll(/"data_directory":"[^"]*"/g, '"data_directory":"…"')
      // Kept behind the commit, a few times a second.
      .replaceAll(/"last_seen":(null|\{[^}]*\})/g, '"last_seen":…')
      .replaceAll(
        /"(leaf_hash|root_hash|per_second|done|status|phase)":("[^"]*"|[\d.]+)/g,
        '"$1":…',
      )
  );
}

describe('mount parity @whole', () => {
  it('gives the same answers everywhere, in the order of the table', async () => {
    const tables = await Promise.all(
      mounts.map(async (mount) => {
        const rows: Record<string, unknown> = {};
        let known: Known = { recordId: '' };
        for (const step of steps) {
          if (!mount.callers.includes(step.as ?? 'operator')) continue;
          const { observed, text } = await observe(mount, step, known);
          expect([mount.name, step.name, observed.status]).toEqual([
            mount.name,
            step.name,
            step.status,
          ]);
          rows[step.name] = observed;
          if (step.name === 'create') {
            known = { recordId: knownSchema.parse(JSON.parse(text)).id };
          }
        }
        return { mount, rows };
      }),
    );
    const [direct, ...others] = tables;
    expect(Object.keys(direct?.rows ?? {})).toHaveLength(steps.length);
    for (const { mount, rows } of others) {
      const same = Object.fromEntries(
        Object.entries(direct?.rows ?? {}).filter(([name]) => name in rows),
      );
      expect({ mount: mount.name, rows }).toEqual({ mount: mount.name, rows: same });
    }
  });

  it('runs the import to the same end @whole', async () => {
    const results = await Promise.all(
      mounts.map(async (mount) => {
        const send = (path: string) => mount.send(path, {}, 'operator');
        const list = z.object({ data: z.array(jobSchema) });
        const [begun] = list.parse(await (await send('/jobs?limit=1')).json()).data;
        if (begun === undefined) throw new Error('There is no job.');
        const { status, result, error } = await endedJob(begun, { send });
        return { status, imported: result?.['imported'], error };
      }),
    );
    expect(results[0]).toEqual({ status: 'completed', imported: 200, error: null });
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  });

  it('streams changes until the client leaves', async () => {
    for (const mount of mounts) {
      const response = await mount.send('/events', {}, 'operator');
      expect([mount.name, response.status]).toEqual([mount.name, 200]);
      expect(response.headers.get('content-type')).toBe('application/x-ndjson');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      // What was asked before may be told in the same piece.
      expect((await reader?.read())?.value).toMatch(/^\{"changed":\[\]\}\n/);
      await mount.send('/records', create(decision), 'operator');
      let text = '';
      while (!text.includes('records')) text += (await reader?.read())?.value ?? '';
      await reader?.cancel();
    }
  });
});

describe('the fake of protocol.handle @whole', () => {
  it('turns a throw into a network error without a body', async () => {
    const protocol = createFakeProtocol();
    protocol.handle('x', () => {
      throw new Error('with a secret');
    });
    await expect(protocol.fetch('x://y/')).rejects.toThrow('net::ERR_UNEXPECTED');
  });

  it('collapses repeated headers and hands on no abort', async () => {
    const protocol = createFakeProtocol();
    protocol.handle('x', (request) => {
      expect(request.signal.aborted).toBe(false);
      return new Response(request.headers.get('x-a'), {
        headers: [
          ['x-b', '1'],
          ['x-b', '2'],
        ],
      });
    });
    const response = await protocol.fetch('x://y/', {
      headers: [
        ['x-a', '1'],
        ['x-a', '2'],
      ],
      signal: AbortSignal.abort(),
    });
    expect(await response.text()).toBe('1, 2');
    expect(response.headers.get('x-b')).toBe('1, 2');
  });
});
