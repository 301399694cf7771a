/** Examples of the values and the language, each with its result, that hold over every source. */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';

/** Rows of the examples. Null of a column is a missing member; null in a list is null. */
export const goldenRows: readonly JsonObject[] = [
  { n: 1, t: [null, 'x'], cost: 10, at: '2024-01-05T00:00:00.000000Z', items: [] },
  { n: 2, a: 1, t: [], cost: 20, at: '2024-01-05T10:00:00.000000Z', items: [{ q: 1 }, {}] },
  { n: 3, cost: 30, at: '2024-01-05T10:00:00.123456Z', items: [null] },
  { n: 4, a: 2, t: ['y'], cost: 40, at: '2024-01-05T10:00:01.000000Z', items: [{ q: 2, p: 1 }] },
  { n: 5, a: 3, t: ['y'], at: '2024-03-01T00:00:00.000000Z', items: [{ p: 1 }] },
];

/** The same in SQL of DuckDB and, with JSON in place of structs, of PostgreSQL. */
export const goldenParquet = `SELECT * FROM (VALUES
  (1, NULL, [NULL, 'x'], 10, TIMESTAMP '2024-01-05 00:00:00', CAST([] AS STRUCT(q INTEGER, p INTEGER)[])),
  (2, 1, CAST([] AS VARCHAR[]), 20, TIMESTAMP '2024-01-05 10:00:00', [{'q': 1, 'p': NULL}, {'q': NULL, 'p': NULL}]),
  (3, NULL, NULL, 30, TIMESTAMP '2024-01-05 10:00:00.123456', [NULL]),
  (4, 2, ['y'], 40, TIMESTAMP '2024-01-05 10:00:01', [{'q': 2, 'p': 1}]),
  (5, 3, ['y'], NULL, TIMESTAMP '2024-03-01 00:00:00', [{'q': NULL, 'p': 1}])) AS r(n, a, t, cost, "at", items)`;
export const goldenTable = `CREATE TABLE rows (n integer PRIMARY KEY, a integer, t text[], cost integer, at timestamptz, items jsonb);
  INSERT INTO rows VALUES
    (1, NULL, ARRAY[NULL, 'x'], 10, '2024-01-05 00:00:00Z', '[]'),
    (2, 1, '{}', 20, '2024-01-05 10:00:00Z', '[{"q": 1}, {}]'),
    (3, NULL, NULL, 30, '2024-01-05 10:00:00.123456Z', '[null]'),
    (4, 2, ARRAY['y'], 40, '2024-01-05 10:00:01Z', '[{"q": 2, "p": 1}]'),
    (5, 3, ARRAY['y'], NULL, '2024-03-01 00:00:00Z', '[{"p": 1}]')`;

/** Filters, each with the numbers of the rows that it finds. */
export const goldenFilters: readonly (readonly [
  name: string,
  filter: JsonObject,
  rows: number[],
])[] = [
  ['{a: null} on NULL', { a: null }, [1, 3]],
  ['{a: {$exists: false}} on NULL', { a: { $exists: false } }, [1, 3]],
  ['{a: {$type: "null"}} on NULL', { a: { $type: 'null' } }, []],
  ['{t: null} on [NULL, "x"], on [], on NULL', { t: null }, [1, 3]],
  ['{"items.q": null} on [], on [{q: 1}, {}], on [NULL]', { 'items.q': null }, [1, 2, 3, 5]],
  ['{"items.0.p": {$exists: true}} on [NULL]', { 'items.0.p': { $exists: true }, n: 3 }, []],
  [
    '{"items.0.p": {$exists: true}} on what has it',
    { 'items.0.p': { $exists: true }, n: { $gt: 3 } },
    [4, 5],
  ],
  ['at ≥ 2024-01-05', { at: { $gte: '2024-01-05' } }, [1, 2, 3, 4, 5]],
  ['at ≥ 2024-01-05T10', { at: { $gte: '2024-01-05T10' } }, [2, 3, 4, 5]],
  ['at ≥ 2024-01-05T10:00:00.123456Z', { at: { $gte: '2024-01-05T10:00:00.123456Z' } }, [3, 4, 5]],
  [
    'at ≥ 2024-01-05T10:00:00Z, which sorts behind the fraction',
    { at: { $gte: '2024-01-05T10:00:00Z' } },
    [4, 5],
  ],
  [
    'at ≥ the instant 2024-01-05T10:00:00Z',
    { at: { $gte: { $date: '2024-01-05T10:00:00Z' } } },
    [2, 3, 4, 5],
  ],
  ['at ≥ 2024-02-30', { at: { $gte: '2024-02-30' } }, [5]],
  ['at ≥ 2023-13', { at: { $gte: '2023-13' } }, [1, 2, 3, 4, 5]],
  ['at ≥ abc', { at: { $gte: 'abc' } }, []],
  ['at = its own text alone', { at: '2024-01-05T10:00:01Z' }, []],
  ['at = its own text', { at: '2024-01-05T10:00:01.000000Z' }, [4]],
];

const percentile = (p: number) => ({
  $percentile: { input: '$cost', p: [p], method: 'approximate' },
});
const week = (startOfWeek?: string) => ({
  $dateTrunc: {
    date: { $date: '2024-01-07T10:00:00Z' },
    unit: 'week',
    ...(startOfWeek === undefined ? {} : { startOfWeek }),
  },
});
const computed = (expression: JsonValue): JsonValue[] => [
  { $match: { n: 1 } },
  { $project: { _id: 0, v: expression } },
  { $project: { record_id: 0 } },
];

/** Pipelines, each with its results. */
export const goldenPipelines: readonly (readonly [string, JsonValue[], JsonObject[]])[] = [
  [
    '$stdDevSamp of 10 20 30 40',
    [{ $group: { _id: null, v: { $stdDevSamp: '$cost' } } }],
    [{ _id: null, v: 12.909944487358056 }],
  ],
  [
    '$stdDevSamp of one value',
    [{ $match: { n: 1 } }, { $group: { _id: null, v: { $stdDevSamp: '$cost' } } }],
    [{ _id: null, v: null }],
  ],
  [
    '$percentile 0.5, 0.25, 0.9 and 0 of 10 20 30 40',
    [
      {
        $group: {
          _id: null,
          a: percentile(0.5),
          b: percentile(0.25),
          c: percentile(0.9),
          d: percentile(0),
        },
      },
    ],
    [{ _id: null, a: [20], b: [10], c: [40], d: [10] }],
  ],
  ['$dateTrunc to the week', computed(week()), [{ v: '2024-01-07T00:00:00.000Z' }]],
  [
    '$dateTrunc to the week from Monday',
    computed(week('monday')),
    [{ v: '2024-01-01T00:00:00.000Z' }],
  ],
  ['$round 2.5', computed({ $round: 2.5 }), [{ v: 2 }]],
  ['$divide [1, 0]', computed({ $divide: [1, 0] }), [{ v: null }]],
  ['$mod [-7, 3]', computed({ $mod: [-7, 3] }), [{ v: -1 }]],
];
