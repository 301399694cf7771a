/** Aggregation, counts, explanations, withheld fields and limits over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aggregateResultSchema,
  countResultSchema,
  explainResultSchema,
  sessionRecordSchema,
  sessionSchema,
  streamBatchSchema,
} from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import {
  appendRows,
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

  test('names the place of a fault', async () => {
    const error = await refused('aggregate', { pipeline: [{ match: {} }, { lookup: {} }] });
    expect(error.details['fields']).toEqual([
      { field: expect.stringMatching(/^pipeline\.1/), message: expect.any(String) },
    ]);
  });

  test('gives no rows to a session that may only aggregate', async () => {
    const id = await makeDataset(api, clinicalRows, {
      policy: { operations: ['aggregate'] },
    });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    expect((await refused('aggregate', { pipeline: [{ match: {} }] }, own)).type).toBe('forbidden');
    await post('aggregate', { pipeline: [{ count: 'n' }] }, own);
    expect((await refused('filter', { filter: {} }, own)).type).toBe('forbidden');
    const hidden = [
      { facet: { n: [{ count: 'n' }], rows: [{ limit: 1 }] } },
      { set: { n: 1 } },
      { unset: 'age' },
    ];
    for (const stage of hidden) {
      expect((await refused('aggregate', { pipeline: [stage] }, own)).type).toBe('forbidden');
    }
    await post('aggregate', { pipeline: [{ facet: { n: [{ sortByCount: '$age' }] } }] }, own);
  });

  test('gives values of single rows to whoever may read, and to nobody else', async () => {
    const of = async (operations: string[]) => {
      const id = await makeDataset(api, clinicalRows, { policy: { operations } });
      return `/sessions/${(await openSession(api, id)).session_id}`;
    };
    const [aggregating, reading] = [
      await of(['aggregate', 'filter']),
      await of(['aggregate', 'read']),
    ];
    const group = (r: object) => ({ group: { _id: null, r } });
    const single = [
      ...['first', 'last', 'push', 'addToSet', 'min', '$max'].map((name) =>
        group({ [name]: '$age' }),
      ),
      group({ percentile: { input: '$age', p: 0 } }),
      group({ median: { input: { $add: ['$age', 0] } } }),
      { bucket: { groupBy: '$age', boundaries: [0, 99], output: { r: { last: '$age' } } } },
      { facet: { x: [{ set: { m: '$age' } }, group({ max: '$m' })] } },
    ];
    for (const stage of single) {
      const refusal = await refused('aggregate', { pipeline: [stage] }, aggregating);
      expect([refusal.type, refusal.message]).toEqual([
        'forbidden',
        expect.stringMatching(/read rows/),
      ]);
      await post('aggregate', { pipeline: [stage] }, reading);
    }
    for (const stages of [
      [group({ avg: '$age' })],
      [group({ stdDevSamp: '$age' })],
      [{ group: { _id: '$diagnosis', n: { sum: 1 } } }, group({ max: '$n' })],
    ]) {
      await post('aggregate', { pipeline: stages }, aggregating);
    }
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

  test('count alike however often they are asked, each session on its own snapshot', async () => {
    const id = await makeDataset(api, clinicalRows);
    const before = `/sessions/${(await openSession(api, id)).session_id}`;
    const more = clinicalRows.map((row, index) => ({ ...row, record_id: `rec_more_${index}` }));
    await appendRows(api, id, [...more, { record_id: 'rec_odd', age: '50', diagnosis: null }]);
    const after = `/sessions/${(await openSession(api, id)).session_id}`;
    for (let round = 0; round < 3; round += 1) {
      for (const [filter, few, many] of [
        [{ age: { $gt: 40 }, diagnosis: { $ne: 'Hypertension' } }, 2, 4],
        [{ $or: [{ age: { $exists: false } }, { diagnosis: null }] }, 0, 1],
        [{ symptoms: 'fatigue', age: { $lt: 60 } }, 1, 2],
      ] as const) {
        expect(await post('count', { filter }, before)).toEqual({ count: few, total: 4 });
        expect(await post('count', { filter }, after)).toEqual({ count: many, total: 9 });
      }
    }
  });

  test('say how a filter runs', async () => {
    const plain = explainResultSchema.parse(
      await post('explain', { filter: { age: { $gte: 40 } } }),
    );
    expect(plain).toMatchObject({
      dialect: 'sqlite-jsonb',
      mode: 'sql',
      exact: true,
      index: null,
      reasons: [],
    });
    const regular = { diagnosis: { $regex: '^(a+)+$' } };
    expect(explainResultSchema.parse(await post('explain', { filter: regular }))).toMatchObject({
      exact: true,
      sql: expect.stringContaining('matches_expression'),
    });
    const dated = { diagnosis: { $gte: { $date: '2024-01-05' } } };
    expect(explainResultSchema.parse(await post('explain', { filter: dated }))).toMatchObject({
      exact: false,
      reasons: [expect.any(String)],
    });
  });
});

describe('Fields that are withheld', () => {
  test('are in no answer and in no question', async () => {
    const id = await makeDataset(api, clinicalRows, {
      policy: {
        fields: {
          patient_id: { method: 'withheld' },
          'lab_results.glucose': { method: 'withheld' },
        },
      },
    });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const { batch } = await api.read(streamBatchSchema, `${own}/stream?fields=lab_results`);
    expect(batch[0]).toEqual({ record_id: 'rec_001', lab_results: { hba1c: 7.5 } });
    const record = await api.read(sessionRecordSchema, `${own}/records/rec_001`);
    expect(Object.keys(record)).not.toContain('patient_id');
    for (const [call, body] of [
      ['filter', { filter: { patient_id: 'P-1001' } }],
      ['filter', { filter: { $or: [{ 'lab_results.glucose': 1 }] } }],
      ['filter', { filter: {}, sort: { patient_id: 1 } }],
      ['filter', { filter: {}, fields: ['age', 'patient_id'] }],
      ['count', { filter: { patient_id: { $exists: true } } }],
      ['aggregate', { pipeline: [{ group: { _id: '$patient_id' } }] }],
      ['aggregate', { pipeline: [{ project: { x: '$lab_results.glucose' } }] }],
      ['filter', { filter: { $expr: { $eq: ['$patient_id', 'P-1001'] } } }],
      ['count', { filter: { $nor: [{ $expr: { $gt: ['$lab_results.glucose', 1] } }] } }],
      ['aggregate', { pipeline: [{ match: { $expr: '$patient_id' } }, { count: 'n' }] }],
      ['aggregate', { pipeline: [{ set: { age: { $concat: ['$patient_id'] } } }] }],
      ['aggregate', { pipeline: [{ group: { _id: { $toLower: '$patient_id' } } }] }],
      ['aggregate', { pipeline: [{ group: { _id: { x: { y: '$patient_id' } } } }] }],
      ['aggregate', { pipeline: [{ sortByCount: { $ifNull: ['$patient_id', 1] } }] }],
      [
        'aggregate',
        { pipeline: [{ bucket: { groupBy: '$lab_results.glucose', boundaries: [0, 300] } }] },
      ],
      [
        'aggregate',
        { pipeline: [{ facet: { x: [{ limit: 1 }, { project: { y: '$patient_id' } }] } }] },
      ],
      [
        'aggregate',
        {
          pipeline: [
            { group: { _id: null, x: { percentile: { input: '$lab_results.glucose', p: 0 } } } },
          ],
        },
      ],
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

describe('What a pipeline makes', () => {
  test('is no field of the rows: a policy that withholds the rest does not refuse it', async () => {
    const policy = { unlisted: 'withheld', fields: { age: { method: 'clear' } } };
    const id = await makeDataset(api, clinicalRows, { policy });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const pipeline = [
      { set: { decade: { $floor: { $divide: ['$age', 10] } } } },
      { match: { decade: { $gt: 3 } } },
      { group: { _id: '$decade', ages: { push: '$age' } } },
      { sort: { _id: 1 } },
    ];
    expect(await post('aggregate', { pipeline }, own)).toMatchObject({
      results: [
        { _id: 4, ages: [45] },
        { _id: 6, ages: [62, 67] },
      ],
    });
    // A field that is withheld is not there, whatever a stage calls it.
    const renamed = [{ set: { diagnosis: 1 } }, { set: { x: '$diagnosis', y: '$symptoms' } }];
    expect((await refused('aggregate', { pipeline: renamed }, own)).type).toBe('validation_error');
  });

  test('is made of what is seen: a treated field is treated in an expression, too', async () => {
    const policy = { fields: { age: { method: 'generalize', bucket_size: 10 } } };
    const id = await makeDataset(api, clinicalRows, { policy });
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const { batch } = await api.read(streamBatchSchema, `${own}/stream?fields=age`);
    const seen = batch.map((row) => row['age']);
    const pipeline = [{ set: { one: ['$age'] } }, { group: { _id: null, all: { push: '$one' } } }];
    expect(await post('aggregate', { pipeline }, own)).toMatchObject({
      results: [{ all: seen.map((age) => [age]) }],
    });
    for (const [filter, count] of [
      [{ $expr: { $eq: ['$age', 45] } }, 0],
      [{ $expr: { $eq: ['$age', seen[0] ?? null] } }, 1],
    ] as const) {
      expect(await post('count', { filter }, own)).toMatchObject({ count });
    }
  });

  test('ends at its limits with 400, which says where and how many', async () => {
    const id = await makeDataset(
      api,
      Array.from({ length: 101 }, (_, n) => ({ n })),
    );
    const own = `/sessions/${(await openSession(api, id)).session_id}`;
    const pipeline = [{ group: { _id: null, all: { $push: '$n' } } }];
    expect(await refused('aggregate', { pipeline }, own)).toMatchObject({
      type: 'validation_error',
      details: { limit: 100, fields: [{ field: 'pipeline.0.group' }] },
    });
  });
});

describe('Limits', () => {
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
      { operation_type: 'TRAIN', records: ['rec_001'], metadata: { x: 'ä'.repeat(16_384) } },
      'metadata',
    ],
  ])('%s refuses what is too much, by name', async (call, body, field) => {
    const error = await refused(call, body);
    expect(error.type).toBe('validation_error');
    expect(error.details['fields']).toMatchObject([{ field: expect.stringContaining(field) }]);
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
