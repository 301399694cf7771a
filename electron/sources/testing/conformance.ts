/** What holds of every source alike: the same cases over the same rows, wherever they are. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import {
  sessionSchema,
  streamBatchSchema,
  type SqlDialect,
} from '../../../shared/contract/sessions.ts';
import { parsePipeline } from '../../aggregation/parse-pipeline.ts';
import { runStages } from '../../aggregation/run-stages.ts';
import { TestApi, type TestApiOptions } from '../../api/test-api.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import { parseRowFilter } from '../../filters/parse-filter.ts';
import { firstRows, parseSort } from '../../filters/sort-rows.ts';
import { goldenFilters, goldenPipelines } from './golden-cases.ts';
import { oneIn } from '../../testing/rounds.ts';

/** One source, as far as the cases know it. */
export interface ConformingSource {
  readonly name: 'embedded' | 'files' | 'postgres';
  /** The SQL that filters become there. */
  readonly dialect: SqlDialect;
  /** Before all cases. */
  start(): Promise<void>;
  /** What the interface needs to reach it. */
  options(): TestApiOptions;
  /** Puts the rows where they are; before each case. */
  fill(rows: readonly JsonObject[]): Promise<void>;
  /** Puts the rows of the golden examples there instead. */
  fillGolden(): Promise<void>;
  /** Makes the dataset `ds_rows` of them, with a policy. */
  make(api: TestApi, policy: object): Promise<void>;
  /** Adds rows while a session reads. */
  grow(api: TestApi, rows: readonly JsonObject[]): Promise<void>;
  end(): Promise<void>;
}

const rowCount = 230;

const textOf = (value: unknown) => z.string().parse(value);

/** Rows without ids: names, numbers, days, lists, and members that are missing. */
function rowAt(n: number): JsonObject {
  const row: JsonObject = { n, patient: `p${n % 60}`, score: n / 4 - 20, smoker: n % 3 === 0 };
  if (n % 5 !== 0) row['ward'] = ['north', 'south', 'é'][n % 3] ?? 'north';
  if (n % 4 !== 3) row['codes'] = [['I10', 'E11'], [], ['E11']][n % 3] ?? [];
  row['seen'] = `2024-01-${String((n % 28) + 1).padStart(2, '0')}`;
  return row;
}

/** The rows of the cases. */
export const conformingRows: readonly JsonObject[] = Array.from({ length: rowCount }, (_, n) =>
  rowAt(n),
);
const moreRows = Array.from({ length: 20 }, (_, n) => rowAt(rowCount + n));
const openPolicy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };

const filters: readonly JsonObject[] = oneIn<JsonObject>(4, [
  {},
  { n: { $gte: 10, $lt: 40 } },
  { ward: 'north' },
  { ward: null },
  { ward: { $exists: false } },
  { ward: { $type: 'null' } },
  { codes: 'E11' },
  { codes: { $size: 0 } },
  { codes: { $all: ['I10', 'E11'] } },
  { codes: { $elemMatch: { $regex: '^E' } } },
  { 'codes.0': 'E11' },
  { codes: ['I10', 'E11'] },
  { smoker: true, score: { $gt: 0 } },
  { $or: [{ ward: { $in: ['south', 'é'] } }, { n: { $mod: [7, 1] } }] },
  { $nor: [{ codes: 'I10' }, { smoker: { $ne: true } }] },
  { patient: { $regex: '^P1', $options: 'i' } },
  { seen: { $gte: '2024-01-2', $lte: '2024-01-25' } },
  { seen: { $gte: { $date: '2024-01-20' } } },
  { n: { $bitsAllSet: 5 } },
  { $expr: { $gt: ['$score', { $multiply: ['$n', 0.2] }] } },
  { nothing: { $exists: false } },
  { score: { $type: 'double' } },
]);

const sorts: readonly JsonObject[] = oneIn<JsonObject>(3, [
  { score: -1 },
  { ward: 1, n: -1 },
  { smoker: -1, seen: 1 },
  { codes: 1 },
  { nothing: 1, patient: -1 },
]);

const pipelines: readonly JsonValue[][] = oneIn<JsonValue[]>(3, [
  [
    {
      $group: { _id: '$ward', n: { $count: {} }, mean: { $avg: '$score' }, top: { $max: '$seen' } },
    },
  ],
  [
    { $unwind: '$codes' },
    { $group: { _id: '$codes', n: { $sum: 1 } } },
    { $sort: { n: -1, _id: 1 } },
  ],
  [
    { $match: { smoker: true } },
    { $group: { _id: null, sum: { $sum: '$n' }, low: { $min: '$score' } } },
  ],
  [
    { $group: { _id: { w: '$ward', s: '$smoker' }, dev: { $stdDevSamp: '$score' } } },
    { $sort: { _id: 1 } },
  ],
  [{ $match: { codes: 'E11' } }, { $count: 'n' }],
  [{ $sort: { score: -1, n: 1 } }, { $skip: 3 }, { $limit: 4 }, { $project: { record_id: 0 } }],
  [
    { $addFields: { tens: { $floor: { $divide: ['$n', 10] } } } },
    { $group: { _id: '$tens', n: { $count: {} } } },
    { $limit: 5 },
  ],
  [
    {
      $bucket: {
        groupBy: '$n',
        boundaries: [0, 50, 100],
        default: 'more',
        output: { n: { $count: {} } },
      },
    },
  ],
  [{ $facet: { wards: [{ $sortByCount: '$ward' }], all: [{ $count: 'n' }] } }],
  [
    {
      $group: {
        _id: '$smoker',
        half: { $percentile: { input: '$score', p: [0.5], method: 'approximate' } },
      },
    },
  ],
]);

/** A row without the id that its source gave it, and numbers to twelve digits. */
function plain(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value), (name, each: JsonValue) => {
    if (name === 'record_id') return undefined;
    return typeof each === 'number' ? Number(each.toPrecision(12)) : each;
  });
}

function matching(filter: JsonValue): readonly JsonObject[] {
  const test = evaluator(parseRowFilter(filter));
  return conformingRows.filter((row) => test(row));
}

/** Sums of doubles and orders within equal ones aside, results are the same. */
function expectedResults(pipeline: readonly JsonValue[]): JsonObject[] {
  const rows = conformingRows.map((document, at) => ({ document, origin: at + 1 }));
  return [...runStages(rows, parsePipeline([...pipeline]), { limit: 1_000 })].map(
    ({ document }) => document,
  );
}

/** Runs every case over a source. */
export function conformance(source: ConformingSource): void {
  describe.each([source])('$name', () => {
    let api: TestApi;
    beforeAll(() => source.start(), 60_000);
    afterAll(() => source.end());

    const body = (path: string, sent: object) => api.send('POST', path, { body: sent });
    async function post(path: string, sent: object): Promise<JsonObject> {
      const response = await body(path, sent);
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${path} ${response.status} ${JSON.stringify(answer)}`);
      return jsonObjectSchema.parse(answer);
    }
    async function openSession(policy: object = openPolicy): Promise<string> {
      await source.make(api, policy);
      const made = await post('/sessions', { dataset_id: 'ds_rows', purpose: 'Research' });
      return sessionSchema.parse(made).session_id;
    }
    const stream = (id: string, query: string) =>
      api.read(streamBatchSchema, `/sessions/${id}/stream?${query}`);
    async function allPages(
      id: string,
      query: string,
      grow?: () => Promise<void>,
    ): Promise<JsonObject[]> {
      const rows: JsonObject[] = [];
      for (let cursor = ''; ;) {
        const batch = await stream(id, `batch_size=40${query}${cursor}`);
        rows.push(...batch.batch);
        if (rows.length === 80) await grow?.();
        if (batch.next_cursor === undefined) return rows;
        cursor = `&cursor=${batch.next_cursor}`;
      }
    }
    async function used(id: string): Promise<number> {
      const { usage } = await api.read(sessionSchema, `/sessions/${id}?include=usage`);
      return usage?.total_operations ?? -1;
    }

    describe('rows', () => {
      beforeEach(async () => {
        await source.fill(conformingRows);
        api = await TestApi.open(source.options());
      });
      afterEach(() => api.close());

      it('filters as the evaluator, and counts what it finds', async () => {
        const id = await openSession();
        for (const filter of filters) {
          const expected = matching(filter).map(plain);
          const { records } = await post(`/sessions/${id}/filter`, { filter, limit: 1_000 });
          expect({ filter, records: plain(records ?? null) }).toEqual({
            filter,
            records: expected,
          });
          const { count } = await post(`/sessions/${id}/count`, { filter });
          expect({ filter, count }).toEqual({ filter, count: expected.length });
        }
      });

      it('tells the SQL that a filter becomes, its engine, and whether it says all', async () => {
        const id = await openSession();
        const told = await post(`/sessions/${id}/explain`, { filter: { n: { $lt: 5 } } });
        expect(told).toMatchObject({
          dialect: source.dialect,
          mode: 'sql',
          exact: true,
          sql: expect.stringMatching(/<|BETWEEN/),
          reasons: [],
        });
      });

      it('sorts by fields of every type, through all pages each row once', async () => {
        const id = await openSession();
        const sorted = (sort: JsonValue) => {
          const rows = conformingRows.map((document, at) => ({ seq: at + 1, document }));
          const found = firstRows(rows, parseSort(sort), { limit: rows.length });
          return found.map(({ row }) => plain(row.document));
        };
        for (const sort of sorts) {
          const { records } = await post(`/sessions/${id}/filter`, {
            filter: {},
            sort,
            limit: 1_000,
          });
          expect({ sort, rows: plain(records ?? null) }).toEqual({ sort, rows: sorted(sort) });
        }
        for (const sort of oneIn(3, ['-score', 'ward', 'codes'])) {
          const found = await allPages(id, `&sort=${sort}`);
          expect({ sort, rows: found.map(plain) }).toEqual({ sort, rows: sorted(sort) });
        }
      });

      it('gives the rows of its opening while others are added', async () => {
        const id = await openSession();
        const found = await allPages(id, '', () => source.grow(api, moreRows));
        expect(found.map(plain)).toEqual(conformingRows.map(plain));
        const again = await post('/sessions', { dataset_id: 'ds_rows', purpose: 'Research' });
        const { count } = await post(`/sessions/${textOf(again['session_id'])}/count`, {
          filter: {},
        });
        expect(count).toBe(rowCount + moreRows.length);
      });

      it('names each row by an id that reads it, and no other', async () => {
        const id = await openSession();
        const rows = await allPages(id, '');
        expect(new Set(rows.map((row) => row['record_id'])).size).toBe(rowCount);
        for (const row of [rows[0], rows[111], rows.at(-1)]) {
          const one = await api.read(
            jsonObjectSchema,
            `/sessions/${id}/records/${textOf(row?.['record_id'])}`,
          );
          expect(one).toMatchObject(row ?? {});
        }
        const train = (records: readonly unknown[]) =>
          body(`/sessions/${id}/operations`, { operation_type: 'TRAIN', records });
        expect((await train([rows[3]?.['record_id'], rows[200]?.['record_id']])).status).toBe(200);
        expect((await train([rows[3]?.['record_id'], 'rec_nobody'])).status).toBe(400);
        expect((await api.send('GET', `/sessions/${id}/records/rec_nobody`)).status).toBe(404);
      });

      it('gives ids of the grant alone where these are its own', async () => {
        const id = await openSession({ ...openPolicy, record_ids: 'per_grant' });
        const { batch } = await stream(id, 'batch_size=40');
        const second = textOf(batch[1]?.['record_id']);
        const one = await api.read(jsonObjectSchema, `/sessions/${id}/records/${second}`);
        expect(one).toEqual(batch[1]);
        expect(second).toMatch(/^rec_[A-Za-z0-9_-]{22,}$/);
        const train = await body(`/sessions/${id}/operations`, {
          operation_type: 'TRAIN',
          records: [second],
        });
        expect(train.status).toBe(200);
      });

      it('runs pipelines as the stages do', async () => {
        const id = await openSession();
        for (const pipeline of pipelines) {
          const { results } = await post(`/sessions/${id}/aggregate`, { pipeline, limit: 1_000 });
          expect({ pipeline, results: plain(results ?? null) }).toEqual({
            pipeline,
            results: plain(expectedResults(pipeline)),
          });
        }
      });

      it('gives nothing of a field that is withheld', async () => {
        const fields = { patient: { method: 'withheld' } };
        const id = await openSession({ ...openPolicy, fields });
        const rows = await allPages(id, '');
        expect(JSON.stringify(rows)).not.toMatch(/patient|"p\d/);
        for (const sent of [
          body(`/sessions/${id}/count`, { filter: { patient: 'p1' } }),
          body(`/sessions/${id}/filter`, { filter: {}, sort: { patient: 1 } }),
          body(`/sessions/${id}/aggregate`, { pipeline: [{ $group: { _id: '$patient' } }] }),
        ]) {
          expect((await sent).status).toBe(400);
        }
      });

      it('serves no call that began behind a revocation, and counts those that were answered', async () => {
        const id = await openSession();
        const calls = Array.from({ length: 30 }, (_, at) =>
          body(`/sessions/${id}/count`, { filter: { n: { $gte: at } } }),
        );
        const revoked = body(`/sessions/${id}/revoke`, { reason: 'Withdrawn' });
        const statuses = (await Promise.all(calls)).map(({ status }) => status);
        expect((await revoked).status).toBe(200);
        expect(statuses.every((each) => each === 200 || each === 403)).toBe(true);
        expect(await used(id)).toBe(statuses.filter((each) => each === 200).length);
        const late = await Promise.all([
          body(`/sessions/${id}/count`, { filter: {} }),
          api.send('GET', `/sessions/${id}/stream`),
        ]);
        expect(late.map(({ status }) => status)).toEqual([403, 403]);
        expect(await used(id)).toBe(statuses.filter((each) => each === 200).length);
      });

      it('counts nothing for a call whose client left', async () => {
        const id = await openSession();
        const leaving = new AbortController();
        const left = api
          .send('POST', `/sessions/${id}/count`, { body: { filter: {} }, signal: leaving.signal })
          .catch(() => undefined);
        leaving.abort();
        await left;
        const before = await used(id);
        expect(before === 0 || before === 1).toBe(true);
        await post(`/sessions/${id}/count`, { filter: {} });
        expect(await used(id)).toBe(before + 1);
      });

      it('keeps pages and results within their limits', async () => {
        const id = await openSession();
        const { records, has_more: hasMore } = z
          .object({ records: z.array(jsonObjectSchema), has_more: z.boolean() })
          .parse(await post(`/sessions/${id}/filter`, { filter: {}, limit: 7 }));
        expect([records.length, hasMore]).toEqual([7, true]);
        const pipeline = [{ $group: { _id: '$n' } }];
        const { results } = await post(`/sessions/${id}/aggregate`, { pipeline, limit: 5 });
        expect(results).toHaveLength(5);
        expect((await body(`/sessions/${id}/filter`, { filter: {}, limit: 1_001 })).status).toBe(
          400,
        );
        const many = [{ $group: { _id: null, all: { $push: '$n' } } }];
        const refused = await body(`/sessions/${id}/aggregate`, { pipeline: many });
        expect(refused.status).toBe(400);
      });
    });

    describe('golden examples', () => {
      let id: string;
      beforeAll(async () => {
        await source.fillGolden();
        api = await TestApi.open(source.options());
        id = await openSession();
      });
      afterAll(() => api.close());

      it.each(goldenFilters)('%s', async (_name, filter, rows) => {
        const { records } = await post(`/sessions/${id}/filter`, { filter, limit: 10 });
        const found = z.array(z.object({ n: z.int() })).parse(records);
        expect(found.map(({ n }) => n)).toEqual(rows);
      });

      it.each(goldenPipelines)('%s', async (_name, pipeline, results) => {
        const found = await post(`/sessions/${id}/aggregate`, { pipeline, limit: 10 });
        expect(found['results']).toEqual(results);
      });
    });
  });
}
