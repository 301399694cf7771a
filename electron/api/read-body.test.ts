/**
 * Bodies that are read on a thread of their own: what comes of one is the same as if it had been read in place.
 * @push
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordVerificationSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { limits } from '../../shared/contract/limits.ts';
import { recordSchema } from '../../shared/contract/records.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';
import { toWireError } from '../engine/wire-error.ts';
import { fromWireError } from '../engine/revive-error.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { decision, TestApi } from './test-api.ts';
import { oneIn } from '../testing/rounds.ts';

/** Names of the tasks that were done aside, and how they were waited for. */
const aside: string[] = [];
const watches: object[] = [];

/** Does a task as a thread does, as far as data goes: all that comes and goes is copied. */
const copying: RunForeign = async (task, params, watch) => {
  aside.push(task.name);
  watches.push(watch);
  try {
    return structuredClone(
      await task.run(structuredClone(params), {
        clock: () => 0,
        random: (bytes) => new Uint8Array(bytes).fill(7),
        createId: (prefix) => `${prefix}_aside`,
        tell: () => {},
        shouldStop: () => false,
      }),
    );
  } catch (error) {
    throw fromWireError(structuredClone(toWireError(error)));
  }
};

let api: TestApi;
let recordId: string;
beforeAll(async () => {
  api = await TestApi.open({ foreign: copying });
  recordId = (await api.append()).id;
});
afterAll(() => api.close());

const padding = Buffer.alloc(limits.bodyAtOnce, ' ');

/** An answer, without what is another in each. */
async function answerTo(
  { method, path }: Pick<Route, 'method' | 'path'>,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await api.send(method, path, {
    body,
    headers: { 'content-type': 'application/json', prefer: 'faults', ...headers },
  });
  const id = response.headers.get('x-request-id') ?? '';
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'x-request-id'),
    body: (await response.text()).replaceAll(id, 'req_'),
  };
}

/** The answers to a body as it is, and to the same made large with blanks. */
async function bothAnswers(route: Pick<Route, 'method' | 'path'>, body: string | Buffer) {
  const bytes = Buffer.from(body);
  const small = await answerTo(route, new Uint8Array(bytes));
  const before = aside.length;
  const large = await answerTo(route, new Uint8Array(Buffer.concat([bytes, padding])));
  return { small, large, wasAside: aside.slice(before).includes('read-body') };
}

const withBodies: readonly Route[] = routes.filter(
  (route: Route) => route.method !== 'GET' && route.upload === undefined && route.access !== 'host',
);

/** What no route takes. */
const faulty: Readonly<Record<string, string | Buffer>> = {
  'no JSON': '{"a":x}',
  'JSON and more': '{} {}',
  'bytes that are not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x30, 0x7d]),
  'a list': '[]',
  'unknown members': '{"z_unknown":0,"a_unknown":{"b":[]},"":1,"__proto__":2}',
  'a name that is there twice': '{"z_unknown":0,"model_id":"m","model_id":"n","input":1}',
  'a number that cannot be kept': '{"model_id":"m","input":{"n":12345678901234567890},"output":2}',
  'half of a character': '{"model_id":"\\ud800","unknown":0}',
  'lists in lists': `{"input":${'['.repeat(200)}${']'.repeat(200)}}`,
  'more faults than are named': `{${Array.from({ length: 1_500 }, (_, index) => `"k${index}":0`).join()}}`,
};

/** Every one where a record is taken, where an intervention is, and where no body is; some elsewhere. */
function faultyFor({ operationId, body }: Route): [string, string | Buffer][] {
  const all = Object.entries(faulty);
  const isPrepared = operationId === 'createRecord' || operationId === 'createIntervention';
  if (isPrepared || body === undefined) return all;
  return all.filter(([what]) => what === 'no JSON' || what === 'unknown members');
}

describe('A faulty body is answered in the same way, whatever its size', () => {
  test.each(oneIn(5, withBodies))('$operationId', async (route) => {
    const path = route.path.replace('/records/{id}', `/records/${recordId}`);
    const at = { method: route.method, path: path.replaceAll(/\{.*?\}/g, 'x') };
    for (const [what, body] of faultyFor(route)) {
      const { small, large } = await bothAnswers(at, body);
      expect([what, large]).toEqual([what, small]);
      expect(small.status).toBeGreaterThanOrEqual(400);
      expect(small.status).toBeLessThan(500);
    }
  });

  test.each([
    ['nothing', '{}'],
    ['all of it wrong', '{"output":[],"confidence":"x","input":null,"policy_id":"","model_id":5}'],
    ['absent and null', '{"model_id":"m","transaction_id":null,"context":null,"output":{}}'],
    ['too long', `{"model_id":"${'m'.repeat(300)}","input":{},"output":{},"confidence":2}`],
    ['nobody can see', '{"model_id":"\\u200b","input":{},"output":{},"policy_id":"a\\nb"}'],
  ])('a record: %s', async (_what, body) => {
    const { small, large, wasAside } = await bothAnswers(
      { method: 'POST', path: '/records' },
      body,
    );
    expect(large).toEqual(small);
    expect([small.status, wasAside]).toEqual([400, true]);
  });

  test.each([
    ['nothing', '{}'],
    ['another action', '{"action":"x","actor":{"id":"a"},"evidence_viewed":[]}'],
    [
      'no reason and an outcome',
      '{"action":"approve","actor":{"id":"a","role":"r"},"outcome":{"a":1}}',
    ],
    [
      'none that there is',
      '{"action":"retract","actor":{"id":"a","role":"r"},"supersedes":"int_x"}',
    ],
    [
      'made upon less than there is',
      `{"action":"approve","actor":{"id":"a","role":"r"},"if_previous":"sha256:${'0'.repeat(64)}"}`,
    ],
  ])('an intervention: %s', async (_what, body) => {
    const path = `/records/${recordId}/interventions`;
    const { small, large, wasAside } = await bothAnswers({ method: 'POST', path }, body);
    expect(large).toEqual(small);
    expect([small.status, wasAside]).toEqual([400, true]);
  });

  test('one that is too large, or not said to be JSON, is not read at all', async () => {
    const before = aside.length;
    const tooLarge = new Uint8Array(limits.bodyBytes + 1);
    const at = { method: 'POST', path: '/records' } as const;
    expect((await answerTo(at, tooLarge)).status).toBe(413);
    const csv = { 'content-type': 'text/csv' };
    expect((await answerTo(at, new Uint8Array(padding), csv)).status).toBe(415);
    expect(aside.slice(before)).toEqual([]);
  });
});

describe('A valid body', () => {
  const body = {
    ...decision,
    input: { b: [1, { a: null, '': 'ä' }], a: -0, 'x"y': 1e-7 },
    transaction_id: 'tx "1"',
    policy_id: 'p',
    context: {},
  };
  const text = JSON.stringify(body).replace('"a":0', '"__proto__":{"c":1},"a":-0');

  async function made(bytes: Buffer, key?: string) {
    const headers = { 'content-type': 'application/json', prefer: 'faults' };
    const response = await api.send('POST', '/records', {
      body: new Uint8Array(bytes),
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    });
    return { response, text: await response.text() };
  }

  test('is kept as the same record, which verifies', async () => {
    const small = await made(Buffer.from(text));
    const before = aside.length;
    const large = await made(Buffer.concat([Buffer.from(text), padding]));
    expect(aside.slice(before)).toEqual(['read-body']);
    expect(watches.at(-1)).toMatchObject({
      caller: 'operator',
      noun: 'body',
      quietMs: limits.bodyMs,
      waitMs: limits.bodyWaitMs,
      signal: expect.any(AbortSignal),
    });
    const bare = (answer: string) =>
      answer
        .replaceAll(/"(id|hash|previous_hash|created_at)":"[^"]*"/g, '"$1":""')
        .replaceAll(/"seq":\d+/g, '');
    expect(small.response.status).toBe(201);
    expect(bare(large.text)).toBe(bare(small.text));
    const { id } = recordSchema.parse(JSON.parse(large.text));
    expect(await (await api.send('GET', `/records/${id}`)).text()).toBe(large.text);
    const { verdict } = await api.read(recordVerificationSchema, `/records/${id}/verification`);
    expect(verdict).toBe('OK');
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(verificationSchema.parse(job.result).findings_total).toBe(0);
  });

  test('has one effect for one key, and another decision is refused under it', async () => {
    const large = Buffer.concat([Buffer.from(text), padding]);
    const first = await made(large, 'key-1');
    const again = await made(large, 'key-1');
    expect([again.response.headers.get('idempotent-replayed'), again.text]).toEqual([
      'true',
      first.text,
    ]);
    expect((await made(Buffer.from(text), 'key-1')).text).toBe(first.text);
    const other = Buffer.from(text.replace('1e-7', '1e-8'));
    expect((await made(other, 'key-1')).response.status).toBe(409);
  });

  test('of an intervention has its outcome in canonical form', async () => {
    const { id } = await api.append();
    const sent = (pad: Buffer) => {
      const intervention = `{"action":"override","reason":"r","outcome":{"b":[],"a":1.50,"__proto__":{}},
        "actor":{"id":"a","role":"r","name":"N"},"evidence_viewed":["x"]}`;
      const bytes = new Uint8Array(Buffer.concat([Buffer.from(intervention), pad]));
      const headers = { 'content-type': 'application/json' };
      return api.send('POST', `/records/${id}/interventions`, { body: bytes, headers });
    };
    const small = await (await sent(Buffer.alloc(0))).text();
    const large = await (await sent(padding)).text();
    for (const each of [small, large]) {
      expect(interventionSchema.parse(JSON.parse(each))).toMatchObject({ actor_name: 'N' });
      expect(each).toContain('"outcome":{"__proto__":{},"a":1.5,"b":[]}');
    }
    const list = await (await api.send('GET', `/records/${id}/interventions`)).text();
    expect(list).toContain(`[${small},${large}]`);
  });

  test('of blanks alone is no body for a route without one', async () => {
    const large = new Uint8Array(Buffer.concat([Buffer.from('{}'), padding]));
    const cancel = { method: 'POST', path: '/jobs/job_x/cancel' } as const;
    expect((await answerTo(cancel, large)).status).toBe(404);
  });

  test('of another operation is what its handler takes in place', async () => {
    const model = (version: string) => ({
      model_id: 'm',
      version,
      performance: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}`, at / 7])),
    });
    const before = aside.length;
    const send = async (version: string, pad: Buffer) => {
      const bytes = Buffer.concat([Buffer.from(JSON.stringify(model(version))), pad]);
      return answerTo({ method: 'POST', path: '/models' }, new Uint8Array(bytes));
    };
    const [small, large] = [await send('1', Buffer.alloc(0)), await send('2', padding)];
    expect(aside.slice(before)).toEqual(['read-body']);
    expect(large.status).toBe(small.status);
  });
});
