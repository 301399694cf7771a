/**
 * The engine over real worker threads with a stub API: routing, streams, crashes, switches, closing.
 * @push
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { createEngine, type Engine, type EngineOptions } from './engine-client.ts';
import type { EngineStatus } from './engine-status.ts';
import { recoverySchema } from '../../shared/contract/recovery.ts';
import { cases } from '../testing/rounds.ts';
import { builtHost } from './testing/built-host.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const { stubWorker: workerEntry } = await builtHost();

let dataRoot: string;
let engine: Engine | undefined;
let lines: string[];

function prepare(): void {
  dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-engine-'));
  lines = [];
  engine = undefined;
}

async function clean(): Promise<void> {
  await engine?.close();
  rmSync(dataRoot, { recursive: true, force: true });
}

/** Every test of the block has an engine of its own, which it starts. */
function ownEngine(): void {
  beforeEach(prepare);
  afterEach(clean);
}

/** The tests of the block leave their engine as they found it, and share one. */
function sharedEngine(options: Partial<EngineOptions> = {}): void {
  beforeAll(async () => {
    prepare();
    await start(options);
  });
  afterAll(clean);
}

async function start(options: Partial<EngineOptions> = {}): Promise<Engine> {
  let ids = 0;
  engine = createEngine({
    workerEntry,
    dataRoot,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32),
    createRequestId: () => `req_${++ids}`,
    log: (line) => lines.push(line),
    ...options,
    limits: { backOffMs: [5, 20], attempts: 3, ...options.limits },
  });
  await engine.start();
  return engine;
}

interface Ask extends RequestInit {
  readonly do?: string;
}

async function ask(path: string, { do: what, ...init }: Ask = {}): Promise<Response> {
  if (engine === undefined) throw new Error('The engine is not started.');
  const headers = new Headers(init.headers);
  if (what !== undefined) headers.set('x-do', what);
  return engine.serve(
    askedBy(new Request(`http://test/v1${path}`, { ...init, headers }), operator),
  );
}

const descriptionSchema = z.object({
  role: z.string(),
  kind: z.string(),
  method: z.string(),
  path: z.string(),
  caller: z.unknown(),
  body: z.string(),
  bytes: z.number(),
  seen: z.array(z.string()),
  seed: z.number(),
});

async function described(response: Response) {
  expect(response.status).toBe(200);
  return descriptionSchema.parse(await response.json());
}

function notes(): string[] {
  const path = join(dataRoot, 'notes.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** Resolves at the next change with `topic`. */
function change(topic: ChangeTopic): Promise<void> {
  return new Promise((resolve) => {
    const stop = engine?.onChange((topics) => {
      if (!topics.includes(topic)) return;
      stop?.();
      resolve();
    });
  });
}

function status(state: EngineStatus['state']): Promise<EngineStatus> {
  return new Promise((resolve) => {
    if (engine?.status().state === state) resolve(engine.status());
    const stop = engine?.onStatus((status) => {
      if (status.state !== state) return;
      stop?.();
      resolve(status);
    });
  });
}

function chunk(fill: number): Uint8Array {
  return new Uint8Array(64 * 1024).fill(fill);
}

/** Asks for something that never ends, and lets the time pass once the worker has it. */
async function askInVain(path: string, init: RequestInit = {}, during = 30_000) {
  const begun = change('records');
  const answer = ask(path, { ...init, do: 'wait-for-abort' });
  await begun;
  vi.advanceTimersByTime(during);
  return answer;
}

const errorSchema = z.object({
  error: z.object({
    type: z.string().optional(),
    code: z.string().optional(),
    message: z.string(),
    request_id: z.string(),
  }),
});

describe('routing', () => {
  sharedEngine();

  it('reads on a reader, writes on the writer, and asks no thread for what has no route', async () => {
    expect((await described(await ask('/records'))).role).toBe('reader');
    expect((await described(await ask('/records', { method: 'POST' }))).role).toBe('writer');
    expect((await described(await ask('/chain/verifications', { method: 'POST' }))).role).toBe(
      'writer',
    );
    expect((await ask('/nowhere')).status).toBe(404);
    expect((await ask('/records', { method: 'DELETE' })).status).toBe(405);
    expect((await ask('/records', { method: 'HEAD' })).status).toBe(200);
  });

  it('carries method, path, query, caller and body, and repeated headers back', async () => {
    const response = await ask('/records?q=%C3%A9&x=1', { method: 'POST', body: 'héllo' });
    expect(response.headers.get('x-repeated')).toBe('one, two');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await described(response)).toMatchObject({
      method: 'POST',
      path: '/v1/records?q=%C3%A9&x=1',
      caller: operator,
      body: 'héllo',
      seed: 32,
    });
    expect((await ask('/records', { do: 'no-content' })).status).toBe(204);
  });
});

describe('bodies', () => {
  sharedEngine();

  it('streams a large request body through, byte for byte', async () => {
    let left = 100;
    let sum = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- === 0) return controller.close();
        const bytes = chunk(left);
        for (const byte of bytes) sum = (sum + byte) % 65_521;
        controller.enqueue(bytes);
      },
    });
    const response = await ask('/imports', {
      method: 'POST',
      body,
      duplex: 'half',
      do: 'count-body',
    });
    expect(await response.json()).toEqual({ bytes: 100 * 64 * 1024, sum });
  });

  it('holds the sender of a request body back while the API does not read', async () => {
    let given = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 1;
          controller.enqueue(chunk(1));
        },
      },
      { highWaterMark: 0 },
    );
    const reads = change('records');
    const answer = ask('/imports', { method: 'POST', body, duplex: 'half', do: 'read-slowly' });
    await reads;
    expect(await (await answer).text()).toBe('enough');
    // 4 chunks are read ahead to see whether the body is small; a few more are under way.
    expect(given).toBeLessThan(12);
  });

  it('cancels the source when the request is answered before its body is read', async () => {
    const canceled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk(1)),
      cancel: () => canceled.resolve(),
    });
    const response = await ask('/imports', {
      method: 'POST',
      body,
      duplex: 'half',
      do: 'ignore-body',
    });
    expect(response.status).toBe(413);
    await canceled.promise;
  });

  it('aborts the request in the worker when its body fails', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls > 10) controller.error(new Error('the disk is gone'));
        else controller.enqueue(chunk(1));
      },
    });
    const response = await ask('/imports', {
      method: 'POST',
      body,
      duplex: 'half',
      do: 'count-body',
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('the disk is gone');
  });

  it('streams a response as it is read, and cancels it in the worker when its reader leaves', async () => {
    const response = await ask('/events', { do: 'endless' });
    const reader = response.body?.getReader();
    let bytes = 0;
    while (bytes < 20 * 64 * 1024) bytes += (await reader?.read())?.value?.byteLength ?? 0;
    const canceled = change('jobs');
    await reader?.cancel();
    await canceled;
    expect(notes().filter((line) => line.startsWith('sent')).length).toBeLessThan(32);
  });
});

describe('abort', () => {
  sharedEngine();

  it('reaches the request in the worker', async () => {
    const controller = new AbortController();
    const begun = change('records');
    const answer = ask('/records', { do: 'wait-for-abort', signal: controller.signal });
    await begun;
    const aborted = change('jobs');
    controller.abort();
    await aborted;
    expect((await answer).status).toBe(499);
  });

  it('answers a request that was aborted before it was sent', async () => {
    expect((await ask('/records', { signal: AbortSignal.abort() })).status).toBe(499);
  });
});

describe('deadlines', () => {
  sharedEngine();

  // The clock of this thread only: the workers' own goes on.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('answers 503 in the shape of the path when a read takes too long', async () => {
    const records = await askInVain('/records');
    expect(records.status).toBe(503);
    expect(records.headers.get('retry-after')).toBe('1');
    const recordsError = errorSchema.parse(await records.json()).error;
    expect(recordsError).toMatchObject({ code: 'engine_unavailable' });
    expect(records.headers.get('x-request-id')).toBe(recordsError.request_id);

    const jobs = await askInVain('/jobs');
    expect(errorSchema.parse(await jobs.json()).error).toMatchObject({
      type: 'engine_unavailable',
    });
  });

  it('aborts in the worker what was given up here', async () => {
    const aborted = change('jobs');
    expect((await askInVain('/records')).status).toBe(503);
    await aborted;
  });

  it('says of a write that its outcome is open', async () => {
    const response = await askInVain('/records', { method: 'POST' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Idempotency-Key');
  });

  it('does not count the time a client takes to send its body', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        vi.advanceTimersByTime(29_000);
        if (pulls > 10) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const response = await ask('/imports', {
      method: 'POST',
      body,
      duplex: 'half',
      do: 'count-body',
    });
    expect(await response.json()).toMatchObject({ bytes: 10 * 64 * 1024 });
  });

  it('waits longer while a task holds the writer', async () => {
    const begun = change('jobs');
    await ask('/records', { method: 'POST', do: 'start-long-job' });
    await begun;
    const answer = askInVain('/records', { method: 'POST' }, 300_000);
    const ended = change('jobs');
    await ask('/records', { method: 'POST', do: 'end-long-job' });
    await ended;
    vi.advanceTimersByTime(60_000);
    expect((await answer).status).toBe(503);
    expect(notes().filter((line) => line.startsWith('job'))).toEqual(['job "held"']);
  });

  it('answers 500 when the API breaks its promise not to reject, and goes on', async () => {
    const refused = await ask('/records', { do: 'reject' });
    expect(refused.status).toBe(500);
    const id = refused.headers.get('x-request-id') ?? '';
    expect(lines).toContain(`${id}: listRecords failed inside the engine.`);
    expect((await described(await ask('/records'))).role).toBe('reader');
  });
});

/** Enough for all the crashes of a block. */
const often = { limits: { attempts: 50 } };

describe('crash', () => {
  sharedEngine(often);

  it.each(
    cases<readonly [string, string, RequestInit]>(
      [['a write', '/records', { method: 'POST', body: '{}' }]],
      [
        ['a read', '/records', {}],
        ['a read of the sessions shape', '/jobs', {}],
        ['an upload', '/imports', { method: 'POST', body: new Uint8Array(1024 * 1024) }],
      ],
    ),
  )(
    'during %s settles it and every other one, and the worker starts again',
    async (_, path, init) => {
      const others = [ask(path, { ...init, do: 'hang' }), ask(path, { ...init, do: 'hang' })];
      const responses = await Promise.all([ask(path, { ...init, do: 'crash' }), ...others]);
      expect(responses.map((response) => response.status)).toEqual([503, 503, 503]);
      for (const response of responses) {
        const { error } = errorSchema.parse(await response.json());
        expect(error.code ?? error.type).toBe('engine_unavailable');
      }
      // At once, while the worker is still down: the request waits for it.
      expect((await ask(path, { ...init, do: 'count-body' })).status).toBe(200);
      expect(engine?.status().state).toBe('ready');
      // What the error said is never logged.
      expect(lines.join('\n')).toContain('RangeError');
      expect(lines.join('\n')).not.toContain('the stub breaks');
    },
  );

  it('in the middle of a response leaves the body cut, not whole @whole', async () => {
    const response = await ask('/records', { do: 'crash-in-stream' });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow('the reader thread ended');
    expect((await described(await ask('/records'))).role).toBe('reader');
  });
});

describe('crash', () => {
  ownEngine();
  afterEach(() => void vi.useRealTimers());

  it('too often makes the worker stay down, with the reason @whole', async () => {
    await start({ limits: { attempts: 2 } });
    for (let round = 0; round < 3; round += 1) await ask('/records', { do: 'crash' });
    const { fault, crash } = await status('failed');
    expect(fault).toMatchObject({ fault: 'crashed', message: 'the stub breaks' });
    expect(crash).toEqual({ thread: 'reader', times: 3, nextAttemptAt: undefined });
    const response = await ask('/records');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('the stub breaks');
    // Writes go on, and a restart brings the reader back.
    expect((await described(await ask('/records', { method: 'POST' }))).role).toBe('writer');
    await engine?.restart();
    expect((await described(await ask('/records'))).role).toBe('reader');
  });

  it('ends a thread that hangs, and starts it again @whole', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const spinning = ask('/records', { do: 'spin' });
    const begun = change('records');
    await begun;
    vi.advanceTimersByTime(30_000);
    expect((await spinning).status).toBe(503);
    const recovering = status('recovering');
    vi.advanceTimersByTime(60_000);
    await recovering;
    vi.advanceTimersByTime(10_000);
    expect((await described(await ask('/records'))).role).toBe('reader');
  });

  it('of the lock ends all service: another process might open the ledger now @whole', async () => {
    writeFileSync(join(dataRoot, 'left-job'), '');
    await start();
    const failed = status('failed');
    writeFileSync(join(dataRoot, 'break-lock'), '');
    expect((await failed).fault).toMatchObject({
      fault: 'crashed',
      message: expect.stringContaining('lock'),
    });
    const response = await ask('/records', { method: 'POST' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('lock of the data directory');
    expect(notes().slice(-3)).toEqual(['close jobs', 'close reader', 'close writer']);
    // A restart takes the lock again, where nobody else has it.
    rmSync(join(dataRoot, 'break-lock'));
    rmSync(join(dataRoot, 'stub-lock'));
    expect((await engine?.restart())?.state).toBe('ready');
    expect((await described(await ask('/records'))).role).toBe('reader');
  });
});

describe('between the workers', () => {
  ownEngine();

  it('spreads requests over several readers @whole', async () => {
    await start({ readers: 2, limits: { closeMs: 50 } });
    const slow = ask('/records', { do: 'wait-for-abort' });
    await change('records');
    expect((await described(await ask('/records'))).role).toBe('reader');
    await engine?.close();
    expect((await slow).status).toBe(503);
  });

  it('runs a job on the jobs worker, which starts for it and calls the writer; readers are told', async () => {
    await start({ readers: 2 });
    expect(notes()).not.toContain('open local jobs');
    const done = change('jobs');
    expect((await ask('/records', { method: 'POST', do: 'start-job' })).status).toBe(202);
    await done;
    expect(notes()).toContain('open local jobs');
    expect(notes()).toContain('job {"role":"writer","params":{"jobId":"job_1"}}');
    // While the thread of the jobs starts, the requests above are told too.
    const ofJobs = async () => {
      const { seen } = await described(await ask('/records'));
      return seen.filter((topic) => topic !== 'requests');
    };
    await expect.poll(ofJobs).toEqual(['jobs']);
  });
});

describe('workspaces', () => {
  ownEngine();

  it('switches: requests wait, what was open closes in order, the other one serves', async () => {
    writeFileSync(join(dataRoot, 'left-job'), '');
    await start();
    expect((await described(await ask('/records'))).kind).toBe('local');
    const changed = change('workspace');
    const accepted = await ask('/workspace?kind=demo', { method: 'POST', do: 'open-workspace' });
    expect(accepted.status).toBe(202);
    await changed;
    expect((await described(await ask('/records'))).kind).toBe('demo');
    expect(engine?.status()).toMatchObject({ state: 'ready', workspace: 'demo' });
    const closing = notes().filter((line) => line.startsWith('close'));
    expect(closing).toEqual(['close jobs', 'close reader', 'close writer']);
  });

  it('answers a request that comes while it switches @whole', async () => {
    await start();
    const switching = status('switching');
    await ask('/workspace?kind=demo', { method: 'POST', do: 'open-workspace' });
    await switching;
    expect((await described(await ask('/records'))).kind).toBe('demo');
  });

  it('resets the demo ledger, never the local one @whole', async () => {
    mkdirSync(join(dataRoot, 'demo'));
    writeFileSync(join(dataRoot, 'demo', 'old'), '');
    await start();
    writeFileSync(join(dataRoot, 'local', 'mine'), '');
    for (const kind of ['demo', 'local']) {
      const changed = change('workspace');
      await ask(`/workspace?kind=${kind}&reset`, { method: 'POST', do: 'open-workspace' });
      await changed;
    }
    expect(existsSync(join(dataRoot, 'demo', 'old'))).toBe(false);
    expect(existsSync(join(dataRoot, 'local', 'mine'))).toBe(true);
  });

  it('says what is wrong with one that does not open, and opens the other again when asked @whole', async () => {
    mkdirSync(join(dataRoot, 'demo'));
    writeFileSync(join(dataRoot, 'demo', 'damaged'), '');
    await start();
    const failed = status('failed');
    await ask('/workspace?kind=demo', { method: 'POST', do: 'open-workspace' });
    expect(await failed).toMatchObject({ workspace: 'demo', fault: { fault: 'corrupt' } });
    expect((await ask('/records')).status).toBe(503);
    expect(lines.join('\n')).toContain('is damaged');

    const { body } = await ask('/events');
    const opened = status('ready');
    const headers = { 'content-type': 'application/json' };
    const back = await ask('/workspace', { method: 'POST', body: '{"kind":"local"}', headers });
    expect(back.status).toBe(202);
    await opened;
    expect((await described(await ask('/records'))).kind).toBe('local');
    // The stream that this process gave meanwhile ends, so that the reader is asked for one.
    expect(await new Response(body).text()).toContain('{"changed":[]}');
  });
});

describe('start and end', () => {
  ownEngine();

  it('takes the lock before anything opens and gives it back last @whole', async () => {
    writeFileSync(join(dataRoot, 'left-job'), '');
    await start();
    // Twice without harm.
    await Promise.all([engine?.close(), engine?.close()]);
    await engine?.close();
    expect(notes().at(0)).toMatch(/^open local writer$/);
    expect(notes().slice(-4)).toEqual(['close jobs', 'close reader', 'close writer', 'lock']);
    expect(notes().filter((line) => line === 'lock')).toEqual(['lock']);
    expect(engine?.status().state).toBe('closed');
    const late = await ask('/records');
    expect(late.status).toBe(503);
  });

  it('stays, with what is wrong, when the ledger does not open; another try opens it @whole', async () => {
    mkdirSync(join(dataRoot, 'local'));
    writeFileSync(join(dataRoot, 'local', 'damaged'), '');
    await start();
    expect(engine?.status()).toMatchObject({
      state: 'failed',
      fault: { fault: 'corrupt', path: join(dataRoot, 'local') },
    });
    const refused = await ask('/records');
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('is damaged');
    const recovery = async (method: string, path: string) =>
      recoverySchema.parse(await (await ask(path, { method })).json());
    const told = { state: 'failed', fault: 'corrupt', path: join(dataRoot, 'local') };
    expect(await recovery('GET', '/recovery')).toMatchObject(told);
    expect(await recovery('POST', '/recovery/retry')).toMatchObject(told);
    rmSync(join(dataRoot, 'local', 'damaged'));
    expect(await recovery('POST', '/recovery/retry')).toMatchObject({
      state: 'ready',
      fault: null,
    });
    expect((await described(await ask('/records'))).role).toBe('reader');
  });

  it('tells how far a demo ledger is while it is made, and no more once it is open @whole', async () => {
    const filling = async () => recoverySchema.parse(await (await ask('/recovery')).json()).filling;
    writeFileSync(join(dataRoot, 'slow-fill'), '');
    const started = start({ workspace: { kind: 'demo', demoRecords: 5 } });
    await expect.poll(filling).toEqual({ done: 2, total: 5 });
    expect(engine?.status().state).toBe('starting');
    rmSync(join(dataRoot, 'slow-fill'));
    await started;
    expect(engine?.status().state).toBe('ready');
    expect(await filling()).toBeNull();
  });

  it('goes on with a ledger in which damage was met, and says so until it is opened anew @whole', async () => {
    await start();
    const told = change('workspace');
    await ask('/records', { do: 'meet-damage' });
    await told;
    expect(engine?.status()).toMatchObject({
      state: 'ready',
      fault: { fault: 'corrupt', code: 'SQLITE_CORRUPT' },
    });
    expect((await described(await ask('/records'))).role).toBe('reader');
    await ask('/recovery/retry', { method: 'POST' });
    expect(engine?.status()).toMatchObject({ state: 'ready', fault: undefined });
  });

  it('fails when somebody else has the lock, and opens nothing @whole', async () => {
    writeFileSync(join(dataRoot, 'stub-lock'), 'held');
    await start();
    expect(engine?.status().state).toBe('failed');
    expect(notes()).toEqual([]);
    await engine?.close();
    expect(existsSync(join(dataRoot, 'stub-lock'))).toBe(true);
  });

  it('waits with requests until it has opened, and does work between closing and opening @whole', async () => {
    await start();
    const done = engine?.whileClosed(async () => {
      expect(notes().at(-1)).toBe('close writer');
      return 'done';
    });
    const waiting = ask('/records');
    expect(await done).toBe('done');
    expect((await described(await waiting)).role).toBe('reader');
    const failing = engine?.whileClosed(() => Promise.reject(new Error('the work fails')));
    await expect(failing).rejects.toThrow('the work fails');
    expect((await described(await ask('/records'))).role).toBe('reader');
  });

  it('sends the head of a quiet stream at once, and ends the stream when the engine closes @whole', async () => {
    await start();
    const response = await ask('/events', { do: 'quiet-stream' });
    expect(response.status).toBe(200);
    const text = response.text();
    await engine?.close();
    expect(await text).toBe('');
    expect(notes()).toContain('stream ended');
  });

  it('settles what is under way when it closes @whole', async () => {
    await start({ limits: { closeMs: 50 } });
    const hanging = ask('/records', { do: 'hang' });
    // Something that is answered proves that the one before it has arrived.
    await described(await ask('/records'));
    await engine?.close();
    expect((await hanging).status).toBe(503);
    expect(lines.join('\n')).toContain('did not close in time');
  });
});
