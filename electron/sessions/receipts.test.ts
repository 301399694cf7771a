/**
 * Receipts of accesses: what was delivered is what they prove, also to readers that are none of ours.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { receiptPageSchema, receiptSchema } from '../../shared/contract/receipts.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { createRandomSource } from '../demo/random-source.ts';
import { publicKeyPem } from '../ledger/ledger-key.ts';
import { tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { rounds } from '../testing/rounds.ts';
import { clinicalRow, makeDataset, openSession, refusalOf } from './testing/clinical.ts';

const files = temporaryFolder();
const random = createRandomSource(2_026, 21);
const auditorPath = join(import.meta.dirname, '..', '..', 'docs', 'auditor.py');
const hasTools = ['python3', 'openssl'].every(
  (tool) => spawnSync(tool, ['version']).error === undefined,
);
const reader = join(import.meta.dirname, 'testing', 'receipt_reader.py');
let api: TestApi;
let dataset = '';
let session = '';
let vkey = '';

/** An access with what it delivered. */
interface Given {
  readonly n: number;
  readonly header: string;
  readonly rows: readonly JsonObject[];
}

const rowsSchema = z.array(z.record(z.string(), z.json()));
const answerSchema = z.union([
  z.object({ batch: rowsSchema }).transform(({ batch }) => batch),
  z.object({ records: rowsSchema }).transform(({ records }) => records),
  z.object({ transformed_records: rowsSchema }).transform((each) => each.transformed_records),
  z
    .object({ before: rowsSchema, after: rowsSchema })
    .transform((each) => [...each.before, ...each.after]),
  z.object({ results: rowsSchema }).transform(({ results }) => results),
  z
    .object({ record_id: z.string() })
    .loose()
    .transform((row) => [row]),
  z
    .object({})
    .loose()
    .transform(() => []),
]);

async function access(method: string, path: string, options: SendOptions = {}): Promise<Given> {
  const response = await api.send(method, `/sessions/${session}${path}`, options);
  const text = await response.text();
  expect([path, response.status, response.status === 200 ? '' : text]).toEqual([path, 200, '']);
  const header = response.headers.get('proofdesk-receipt') ?? '';
  const n = Number(/^n=(\d+);/.exec(header)?.[1] ?? 0);
  const rows = z.array(z.custom<JsonObject>()).parse(answerSchema.parse(JSON.parse(text)));
  return { n, header, rows };
}

const post = (path: string, body: object, headers?: Record<string, string>) =>
  access('POST', path, { body, ...(headers && { headers }) });

/** Ids of rows as the session knows them. */
let ids: string[] = [];

/** One access of any kind. */
function anyAccess(): Promise<Given> {
  const some = Array.from({ length: random.integer(1, 5) }, () => random.pick(ids));
  const filter = { age: { $gte: random.integer(20, 80) } };
  const redact = { transformation: 'redact', parameters: { fields: ['diagnosis'] } };
  switch (random.integer(0, 7)) {
    case 0:
      return access('GET', `/stream?batch_size=${random.integer(1, 20)}&sort=-age`);
    case 1:
      return access('GET', `/records/${random.pick(ids)}`);
    case 2:
      return post('/filter', { filter, limit: 7, fields: ['record_id', 'age'] });
    case 3:
      return post('/count', { filter });
    case 4:
      return post('/aggregate', {
        pipeline: [{ match: filter }, { group: { _id: '$diagnosis', n: { count: {} } } }],
      });
    case 5:
      return post('/transform', { record_ids: [...new Set(some)], ...redact });
    case 6:
      return post('/transform/preview', { record_ids: [...new Set(some)], ...redact });
    default:
      return post('/operations', { operation_type: 'TRAIN', records: [random.pick(ids)] });
  }
}

beforeAll(async () => {
  api = await TestApi.open();
  const rows = Array.from({ length: 60 }, (_, index) => clinicalRow(index + 1));
  dataset = await makeDataset(api, rows, {
    policy: { record_ids: 'per_grant', fields: { patient_id: { method: 'hash' } } },
  });
  ({ session_id: session } = await openSession(api, dataset));
  ({ vkey } = await api.read(z.object({ vkey: z.string() }), '/chain'));
});
afterAll(async () => {
  await api.close();
  files.remove();
});

const receiptOf = (n: number) => api.read(receiptSchema, `/sessions/${session}/receipts/${n}`);

describe('What was delivered', () => {
  const given: Given[] = [];
  const lines: { header: string; rows: readonly JsonObject[]; answer: object }[] = [];

  /** What a reader finds wrong. */
  const read = (told: readonly object[], name: string): string => {
    const [file, pem] = [join(files.path, name), join(files.path, 'key.pem')];
    writeFileSync(file, told.map((each) => `${JSON.stringify(each)}\n`).join(''));
    writeFileSync(pem, publicKeyPem(vkey));
    const { stdout, stderr } = spawnSync('python3', [reader, pem, file], { encoding: 'utf8' });
    return stderr + stdout;
  };
  const audited = (told: readonly object[], name: string) => {
    const file = join(files.path, name);
    writeFileSync(file, told.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const command = [auditorPath, 'receipts', file, '--vkey', vkey];
    const { status, stdout } = spawnSync('python3', command, { encoding: 'utf8' });
    return { status, stdout };
  };

  beforeAll(async () => {
    const first = await access('GET', '/stream?batch_size=60');
    ids = first.rows.flatMap(({ record_id: id }) => (typeof id === 'string' ? [id] : []));
    given.push(first);
    const half = rounds({ usual: 5, all: 100 });
    for (let count = 0; count < half; count += 1) given.push(await anyAccess());
    // The chain goes on after a restart.
    await api.reopen();
    for (let count = 0; count < half; count += 1) given.push(await anyAccess());
    await api.finished(await api.send('POST', '/chain/verifications'));
    for (const { n, header, rows } of given)
      lines.push({ header, rows, answer: await receiptOf(n) });
  }, 120_000);

  test('has receipts that follow one another', async () => {
    expect(given.map(({ n }) => n)).toEqual(given.map((_, index) => index + 1));
    const page = await api.read(receiptPageSchema, `/sessions/${session}/receipts?limit=5`);
    expect(page.data.map(({ n }) => n)).toEqual(
      given
        .map(({ n }) => n)
        .slice(-5)
        .toReversed(),
    );
    const [first] = (
      await api.read(receiptPageSchema, `/sessions/${session}/receipts?limit=100`)
    ).data.slice(-1);
    expect(first).toMatchObject({ n: 1, kind: 'read', rows: 60, currency: 'USD' });
    expect(first?.fields).toContain('lab_results.glucose');
    expect(first?.cost).toBeGreaterThan(0);
  });

  test('is what they prove, by full verification', async () => {
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(verificationSchema.parse(job.result)).toMatchObject({ findings_total: 0 });
  });

  describe.runIf(hasTools)('read with Python and openssl alone', () => {
    test('is what they prove, and what the auditor’s program finds', () => {
      expect(read(lines, 'whole')).toBe('');
      expect(audited(lines, 'audited')).toMatchObject({ status: 0 });
    });

    const several = () => lines.findIndex(({ rows }) => rows.length > 2);
    test.each<[string, (rows: readonly JsonObject[]) => readonly JsonObject[]]>([
      ['altered', ([first, ...rest]) => [{ ...first, age: 1 }, ...rest]],
      ['left out', (rows) => rows.slice(1)],
      ['exchanged', ([first = {}, second = {}, ...rest]) => [second, first, ...rest]],
    ])('a row that was %s is found', (name, change) => {
      const at = several();
      const told = lines.map((each, index) =>
        index === at ? { ...each, rows: change(each.rows) } : each,
      );
      expect(read(told, name)).toBe(`${at + 1} rows\n`);
      const { status, stdout } = audited(told, name);
      expect([status, stdout.includes('does not prove these rows')]).toEqual([1, true]);
    });

    test('a receipt that was left out is found', () => {
      const told = lines.toSpliced(3, 1);
      expect(read(told, 'gap')).toBe('5 chain\n');
      expect(audited(told, 'gap').status).toBe(1);
    });
  });

  test('stays as it was sealed: each altered cell is found', async () => {
    const path = join(files.newDirectory(), 'proofdesk.db');
    copyFileSync(join(api.directory, 'proofdesk.db'), path);
    for (const [column, value] of [
      ['rows', "x'0102'"],
      ['head', 'randomblob(32)'],
      ['root', 'randomblob(32)'],
      ['request', `'{"operation":"countSession"}'`],
    ] as const) {
      const copy = join(files.newDirectory(), 'proofdesk.db');
      copyFileSync(path, copy);
      tamper(copy, (database) =>
        database.exec(`UPDATE session_usage SET ${column} = ${value} WHERE number = 4`),
      );
      const { findings } = await verifyFile(copy);
      const named = column === 'rows' ? 'rows' : 'head';
      expect(findings.map((each) => [each.table, each.column])).toContainEqual([
        'session_usage',
        named,
      ]);
    }
  });
});

describe('A receipt', () => {
  test('is one for a request that is repeated, whose rows are kept nowhere', async () => {
    const body = {
      record_ids: ids.slice(0, 2),
      transformation: 'mask',
      parameters: { fields: ['diagnosis'], keep_first: 1 },
    };
    const key = { 'idempotency-key': 'again' };
    const first = await post('/transform', body, key);
    const again = await post('/transform', body, key);
    expect(again).toEqual(first);
    const response = await api.send('POST', `/sessions/${session}/transform`, {
      body,
      headers: key,
    });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    // Under a tighter policy it is not given again.
    const other = await makeDataset(api, [{ record_id: 'rec_1', name: 'x', age: 1 }]);
    const { session_id: id } = await openSession(api, other);
    const send = () =>
      api.send('POST', `/sessions/${id}/filter`, { body: { filter: {} }, headers: key });
    expect((await send()).status).toBe(200);
    const tight = {
      access: 'open',
      unlisted: 'clear',
      record_ids: 'kept',
      fields: { name: { method: 'withheld' } },
    };
    const put = { body: { policy: tight, based_on: 1 } };
    expect((await api.send('PUT', `/datasets/${other}/policy`, put)).status).toBe(200);
    expect(await refusalOf(await send())).toBe('409 policy_changed');
  });

  test('is numbered in turn, whoever comes at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () => access('GET', '/stream?batch_size=2')),
    );
    const numbers = all.map(({ n }) => n).toSorted((one, other) => one - other);
    expect(new Set(numbers).size).toBe(10);
    expect(numbers.at(-1)).toBe((numbers[0] ?? 0) + 9);
  });

  test('tells salts to who sees the rows, and to nobody else', async () => {
    const keyOf = async (body: object) => {
      const made = await api.send('POST', '/api-keys', { body: { name: 'x', ...body } });
      return createdApiKeySchema.parse(await made.json()).key ?? '';
    };
    const as = async (body: object) => {
      const headers = { 'x-api-key': await keyOf(body) };
      return api.send('GET', `/sessions/${session}/receipts/1`, { caller: anonymous, headers });
    };
    const holder = receiptSchema.parse(
      await (await as({ role: 'data_holder', holder_id: 'holder_mayo' })).json(),
    );
    expect(holder.salts).toHaveLength(60);
    const compliance = receiptSchema.parse(await (await as({ role: 'compliance' })).json());
    expect(compliance.salts).toBeUndefined();
    expect((await as({ role: 'data_holder', holder_id: 'other' })).status).toBe(404);
  });

  test.each(['0', '999', 'x', '1.0'])('%s is not there', async (n) => {
    expect(await refusalOf(await api.send('GET', `/sessions/${session}/receipts/${n}`))).toBe(
      '404 not_found',
    );
  });

  test('is sealed once its session is over', async () => {
    await access('GET', '/stream?batch_size=1');
    const [last] = (await api.read(receiptPageSchema, `/sessions/${session}/receipts?limit=1`))
      .data;
    expect((await receiptOf(last?.n ?? 0)).anchor).toBeNull();
    await api.send('POST', `/sessions/${session}/close`, { body: {} });
    expect((await receiptOf(last?.n ?? 0)).anchor).not.toBeNull();
  });
});
