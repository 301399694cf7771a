/** Batches of decisions: each has its own result, good ones are together, and a key holds for good. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditPageSchema } from '../../shared/contract/audit.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import {
  createRecordsAnswerSchema,
  type CreateRecordsAnswer,
  type RecordReceipt,
} from '../../shared/contract/intake-routes.ts';
import { limits } from '../../shared/contract/limits.ts';
import { recordListSchema, recordSchema } from '../../shared/contract/records.ts';
import { rations } from '../access/rations.ts';
import { anonymous, decision, TestApi, type SendOptions } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const json = { 'content-type': 'application/json' };

function send(body: object | string, options: SendOptions = {}): Promise<Response> {
  return api.send('POST', '/records/batch', {
    body,
    ...options,
    headers: { ...json, ...options.headers },
  });
}

async function answerOf(body: object | string, status: number, options: SendOptions = {}) {
  const response = await send(body, options);
  const text = await response.text();
  expect([response.status, response.status === status ? '' : text]).toEqual([status, '']);
  return createRecordsAnswerSchema.parse(JSON.parse(text));
}

const receiptsOf = ({ results }: CreateRecordsAnswer): RecordReceipt[] =>
  results.flatMap((each) => ('id' in each ? [each] : []));
const size = async () => (await api.read(chainSchema, '/chain')).size;
const numbered = (n: number, more: object = {}) => ({ ...decision, input: { n }, ...more });

/** The error of a batch that is refused as a whole; nothing of it is in the ledger. */
async function refused(body: object | string, status = 400, options: SendOptions = {}) {
  const before = await size();
  const response = await send(body, options);
  expect(response.status).toBe(status);
  expect(await size()).toBe(before);
  return recordsErrorSchema.parse(await response.json()).error;
}

describe('A batch', () => {
  test('has the golden answer for a good, a bad, a repeated and a changed decision', async () => {
    const a = { model_id: 'm', input: { age: 41 }, output: { decision: 'approve' } };
    const { output: _left, ...b } = a;
    const c = { ...a, output: { decision: 'refuse' } };
    const answer = await answerOf(
      {
        records: [
          { ...a, idempotency_key: 'k1' },
          b,
          { ...a, idempotency_key: 'k1' },
          { ...c, idempotency_key: 'k1' },
        ],
      },
      207,
    );
    const receipt = {
      id: expect.stringMatching(/^rec_[0-9A-Z]{26}$/),
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      previous_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      created_at: '2026-01-01T00:00:00.000Z',
    };
    expect(answer).toEqual({
      results: [
        { index: 0, status: 201, ...receipt },
        {
          index: 1,
          status: 400,
          error: {
            code: 'validation_error',
            message: 'The request is not valid: output.',
            details: [{ field: 'output', message: 'is required' }],
          },
        },
        { ...answer.results[0], index: 2, status: 200 },
        {
          index: 3,
          status: 409,
          error: {
            code: 'idempotency_key_reused',
            message: expect.stringContaining('came with a different request before'),
            details: [
              { field: 'idempotency_key', message: 'was used with a different request before' },
            ],
          },
        },
      ],
      created: 1,
      replayed: 1,
      refused: 2,
    });
    expect((await api.read(recordListSchema, '/records')).total).toBe(1);
  });

  test('of 1,000 with 2 bad ones leaves 998 at neighbouring places, both named with every field', async () => {
    const records = Array.from({ length: 1_000 }, (_, n): object => numbered(n));
    records[17] = { ...decision, input: [] };
    records[900] = { model_id: '', input: {}, output: {}, confidence: 2, color: 'red' };
    const answer = await answerOf({ records }, 207);
    expect(answer).toMatchObject({ created: 998, replayed: 0, refused: 2 });
    expect(answer.results.map(({ index }) => index)).toEqual(records.map((_, index) => index));
    expect(answer.results[17]).toMatchObject({
      status: 400,
      error: { details: [{ field: 'input', message: 'must be an object' }] },
    });
    expect(answer.results[900]).toMatchObject({
      error: {
        details: [
          { field: 'model_id' },
          { field: 'confidence', message: 'must be at most 1' },
          { field: 'color', message: 'is not a known member' },
        ],
      },
    });
    const receipts = receiptsOf(answer);
    expect(receipts.slice(1).map((each) => each.previous_hash)).toEqual(
      receipts.slice(0, -1).map(({ hash }) => hash),
    );
    const listed = await api.read(recordListSchema, '/records?order=asc&limit=500&offset=498');
    expect(listed.data.map(({ id }) => id)).toEqual(receipts.slice(498).map(({ id }) => id));
    expect(await size()).toBe(999);
  });

  test('is one transaction: the log of the database grows by one commit', async () => {
    await api.append();
    const wal = join(api.directory, 'proofdesk.db-wal');
    expect(existsSync(wal)).toBe(true);
    const before = commitsIn(wal);
    await answerOf({ records: Array.from({ length: 100 }, (_, n) => numbered(n)) }, 201);
    expect(commitsIn(wal) - before).toBe(1);
    expect(statSync(wal).size).toBeGreaterThan(0);
  });

  test('is one change, and none where nothing was appended', async () => {
    const records = [numbered(1, { idempotency_key: 'a' }), numbered(2, { idempotency_key: 'b' })];
    await answerOf({ records }, 201);
    expect(api.changes).toEqual(['records']);
    await answerOf({ records }, 201);
    await answerOf({ records: [{}] }, 207);
    expect(api.changes).toEqual(['records']);
  });

  test('appends in the order sent, and a receipt is what a GET tells', async () => {
    const answer = await answerOf({ records: [numbered(1), numbered(2), numbered(3)] }, 201);
    for (const [at, receipt] of receiptsOf(answer).entries()) {
      const record = await api.read(recordSchema, `/records/${receipt.id}`);
      expect(record).toMatchObject({
        input: { n: at + 1 },
        hash: receipt.hash,
        previous_hash: receipt.previous_hash,
        created_at: receipt.created_at,
      });
    }
  });

  test('in which all are refused is answered 207, and appends nothing', async () => {
    expect(await answerOf({ records: [{}, 1, null, 'x', [], true] }, 207)).toMatchObject({
      created: 0,
      refused: 6,
    });
    expect(await size()).toBe(1);
  });
});

/** Frames of a write-ahead log that end a transaction: their header has the size of the database. */
function commitsIn(path: string): number {
  const bytes = readFileSync(path);
  const page = bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + page <= bytes.length; at += 24 + page) {
    if (!bytes.subarray(at + 8, at + 16).equals(salts)) break;
    if (bytes.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

describe('Strict JSON', () => {
  const good = '{"model_id":"m","input":{},"output":{}}';
  const batch = (...elements: string[]) => `{"records":[${elements.join()}]}`;

  test.each([
    ['a name twice', '{"model_id":"m","input":{"a":1,"a":2},"output":{}}', 'input.a'],
    [
      'a name twice, escaped',
      '{"model_id":"m","model_i\\u0064":"n","input":{},"output":{}}',
      'model_id',
    ],
    ['a large integer', '{"model_id":"m","input":{"a":9007199254740993},"output":{}}', 'input.a'],
    ['a lone surrogate', '{"model_id":"m","input":{"a":"\\ud800"},"output":{}}', 'input'],
    [
      'deep nesting',
      `{"model_id":"m","input":{"a":${'['.repeat(200)}${']'.repeat(200)}},"output":{}}`,
      'input.a',
    ],
    [
      'a key twice',
      '{"idempotency_key":"a","idempotency_key":"b","model_id":"m","input":{},"output":{}}',
      'idempotency_key',
    ],
  ])('makes %s the fault of its element, and reads on', async (_what, element, field) => {
    const answer = await answerOf(batch(good, element, good), 207);
    expect(answer).toMatchObject({ created: 2, refused: 1 });
    const refusal = answer.results[1];
    if (refusal === undefined || !('error' in refusal)) throw new Error('It was not refused.');
    expect(refusal.status).toBe(400);
    expect(refusal.error.code).toBe('validation_error');
    expect(refusal.error.details[0]?.field.startsWith(field)).toBe(true);
  });

  test.each([
    ['"records" twice', `{"records":[${good}],"records":[${good}]}`],
    ['"records" twice, escaped', `{"records":[${good}],"rec\\u006frds":[${good}]}`],
    ['another member', `{"records":[${good}],"all":true}`],
    ['another member first', `{"all":{"records":[]},"records":[${good}]}`],
    ['another member alone', `{"record":[${good}]}`],
    ['no members', '{}'],
    ['a list', `[${good}]`],
    ['an object in place of the list', '{"records":{}}'],
    ['null', 'null'],
    ['none', '{"records":[]}'],
    ['1,001', batch(...Array.from({ length: 1_001 }, () => '{}'))],
  ])('refuses a body with %s as a whole', async (_what, body) => {
    const error = await refused(body);
    expect(error.code).toBe('validation_error');
    expect(error.details.length).toBeGreaterThan(0);
  });

  test.each([
    ['nothing', ''],
    ['a half', `{"records":[${good}`],
    ['an open element', `{"records":[${good},{]}`],
    ['no element behind a comma', `{"records":[${good},]}`],
    ['no comma', `{"records":[${good}${good}]}`],
    ['brackets that do not match', '{"records":[{"model_id":"m","input":{],"output":[}}]}'],
    ['an open string', '{"records":["]}'],
    ['an escaped end', '{"records":["\\"]}'],
    ['a word that is none', '{"records":[nul]}'],
    ['text behind it', `${batch(good)}x`],
    ['a second value', `${batch(good)}${batch(good)}`],
    ['a byte order mark', `\ufeff${batch(good)}`],
    ['a control character', '{"records":["\u0001"]}'],
  ])('refuses %s, which is not JSON', async (_what, body) => {
    const { code } = await refused(body);
    expect(['malformed_json', 'validation_error']).toContain(code);
  });

  test('takes white space and an escaped name of the list', async () => {
    const body = ` {\n"rec\\u006frds" : [ ${good} ,\t${good}\r] } `;
    expect(await answerOf(body, 201)).toMatchObject({ created: 2 });
  });

  test('takes brackets and quotes inside of strings', async () => {
    const element = JSON.stringify({ ...decision, input: { 'a"]},{': '\\"]}[{', b: '\\\\' } });
    expect(await answerOf(batch(element, element), 201)).toMatchObject({ created: 2 });
  });
});

describe('Limits of a batch', () => {
  test('an element above 4 MiB is refused by itself', async () => {
    const large = { ...decision, input: { text: 'x'.repeat(limits.bodyBytes) } };
    const answer = await answerOf({ records: [numbered(1), large, numbered(2)] }, 207);
    expect(answer).toMatchObject({ created: 2, refused: 1 });
    expect(answer.results[1]).toMatchObject({
      status: 413,
      error: { code: 'payload_too_large', details: [] },
    });
  });

  test('the body is refused above 16 MiB', async () => {
    const { code } = await refused(`{"records":[${' '.repeat(limits.batch.bytes)}]}`, 413);
    expect(code).toBe('payload_too_large');
  });

  test('an Idempotency-Key in the header is refused', async () => {
    const error = await refused({ records: [decision] }, 400, {
      headers: { 'idempotency-key': 'k' },
    });
    expect(error.details).toEqual([
      {
        field: 'Idempotency-Key',
        message: 'must not be sent with a batch: put a key on each record',
      },
    ]);
  });

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['no text', 7],
    ['null', null],
  ])('a key that is %s is a fault of its element', async (_what, key) => {
    const answer = await answerOf({ records: [numbered(1, { idempotency_key: key })] }, 207);
    expect(answer.results[0]).toMatchObject({
      status: 400,
      error: { details: [{ field: 'idempotency_key' }] },
    });
  });

  test('answers name so many faults and no more, one of each element in any case', async () => {
    const bad = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`m${n}`, 1]));
    const answer = await answerOf({ records: Array.from({ length: 20 }, () => bad) }, 207);
    const named = answer.results.map((each) => ('error' in each ? each.error.details.length : 0));
    expect(named.reduce((sum, each) => sum + each, 0)).toBeLessThan(limits.batch.faults + 20);
    expect(Math.min(...named)).toBeGreaterThan(0);
  });

  test('the fifth batch of a key that is under way is told to wait', async () => {
    const headers = { 'x-api-key': api.apiKey };
    const blocked = Array.from({ length: rations.batches.ofKey }, () => held());
    const pending = blocked.map(({ body }) => send('', { caller: anonymous, headers, body }));
    const fifth = await send({ records: [decision] }, { caller: anonymous, headers });
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '1']);
    for (const { finish } of blocked) finish(JSON.stringify({ records: [decision] }));
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await send({ records: [decision] }, { caller: anonymous, headers })).status).toBe(201);
  });

  test('without a key it is refused', async () => {
    expect((await send({ records: [decision] }, { caller: anonymous })).status).toBe(401);
  });
});

/** A body that comes when it is told to. */
function held() {
  let finish: (text: string) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      finish = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
    },
  });
  return { body, finish: (text: string) => finish(text) };
}

describe('Keys', () => {
  const keyed = (n: number, key = `k${n}`) => numbered(n, { idempotency_key: key });
  const one = (n: number, key: string) =>
    api.send('POST', '/records', { body: numbered(n), headers: { 'idempotency-key': key } });

  test('a batch may be sent again one by one, and the reverse', async () => {
    const [first] = receiptsOf(await answerOf({ records: [keyed(1)] }, 201));
    const again = await one(1, 'k1');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(recordSchema.parse(await again.json())).toMatchObject({
      id: first?.id,
      input: { n: 1 },
    });
    const second = recordSchema.parse(await (await one(2, 'k2')).json());
    const answer = await answerOf({ records: [keyed(2), keyed(3)] }, 201);
    expect(answer).toMatchObject({ created: 1, replayed: 1 });
    expect(answer.results[0]).toMatchObject({ status: 200, id: second.id, hash: second.hash });
    expect(await size()).toBe(4);
  });

  test('hold for years, and over a restart', async () => {
    const answer = await answerOf({ records: [keyed(1)] }, 201);
    api.now += 5 * 365 * 24 * 60 * 60 * 1000;
    await api.reopen();
    expect(receiptsOf(await answerOf({ records: [keyed(1)] }, 201))).toEqual(
      receiptsOf(answer).map((each) => ({ ...each, status: 200 })),
    );
    expect(await size()).toBe(2);
  });

  test('stand for the content, not for its bytes', async () => {
    await answerOf({ records: [keyed(1)] }, 201);
    const members = Object.entries(keyed(1)).toReversed();
    const turned = JSON.stringify(Object.fromEntries(members));
    expect(await answerOf(`{ "records" : [ ${turned} ] }`, 201)).toMatchObject({ replayed: 1 });
  });

  test('with other content are 409 for that one, and the others go in', async () => {
    await answerOf({ records: [keyed(1)] }, 201);
    const answer = await answerOf({ records: [keyed(2, 'k1'), keyed(3)] }, 207);
    expect(answer).toMatchObject({ created: 1, refused: 1 });
    expect(answer.results[0]).toMatchObject({
      status: 409,
      error: { code: 'idempotency_key_reused' },
    });
    expect(await size()).toBe(3);
  });

  test('of a refused decision may be used again', async () => {
    await answerOf({ records: [{ ...keyed(1), output: 1 }] }, 207);
    expect(await answerOf({ records: [keyed(1)] }, 201)).toMatchObject({ created: 1 });
  });
});

describe('The audit log', () => {
  test('has one event of a batch, with what became of its decisions', async () => {
    await api.close();
    api = await TestApi.open({ keepsAuditLog: true });
    const headers = { 'x-api-key': api.apiKey };
    const key = { idempotency_key: 'k' };
    const records = [numbered(1, key), numbered(1, key), {}];
    await answerOf({ records }, 207, { caller: anonymous, headers });
    await api.reopen();
    const { data } = await api.read(auditPageSchema, '/audit/events?operation_id=createRecords');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      status: 207,
      decisions: { created: 1, replayed: 1, refused: 1 },
    });
  });
});
