/**
 * Large bodies over real threads: whoever else asks is answered meanwhile, and no body outlasts its end.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { auditPageSchema } from '../../shared/contract/audit.ts';
import { limits } from '../../shared/contract/limits.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { decision, TestApi } from '../api/test-api.ts';
import { createEngine, type Engine } from './engine-client.ts';
import { foreignThreads } from './foreign-threads.ts';
import { builtHost } from './testing/built-host.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const { worker: workerEntry } = await builtHost();

let dataRoot: string;
let engine: Engine;
async function open(): Promise<void> {
  dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-large-bodies-'));
  engine = await start();
}
async function close(): Promise<void> {
  await engine.close();
  rmSync(dataRoot, { recursive: true, force: true });
}

async function start(): Promise<Engine> {
  const opened = createEngine({
    workerEntry,
    dataRoot,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32).fill(7),
    log: () => {},
  });
  await opened.start();
  return opened;
}

function post(
  path: string,
  body: string | ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Response> {
  const request = new Request(`http://test/v1${path}`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  });
  return engine.serve(askedBy(request, operator));
}

async function total(): Promise<number> {
  const request = new Request('http://test/v1/records?limit=1');
  const answer = await engine.serve(askedBy(request, operator));
  return z.object({ total: z.int() }).parse(await answer.json()).total;
}

/** A record of almost as many bytes as a body may have, of many small values: what takes longest to read. */
const large = JSON.stringify({
  ...decision,
  input: { rows: Array.from({ length: 160_000 }, (_, index) => ({ [`k${index % 97}`]: [index] })) },
}).padEnd(limits.bodyBytes, ' ');

const small = JSON.stringify(decision);

/** Sends small records, one after the other, until `end`; answers how many were answered before it. */
async function answeredBefore(end: Promise<unknown>): Promise<number> {
  let isOver = false;
  void end.finally(() => (isOver = true));
  let answered = 0;
  for (;;) {
    const { status } = await post('/records', small);
    if (isOver) return answered;
    expect(status).toBe(201);
    answered += 1;
  }
}

describe('While a large body is read', () => {
  beforeAll(open);
  afterAll(close);

  test('others who write are answered, one after the other', async () => {
    // The first write of an engine makes what all the others use.
    expect((await post('/records', small)).status).toBe(201);
    const created = post('/records', large);
    expect(await answeredBefore(created)).toBeGreaterThan(5);
    expect((await created).status).toBe(201);
  });

  test('they are while a large outcome is, too @whole', async () => {
    const { id } = z.object({ id: z.string() }).parse(await (await post('/records', small)).json());
    const { input: outcome } = z.object({ input: z.unknown() }).parse(JSON.parse(large));
    const actor = { id: 'a', role: 'r' };
    const body = JSON.stringify({ action: 'override', reason: 'r', actor, outcome });
    const created = post(`/records/${id}/interventions`, body);
    expect(await answeredBefore(created)).toBeGreaterThan(5);
    expect((await created).status).toBe(201);
  });

  test('they are while it is refused @whole', async () => {
    const refused = post('/records', large.replace('"model_id"', '"model_ie"'));
    expect(await answeredBefore(refused)).toBeGreaterThan(5);
    expect((await refused).status).toBe(400);
  });
});

describe('A large body', () => {
  beforeEach(open);
  afterEach(close);

  test('that takes too long to read is given up, and its sender told @whole', async () => {
    const threads = foreignThreads(workerEntry);
    const api = await TestApi.open({
      foreign: (task, params, watch) => threads.run(task, params, { ...watch, quietMs: 1 }),
    });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' };
    const refused = await api.send('POST', '/records', { body: large, headers });
    expect(refused.status).toBe(400);
    const reason = 'nothing more of it was read for 0.001 s';
    expect(await refused.json()).toEqual({
      error: {
        code: 'validation_error',
        message: `The body was given up: ${reason}.`,
        details: [{ field: 'body', message: `was given up: ${reason}` }],
        request_id: refused.headers.get('x-request-id'),
      },
    });
    // The same key with a body that can be read: nothing was done for the one before.
    const next = await api.send('POST', '/records', { body: small, headers });
    expect([next.status, next.headers.get('idempotent-replayed')]).toEqual([201, null]);
    threads.close();
    await api.close();
  });

  test('whose sender leaves is not read to its end, and nothing of it is kept @whole', async () => {
    const leaving = new AbortController();
    const left = Array.from({ length: 5 }, () => post('/records', large, leaving.signal));
    // Something that is answered proves that those before it have arrived.
    await post('/records', small);
    leaving.abort();
    await Promise.all(left);
    const next = await post('/records', large);
    expect(next.status).toBe(201);
    expect(await total()).toBe(2);
  });

  test('is given up when the ledger is closed, whether it comes in, waits or is being read @whole', async () => {
    const sent = Array.from({ length: 6 }, () => post('/records', large));
    const beginning = new TextEncoder().encode(large.slice(0, 2 * limits.bodyAtOnce));
    const never = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(beginning),
    });
    sent.push(post('/records', never));
    await post('/records', small);
    await engine.close();
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const { error } = z
      .object({ error: z.object({ code: z.string(), message: z.string() }) })
      .parse(await answers.at(-1)?.json());
    expect(error).toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringMatching(/nothing was done\. Send it again\.$/),
    });
    engine = await start();
    expect(await total()).toBe(1);
    // The log of accesses tells of each, though its ledger was being closed.
    const asked = new Request('http://test/v1/audit/events?operation_id=createRecord&limit=100');
    const log = await (await engine.serve(askedBy(asked, operator))).json();
    const statuses = auditPageSchema.parse(log).data.map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(sent.length);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });
});
