/** Whatever the policy, the grant and the filter: every data route answers of the viewed rows, and what is withheld is nowhere. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { evidenceSchema } from '../../shared/contract/evidence.ts';
import { grantSchema } from '../../shared/contract/grants.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { policySchema } from '../../shared/contract/policies.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { DatasetsStore, keyOf } from '../datasets/datasets-store.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { isInsideOne } from '../../shared/policies/addresses.ts';
import { View } from '../policies/view.ts';
import { isWhole, rounds } from '../testing/rounds.ts';
import { SessionsStore } from './sessions-store.ts';
import { keyOfSession } from './session-views.ts';
import { appendRows, openPolicy, publish } from './testing/clinical.ts';

const seed = 20_261_127;
const filtersOfView = 10;
const views = rounds({ usual: 3, all: 500 });
const timeout = isWhole ? 7_200_000 : 120_000;
const addresses = ['a', 'b', 'b.c', 'b.d', 'e', 'f'] as const;

const scalar = fc.constantFrom<JsonValue>(null, true, 0, 1, 2, 'a', 'b', 'ab', '2020-02-03');
const row = fc.record<JsonObject>(
  {
    a: scalar,
    b: fc.record({ c: scalar, d: scalar }, { requiredKeys: [] }),
    e: fc.array(scalar, { maxLength: 3 }),
    f: scalar,
  },
  { requiredKeys: [] },
);
const rule = fc.constantFrom<JsonObject>(
  { method: 'clear' },
  { method: 'clear' },
  { method: 'withheld' },
  { method: 'statistics' },
  { method: 'hash' },
  { method: 'date_shift' },
  { method: 'noise', scale: 1, step: 0.5 },
  { method: 'mask', keep_first: 1 },
  { method: 'generalize', bucket_size: 2 },
  { method: 'replace', value: 'a' },
  { method: 'redact' },
);
const fields = fc
  .array(fc.tuple(fc.constantFrom(...addresses), rule), { maxLength: 5 })
  .map((entries) => {
    const rules = new Map<string, JsonObject>(entries);
    return Object.fromEntries([...rules].filter(([each]) => !isInsideOne(each, rules)));
  });
const policy = fc.record({
  fields,
  unlisted: fc.constantFrom('clear', 'withheld'),
  record_ids: fc.constantFrom('kept', 'per_grant'),
  entity: fc.option(fc.constantFrom(...addresses), { nil: null }),
});
const granted = fc.option(fc.uniqueArray(fc.constantFrom(...addresses), { minLength: 1 }), {
  nil: undefined,
});
const condition = fc.oneof(
  scalar,
  fc.record({ $ne: scalar }),
  fc.record({ $gte: fc.constantFrom(0, 1, 'a') }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $regex: fc.constantFrom('^a', 'b$', 'h') }),
);
const leaf = fc
  .tuple(fc.constantFrom(...addresses), condition)
  .map(([path, value]): JsonObject => ({ [path]: value }));
const filter = fc.oneof(
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map((each): JsonObject => ({ $or: each })),
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map((each): JsonObject => ({ $and: each })),
  leaf.map((each): JsonObject => ({ $nor: [each] })),
);
const one = fc.record({
  // Every address is there, so that a policy may name it.
  rows: fc
    .array(row, { minLength: 1, maxLength: 8 })
    .map((all) => [{ a: 1, b: { c: 'x', d: 2 }, e: ['a'], f: null }, ...all]),
  policy,
  granted,
  filters: fc.array(filter, { minLength: filtersOfView, maxLength: filtersOfView }),
});
type One = typeof one extends fc.Arbitrary<infer Value> ? Value : never;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ sessionLimits: { rate: { limit: 1_000_000, periodMs: 60_000 } } });
});
afterAll(() => api.close());

let made = 0;

/** Makes a dataset with its rows and its policy. */
async function makeDataset(rows: readonly JsonObject[], of: object): Promise<string> {
  made += 1;
  const id = `ds_${made}`;
  const body = { dataset_id: id, name: id, holder_id: 'mayo' };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  const numbered = rows.map((each, index) => ({ record_id: `rec_${index}`, ...each }));
  await appendRows(api, id, numbered);
  await publish(api, id, { ...openPolicy, ...of });
  return id;
}

/** Asks for these fields and grants them; what is withheld of them is left out. Undefined where nothing is left. */
async function grant(dataset: string, asked: readonly string[]): Promise<string | undefined> {
  const body = {
    dataset_id: dataset,
    purpose: 'x',
    operations: ['read', 'filter', 'aggregate', 'transform'],
    ends_at: '2026-06-01T00:00:00Z',
    budget: { amount: 100_000, currency: 'USD' },
    expected: { rows: 1, hours: 1, operations: 1 },
  };
  for (const field of asked) {
    const response = await api.send('POST', '/grants', { body: { ...body, fields: [field] } });
    if (response.status !== 201) continue;
    const { grant_id: id } = grantSchema.parse(await response.json());
    const answered = await api.send('POST', `/grants/${id}/answer`, {
      body: { decision: 'grant', policy_version: 1 },
    });
    expect(answered.status).toBe(200);
    return id;
  }
  return undefined;
}

async function open(dataset: string, grantId?: string): Promise<string> {
  const body = {
    dataset_id: dataset,
    purpose: 'x',
    ...(grantId !== undefined && { grant_id: grantId }),
  };
  const response = await api.send('POST', '/sessions', { body });
  const { session_id: id }: { session_id: string } = JSON.parse(await response.text());
  return id;
}

/** The view of a session, made of what the ledger has of it. */
function viewOf(session: string, of: object): { view: View; dataset: number } {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  try {
    const stored = new SessionsStore(database).find(session);
    const dataset = stored && new DatasetsStore(database).findByNumber(stored.dataset);
    if (stored === undefined || dataset === undefined) throw new Error('There is no session.');
    const keys = { grant: keyOfSession(stored, dataset), dataset: keyOf(dataset) };
    const view = new View({
      policy: policySchema.parse({ ...openPolicy, ...of }),
      kind: 'rows',
      fields: stored.grant?.fields ?? undefined,
      keys,
      dataset: dataset.number,
    });
    return { view, dataset: dataset.number };
  } finally {
    database.close();
  }
}

/** What a call answers: its JSON, or the refusal. */
async function answerOf(method: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(method, path, body === undefined ? {} : { body });
  const answer: unknown = JSON.parse(await response.text());
  return response.status === 200 ? answer : response.status;
}

const jsonObject = z.custom<JsonObject>(isJsonObject);
const groupsSchema = z.object({
  results: z.array(z.object({ _id: z.custom<JsonValue>(), n: z.number() })),
});
const transformedSchema = z.object({ transformed_records: z.array(jsonObject) });
const idOf = (row: JsonObject): string => z.string().parse(row['record_id']);

/** The rows of a stream, or the refusal. */
const batchOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'batch' in answer ? answer.batch : answer;

async function check({ rows, policy: of, granted: asked, filters }: One): Promise<void> {
  const dataset = await makeDataset(rows, of);
  const session = await open(dataset, asked && (await grant(dataset, asked)));
  const { view } = viewOf(session, of);
  const seen = rows.map((each, index) =>
    jsonObject.parse(
      JSON.parse(
        JSON.stringify(
          view.row({ seq: index + 1, document: { record_id: `rec_${index}`, ...each } }),
        ),
      ),
    ),
  );
  const path = `/sessions/${session}`;
  for (const asking of filters) {
    const parsed = parseFilter(asking);
    const isRefused = filterPaths(parsed).some((each) => view.stateOf(each) === 'withheld');
    const found = seen.filter(evaluator(parsed));
    const query = encodeURIComponent(JSON.stringify(asking));
    const answers = {
      stream: batchOf(await answerOf('GET', `${path}/stream?filter=${query}`)),
      filter: await answerOf('POST', `${path}/filter`, { filter: asking, sort: { record_id: 1 } }),
      count: await answerOf('POST', `${path}/count`, { filter: asking }),
      aggregate: await answerOf('POST', `${path}/aggregate`, { pipeline: [{ match: asking }] }),
      grouped: await answerOf('POST', `${path}/aggregate`, {
        pipeline: [{ match: asking }, { count: 'n' }],
      }),
    };
    const byId = found.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    const expected = isRefused
      ? { stream: 400, filter: 400, count: 400, aggregate: 400, grouped: 400 }
      : {
          stream: found,
          filter: { records: byId, record_count: found.length, has_more: false },
          count: { count: found.length, total: rows.length },
          aggregate: { results: found, result_count: found.length, has_more: false },
          grouped: { results: [{ n: found.length }], result_count: 1, has_more: false },
        };
    expect({ asking, of, answers }).toEqual({ asking, of, answers: expected });
  }
  await checkExport(session, { filter: filters[0] ?? {}, view, seen });
  await checkRows(path, view, seen);
}

/** The rows of an export in their order, as lines of a file; the code of a refusal where the filter is refused. */
async function checkExport(
  session: string,
  asked: { readonly filter: JsonObject; readonly view: View; readonly seen: readonly JsonObject[] },
): Promise<void> {
  const { filter: asking, view, seen } = asked;
  const parsed = parseFilter(asking);
  const isRefused = filterPaths(parsed).some((each) => view.stateOf(each) === 'withheld');
  const source = {
    operation: 'streamSession',
    parameters: { session_id: session },
    query: { filter: JSON.stringify(asking) },
  };
  const body = { title: 'Rows', format: 'jsonl', columns: [], source };
  const job = await api.finished(await api.send('POST', '/exports', { body }));
  if (isRefused) {
    expect([job.status, job.error?.type]).toEqual(['failed', 'validation_error']);
    return;
  }
  const file = await api.send('GET', `/exports/${job.job_id}/file`);
  const lines = (await file.text()).split('\n').filter((line) => line !== '');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(seen.filter(evaluator(parsed)));
}

/** Single rows, groups and transformations of the viewed rows. */
async function checkRows(path: string, view: View, seen: readonly JsonObject[]): Promise<void> {
  const ids = seen.map(idOf);
  expect(await answerOf('GET', `${path}/records/${ids[0]}`)).toEqual(seen[0]);
  for (const address of addresses) {
    const pipeline = [{ group: { _id: `$${address}`, n: { count: {} } } }];
    const grouped = await answerOf('POST', `${path}/aggregate`, { pipeline });
    if (view.stateOf(address) === 'withheld') {
      expect(grouped).toBe(400);
      continue;
    }
    const { results } = groupsSchema.parse(grouped);
    const counts = results.map(({ _id, n }) => [JSON.stringify(_id), n] as const);
    expect(counts.reduce((sum, [, n]) => sum + n, 0)).toBe(seen.length);
    const values = new Set(seen.map((each) => JSON.stringify(valueAt(each, address) ?? null)));
    expect(new Set(counts.map(([value]) => value))).toEqual(values);
    const done = await answerOf('POST', `${path}/transform`, {
      record_ids: ids,
      transformation: 'redact',
      parameters: { fields: [address] },
    });
    if (done === 400) continue;
    const { transformed_records: after } = transformedSchema.parse(done);
    const without = (each: JsonObject) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => name !== address.split('.')[0]));
    expect(after.map(without)).toEqual(seen.map(without));
  }
}

function valueAt(document: JsonObject, address: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const name of address.split('.')) {
    value =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value[name]
        : undefined;
  }
  return value;
}

test('Every data route answers of the viewed rows', { timeout }, async () => {
  expect.hasAssertions();
  for (const each of fc.sample(one, { seed, numRuns: views })) await check(each);
});

describe('A withheld value', () => {
  const marked = Array.from({ length: 200 }, (_, index) => `MARK-${index}-END`);
  const marks = (text: string) => /MARK-\d+-END/.exec(text)?.[0];

  test('is in no body, header, error, evidence or export', { timeout }, async () => {
    const rows = marked.map((mark, index) => ({
      n: index,
      name: mark,
      in: { note: mark, more: [mark, { deep: mark }] },
      code: mark,
    }));
    const dataset = await makeDataset(rows, {
      unlisted: 'withheld',
      fields: { n: { method: 'clear' }, code: { method: 'hash' } },
    });
    const path = `/sessions/${await open(dataset)}`;
    const told: string[] = [];
    const call = async (method: string, to: string, body?: object) => {
      const response = await api.send(method, to, body === undefined ? {} : { body });
      const text = await response.text();
      told.push(`${text} ${JSON.stringify([...response.headers])}`);
      return text;
    };
    const paths = ['name', 'in', 'in.note', 'in.more.deep', 'code', 'n', 'in.more'];
    for (const [index, mark] of marked.slice(0, rounds({ usual: 20, all: 200 })).entries()) {
      const at = paths[index % paths.length] ?? '';
      // What is asked for is not what is found: a mark in a question would come back in its refusal.
      const asking = { [at]: { $regex: `^MARK-${index}`.slice(0, 5 + (index % 3)) } };
      const ids = [`rec_${index}`];
      await call(
        'GET',
        `${path}/stream?batch_size=100&filter=${encodeURIComponent(JSON.stringify(asking))}`,
      );
      await call('GET', `${path}/stream?batch_size=100&sort=${at}`);
      await call('POST', `${path}/filter`, { filter: asking, fields: [at] });
      await call('POST', `${path}/explain`, { filter: asking });
      await call('POST', `${path}/aggregate`, {
        pipeline: [{ group: { _id: `$${at}`, least: { $min: `$${at}` } } }],
      });
      await call('POST', `${path}/aggregate`, { pipeline: [{ unwind: `$${at}` }] });
      await call('GET', `${path}/records/rec_${index}`);
      for (const below of ['/transform', '/transform/preview']) {
        await call('POST', path + below, {
          record_ids: ids,
          transformation: 'mask',
          parameters: { fields: [at], keep_first: 3 },
        });
      }
      await call('POST', `${path}/operations`, { operation_type: 'TRAIN', records: ids });
      expect([mark, marks(told.splice(0).join('\n'))]).toEqual([mark, undefined]);
    }
    const evidence: { data: { evidence_id: string }[] } = JSON.parse(
      await call('GET', `${path}/evidence?limit=100`),
    );
    for (const { evidence_id: id } of evidence.data) {
      evidenceSchema.parse(JSON.parse(await call('GET', `/evidence/${id}`)));
      await call('GET', `/evidence/${id}/salts`);
      await call('GET', `/evidence/${id}/lineage`);
    }
    await call('GET', `${path}/activity`);
    await call('GET', '/chain/entries?limit=500');
    expect(marks([...told, ...api.logged].join('\n'))).toBeUndefined();
  });
});
