/**
 * Queries over rows on threads of their own: side by side, stopped at their limit, never after a revocation.
 * @push
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askedBy, type Caller } from '../serve-request.ts';
import { createEngine, type Engine, type EngineOptions } from './engine-client.ts';
import { builtHost } from './testing/built-host.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const { stubWorker: stubEntry, worker: realEntry } = await builtHost();

let dataRoot: string;
let engine: Engine | undefined;
let lines: string[];
beforeEach(() => {
  dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-data-'));
  lines = [];
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  rmSync(dataRoot, { recursive: true, force: true });
});

async function start(workerEntry: URL, options: Partial<EngineOptions> = {}): Promise<Engine> {
  engine = createEngine({
    workerEntry,
    dataRoot,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32).fill(7),
    log: (line) => lines.push(line),
    ...options,
  });
  await engine.start();
  return engine;
}

async function ask(method: string, path: string, body?: object, headers: object = {}) {
  if (engine === undefined) throw new Error('The engine is not started.');
  const request = new Request(`http://test/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return engine.serve(askedBy(request, operator));
}

const errorSchema = z.object({ error: z.object({ type: z.string() }) });
const typeOf = async (response: Response) => errorSchema.parse(await response.json()).error.type;

describe('A query that does not end', () => {
  // The stub answers in a millisecond; a busy machine may take a thousand times as long.
  const limits = { queryMs: 2_000, queryGraceMs: 0 };

  test('is answered as stopped, and its thread is replaced @whole', async () => {
    await start(stubEntry, { limits, dataThreads: 1 });
    const stuck = ask('GET', '/sessions/sess_1/stream', undefined, { 'x-do': 'spin' });
    // Waits for the thread, which is then another one.
    const next = ask('GET', '/sessions/sess_2/stream');
    const reads = ask('GET', '/records');
    const writes = ask('POST', '/records', {});
    expect((await reads).status).toBe(200);
    expect((await writes).status).toBe(200);
    const stopped = await stuck;
    expect([stopped.status, await typeOf(stopped)]).toEqual([503, 'query_timeout']);
    expect((await next).status).toBe(200);
    const opened = readFileSync(join(dataRoot, 'notes.txt'), 'utf8').match(/open local data/g);
    expect(opened).toHaveLength(2);
  });

  test('holds up no query on another thread @whole', async () => {
    await start(stubEntry, { limits, dataThreads: 2 });
    const stuck = ask('GET', '/sessions/sess_1/stream', undefined, { 'x-do': 'hang' });
    const others = await Promise.all(
      Array.from({ length: 5 }, () => ask('GET', '/sessions/sess_2/stream')),
    );
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await stuck).status).toBe(503);
  });

  test('keeps its thread to itself when its client leaves @whole', async () => {
    const running = await start(stubEntry, { limits, dataThreads: 1 });
    const begun = Promise.withResolvers<void>();
    running.onChange(() => begun.resolve());
    const client = new AbortController();
    const request = new Request('http://test/v1/sessions/sess_1/stream', {
      headers: { 'x-do': 'spin' },
      signal: client.signal,
    });
    const left = running.serve(askedBy(request, operator));
    await begun.promise;
    client.abort();
    expect((await left).status).toBe(499);
    // The next one waits until the first is given up, and is not lost with it.
    expect((await ask('GET', '/sessions/sess_2/stream')).status).toBe(200);
  });

  test('is closed with the engine @whole', async () => {
    const running = await start(stubEntry);
    expect((await ask('GET', '/sessions/sess_1/stream')).status).toBe(200);
    await running.close();
    expect((await ask('GET', '/sessions/sess_1/stream')).status).toBe(503);
  });
});

describe('The real engine', () => {
  async function openSession(rows: number): Promise<{ dataset: string; session: string }> {
    const dataset = 'trial';
    await ask('POST', '/datasets', {
      dataset_id: dataset,
      name: 'Trial',
      holder_id: 'mayo',
      policy: openPolicy,
    });
    const appended = await ask(
      'POST',
      `/datasets/${dataset}/records`,
      Array.from({ length: rows }, (_, n) => ({ n, text: `row ${n}` })),
    );
    expect(appended.status).toBe(201);
    const opened = await ask('POST', '/sessions', { dataset_id: dataset, purpose: 'test' });
    const { session_id: session } = z.object({ session_id: z.string() }).parse(await opened.json());
    return { dataset, session };
  }

  test('no call that begins after a revocation commits @whole', async () => {
    await start(realEntry, { dataThreads: 2 });
    const { dataset, session } = await openSession(500);
    let isRevoked = false;
    let given = 0;
    const afterwards: string[] = [];
    const client = async (): Promise<void> => {
      for (;;) {
        const beganAfter = isRevoked;
        const response = await ask('GET', `/sessions/${session}/stream?batch_size=50&sort=-n`);
        if (response.status === 200) {
          given += 1;
          if (beganAfter) afterwards.push('200');
        } else {
          const type = await typeOf(response);
          if (type !== 'access_revoked') afterwards.push(type);
          return;
        }
      }
    };
    const clients = Array.from({ length: 6 }, client);
    // Some have been answered before it is revoked.
    expect((await ask('GET', `/sessions/${session}/stream`)).status).toBe(200);
    const revoked = await ask('POST', `/datasets/${dataset}/revoke`, { reason: 'Stop' });
    isRevoked = true;
    expect(revoked.status).toBe(200);
    await Promise.all(clients);
    expect(afterwards).toEqual([]);
    const shown = await ask('GET', `/sessions/${session}?include=usage`);
    const { status, usage } = z
      .object({ status: z.string(), usage: z.object({ read_operations: z.int() }) })
      .parse(await shown.json());
    // What was given out was counted, and nothing else was.
    expect([status, usage.read_operations]).toEqual(['revoked', given + 1]);
  });

  /** A grant on the dataset of the test, and a session on it. */
  async function openOnGrant(dataset: string): Promise<{ grant: string; session: string }> {
    const idSchema = z.object({ grant_id: z.string() });
    const asked = await ask('POST', '/grants', {
      dataset_id: dataset,
      purpose: 'test',
      fields: ['n'],
      operations: ['read'],
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      budget: { amount: 100, currency: 'USD' },
      expected: { rows: 1, hours: 1, operations: 1 },
    });
    const { grant_id: grant } = idSchema.parse(await asked.json());
    const body = { decision: 'grant', policy_version: 1 };
    expect((await ask('POST', `/grants/${grant}/answer`, body)).status).toBe(200);
    const opened = await ask('POST', '/sessions', {
      dataset_id: dataset,
      purpose: 'test',
      grant_id: grant,
    });
    const { session_id: session } = z.object({ session_id: z.string() }).parse(await opened.json());
    return { grant, session };
  }

  test('no call that begins after its grant was revoked is served: 15 grants, 30 calls each @whole', async () => {
    await start(realEntry, { dataThreads: 2 });
    const { dataset } = await openSession(200);
    const moments: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const { grant, session } = await openOnGrant(dataset);
      let isRevoked = false;
      let given = 0;
      const late: string[] = [];
      const call = async (): Promise<void> => {
        const beganAfter = isRevoked;
        const response = await ask('GET', `/sessions/${session}/stream?batch_size=20`);
        if (response.status === 200) {
          given += 1;
          if (beganAfter) late.push('served');
        } else if ((await typeOf(response)) !== 'access_revoked') late.push('another refusal');
      };
      const revoke = async (): Promise<void> => {
        const revoked = await ask('POST', `/grants/${grant}/revoke`, { reason: 'Stop' });
        isRevoked = true;
        expect(revoked.status).toBe(200);
      };
      // The revocation comes after another number of calls each time, of which one is over in every second
      // round; ten calls begin once it is.
      const before = Array.from({ length: round + 3 }, call);
      if (round % 2 === 0) await Promise.race(before);
      const revoking = revoke();
      const beside = Array.from({ length: 17 - round }, call);
      await revoking;
      await Promise.all([...before, ...beside, ...Array.from({ length: 10 }, call)]);
      expect([round, late]).toEqual([round, []]);
      const shown = await ask('GET', `/sessions/${session}?include=usage`);
      const { status, usage } = z
        .object({ status: z.string(), usage: z.object({ read_operations: z.int() }) })
        .parse(await shown.json());
      expect([status, usage.read_operations]).toEqual(['revoked', given]);
      moments.push(given);
    }
    // Not always before all of them, nor behind.
    expect(moments.some((given) => given > 0)).toBe(true);
    expect(moments.every((given) => given <= 20)).toBe(true);
  });

  test('a slow query is stopped without a trace', async () => {
    await start(realEntry, { limits: { queryMs: -1, queryGraceMs: 10_000 } });
    const { session } = await openSession(200);
    const slow = await ask('POST', `/sessions/${session}/filter`, { filter: { n: { $gte: 199 } } });
    expect([slow.status, await typeOf(slow)]).toEqual([503, 'query_timeout']);
    const shown = await ask('GET', `/sessions/${session}?include=usage`);
    expect(await shown.json()).toMatchObject({ usage: { total_operations: 0 } });
  });
});
