/** Aggregation, counts, explanations, restricted fields and limits over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aggregateResultSchema,
  countResultSchema,
  explainResultSchema,
  sessionRecordSchema,
  sessionSchema,
  streamBatchSchema,
} from '../../shared/contract/sessions.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import { TestApi } from '../api/test-api.ts';
import {
  clinicalRows,
  errorSchema,
  makeDataset,
  openSession,
  refusalOf,
} from './testing/clinical.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await TestApi.open();
  path = `/sessions/${(await openSession(api, await makeDataset(api))).session_id}`;
});
afterAll(() => api.close());

async function post(call: string, body: object, to = path): Promise<unknown> {
  const response = await api.send('POST', `${to}/${call}`, { body });
  if (response.status !== 200) throw new Error(await response.text());
  return response.json();
}

const refused = async (call: string, body: object, to = path) =>
  errorSchema.parse(await (await api.send('POST', `${to}/${call}`, { body })).json()).error;

describe('Aggregate', () => {
  test('matches, groups and sorts', async () => {
    const result = await post('aggregate', {
      pipeline: [
        { $match: { age: { $gte: 30 } } },
        {
          $group: {
            _id: '$diagnosis',
            patients: { $sum: 1 },
            glucose: { $avg: '$lab_results.glucose' },
          },
        },
        { $sort: { patients: -1, _id: 1 } },
      ],
    });
    expect(aggregateResultSchema.parse(result)).toEqual({
      results: [
        { _id: 'Type 2 Diabetes', patients: 2, glucose: 195 },
        { _id: 'Asthma', patients: 1, glucose: null },
        { _id: 'Hypertension', patients: 1, glucose: 95 },
      ],
      result_count: 3,
      has_more: false,
    });
  });

  test('says when there is more', async () => {
    const pipeline = [{ group: { _id: '$diagnosis' } }, { sort: { _id: 1 } }];
    expect(await post('aggregate', { pipeline, limit: 2 })).toEqual({
      results: [{ _id: 'Asthma' }, { _id: 'Hypertension' }],
      result_count: 2,
      has_more: true,
    });
  });

  test('withholds groups that are too small', async () => {
    const id = await makeDataset(api, clinicalRows, { policy: { min_group_size: 2 } });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const pipeline = [{ group: { _id: '$diagnosis', n: { count: {} } } }];
    const { results } = aggregateResultSchema.parse(await post('aggregate', { pipeline }, own));
    expect(results).toEqual([{ _id: 'Type 2 Diabetes', n: 2 }]);
  });

  test('names the place of a fault', async () => {
    const error = await refused('aggregate', { pipeline: [{ match: {} }, { lookup: {} }] });
    expect(error.details['fields']).toEqual([
      { field: expect.stringMatching(/^pipeline\.1/), message: expect.any(String) },
    ]);
  });

  test('gives no rows to a session that may only aggregate', async () => {
    const id = await makeDataset(api, clinicalRows, {
      policy: { allowed_operations: ['aggregate'] },
    });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    expect((await refused('aggregate', { pipeline: [{ match: {} }] }, own)).type).toBe('forbidden');
    await post('aggregate', { pipeline: [{ count: 'n' }] }, own);
    expect((await refused('filter', { filter: {} }, own)).type).toBe('forbidden');
  });
});

describe('Count and explain', () => {
  test('count a filter, exact or residual', async () => {
    for (const [filter, count] of [
      [{}, 4],
      [{ age: { $gt: 40 } }, 3],
      [{ symptoms: { $regex: 'fat(i|x)gue' } }, 2],
    ] as const) {
      expect(countResultSchema.parse(await post('count', { filter }))).toEqual({ count, total: 4 });
    }
  });

  test('say how a filter runs', async () => {
    const plain = explainResultSchema.parse(
      await post('explain', { filter: { age: { $gte: 40 } } }),
    );
    expect(plain).toMatchObject({ mode: 'sql', exact: true, index: null, reasons: [] });
    const regular = { diagnosis: { $regex: '^(a+)+$' } };
    expect(explainResultSchema.parse(await post('explain', { filter: regular }))).toMatchObject({
      exact: false,
      reasons: [expect.any(String)],
    });
  });
});

describe('Restricted fields', () => {
  test('are in no answer and in no question', async () => {
    const id = await makeDataset(api, clinicalRows, {
      policy: { restricted_fields: ['patient_id', 'lab_results.glucose'] },
    });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const { batch } = await api.read(
      streamBatchSchema,
      `${own}/stream?fields=patient_id,lab_results`,
    );
    expect(batch[0]).toEqual({ record_id: 'rec_001', lab_results: { hba1c: 7.5 } });
    const record = await api.read(sessionRecordSchema, `${own}/records/rec_001`);
    expect(Object.keys(record)).not.toContain('patient_id');
    for (const [call, body] of [
      ['filter', { filter: { patient_id: 'P-1001' } }],
      ['filter', { filter: { lab_results: { glucose: 180 } } }],
      ['filter', { filter: { $or: [{ 'lab_results.glucose': 1 }] } }],
      ['filter', { filter: {}, sort: { patient_id: 1 } }],
      ['count', { filter: { patient_id: { $exists: true } } }],
      ['aggregate', { pipeline: [{ group: { _id: '$patient_id' } }] }],
      ['aggregate', { pipeline: [{ project: { x: '$lab_results.glucose' } }] }],
    ] as const) {
      expect((await refused(call, body, own)).type).toBe('validation_error');
    }
    const transformed = await post(
      'transform',
      {
        record_ids: ['rec_001'],
        transformation: 'redact',
        parameters: { fields: ['diagnosis'] },
      },
      own,
    );
    expect(JSON.stringify(transformed)).not.toContain('P-1001');
  });
});

describe('Limits', () => {
  const deep = (depth: number): JsonValue => (depth === 0 ? 1 : { $not: deep(depth - 1) });

  test.each([
    [
      'filter',
      { filter: { a: { $in: Array.from({ length: 1_001 }, (_, n) => n) } } },
      'filter.a.$in',
    ],
    ['filter', { filter: { 'a.b.c.d.e.f.g.h.i': 1 } }, 'filter.'],
    ['filter', { filter: {}, limit: 1_001 }, 'limit'],
    ['filter', { filter: {}, limit: 0 }, 'limit'],
    ['filter', { filter: {}, fields: Array.from({ length: 65 }, (_, n) => `f${n}`) }, 'fields'],
    ['filter', { filter: [] }, 'filter'],
    ['filter', {}, 'filter'],
    ['filter', { filter: { a: { $where: '1' } } }, 'filter.a.$where'],
    ['filter', { filter: {}, sort: { age: 2 } }, 'sort.age'],
    ['filter', { filter: { text: 'x'.repeat(70_000) } }, 'filter'],
    ['aggregate', { pipeline: Array.from({ length: 21 }, () => ({ match: {} })) }, 'pipeline'],
    [
      'transform',
      {
        record_ids: Array.from({ length: 1_001 }, (_, n) => `rec_${n}`),
        transformation: 'redact',
        parameters: { fields: ['a'] },
      },
      'record_ids',
    ],
    [
      'operations',
      { operation_type: 'TRAIN', records: Array.from({ length: 10_001 }, (_, n) => `rec_${n}`) },
      'records',
    ],
    ['operations', { operation_type: 'EAT', records: ['rec_001'] }, 'operation_type'],
    [
      'operations',
      { operation_type: 'TRAIN', records: ['rec_001'], metadata: { x: 'x'.repeat(33_000) } },
      'metadata',
    ],
  ])('%s refuses what is too much, by name', async (call, body, field) => {
    const error = await refused(call, body);
    expect(error.type).toBe('validation_error');
    expect(error.details['fields']).toMatchObject([{ field: expect.stringContaining(field) }]);
  });

  test('hostile filters are answered at once', async () => {
    const started = performance.now();
    const filters: readonly JsonValue[] = [
      { a: deep(60) },
      { $or: Array.from({ length: 900 }, (_, n) => ({ age: n })) },
      { diagnosis: { $regex: '^(a+)+$' } },
      { __proto__: 1 },
      { "a') OR 1=1 --": 1 },
      { diagnosis: "'; DROP TABLE dataset_rows; --" },
    ];
    for (const filter of filters) {
      const response = await api.send('POST', `${path}/count`, { body: { filter } });
      expect([200, 400]).toContain(response.status);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
    expect((await api.read(sessionSchema, path)).snapshot.record_count).toBe(4);
  });

  test('a query that takes too long is stopped, and nothing of it is kept', async () => {
    const short = await TestApi.open({ sessionLimits: { queryMs: -1 } });
    try {
      const id = await makeDataset(
        short,
        Array.from({ length: 200 }, (_, n) => ({ n })),
      );
      const { session_id: own } = await openSession(short, id);
      const key = { 'idempotency-key': 'slow' };
      for (const [call, body] of [
        ['filter', { filter: { n: { $gte: 150 } } }],
        ['count', { filter: { n: { $gte: 0 } } }],
        ['aggregate', { pipeline: [{ group: { _id: '$n' } }] }],
        ['filter', { filter: {}, sort: { n: 1 } }],
      ] as const) {
        const response = await short.send('POST', `/sessions/${own}/${call}`, {
          body,
          headers: key,
        });
        expect(await refusalOf(response)).toBe('503 query_timeout');
      }
      const session = await short.read(sessionSchema, `/sessions/${own}?include=usage`);
      expect([session.usage?.total_operations, session.last_activity_at]).toEqual([0, null]);
    } finally {
      await short.close();
    }
  });
});
