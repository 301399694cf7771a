/** Pipelines that compute: what each stage and accumulator gives, and where each ends. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { LimitError } from '../filters/filter.ts';
import { isWhole } from '../testing/rounds.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { groupsRows, pipelinePaths, singleRowAccumulator } from './pipeline.ts';
import { runStages } from './run-stages.ts';
import { ranOver } from './testing/run-over.ts';

const visits: readonly JsonObject[] = [
  { ward: 'A', at: '2024-01-07T10:00:00Z', cost: 10, days: 2, tags: ['x', 'y'] },
  { ward: 'B', at: '2024-01-09', cost: 20, days: 0, tags: [] },
  { ward: 'A', at: '2024-02-01T00:00:00+02:00', cost: 30, days: 3 },
  { ward: 'C', at: 'unknown', cost: 40, days: 4, tags: ['x'] },
];

const all = (name: string, operand: JsonValue): JsonValue => [
  { group: { _id: null, r: { [name]: operand } } },
];
const costs = (numbers: readonly JsonValue[]): JsonObject[] => numbers.map((cost) => ({ cost }));
const resultOf = (documents: readonly JsonObject[], name: string, operand: JsonValue) =>
  ranOver(documents, all(name, operand))[0]?.['r'];

describe('An accumulator', () => {
  it('$stdDevSamp of 10 20 30 40 is 12.909944487358056, of one value null', () => {
    expect(resultOf(visits, '$stdDevSamp', '$cost')).toBe(12.909944487358056);
    expect(resultOf(costs([7]), '$stdDevSamp', '$cost')).toBeNull();
  });

  it('$stdDevPop is of all there are: of one value 0, of none null', () => {
    expect(resultOf(visits, '$stdDevPop', '$cost')).toBe(Math.sqrt(125));
    expect(resultOf(costs([7, 'x', null]), '$stdDevPop', '$cost')).toBe(0);
    expect(resultOf([{}], '$stdDevPop', '$cost')).toBeNull();
  });

  it('loses nothing of a deviation far away from zero, in whichever order', () => {
    const numbers = [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16];
    for (const order of [numbers, numbers.toReversed(), [1e12, ...numbers]]) {
      const found = Number(resultOf(costs(order), 'stdDevPop', '$cost'));
      const mean = order.reduce((sum, each) => sum + BigInt(each), 0n);
      const count = BigInt(order.length);
      const squares = order.reduce((sum, each) => sum + (count * BigInt(each) - mean) ** 2n, 0n);
      const expected = Math.sqrt(Number(squares) / Number(count ** 3n));
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(expected * 1e-14);
    }
  });

  it('$percentile p 0.5 / 0.25 / 0.9 / 0 of 10 20 30 40 is 20 / 10 / 40 / 10', () => {
    const input = '$cost';
    const method = 'approximate';
    const of = (p: JsonValue) => resultOf(visits, '$percentile', { input, p, method });
    expect([of(0.5), of(0.25), of(0.9), of(0)]).toEqual([20, 10, 40, 10]);
    expect(of([0.5, 0.25, 0.9, 0, 1])).toEqual([20, 10, 40, 10, 40]);
    expect(resultOf(visits, '$median', { input, method })).toBe(20);
    expect(resultOf([{}], '$median', { input })).toBeNull();
    expect(resultOf([{}], '$percentile', { input, p: [0.1, 0.9] })).toEqual([null, null]);
  });

  it('$percentile takes the decimal that was written: 0.1 of 30 numbers is the third', () => {
    const numbers = costs(Array.from({ length: 30 }, (_, index) => index + 1));
    const of = (p: number) => resultOf(numbers, 'percentile', { input: '$cost', p });
    expect([0.1, 0.7, 1e-7, 0.9999999].map(of)).toEqual([3, 21, 1, 30]);
  });

  it('$first, $last, $push and $addToSet give what rows hold, in their order', () => {
    expect(resultOf(visits, '$first', '$ward')).toBe('A');
    expect(resultOf([{}, ...visits], '$first', '$ward')).toBeNull();
    expect(resultOf(visits, '$last', '$tags')).toEqual(['x']);
    expect(resultOf([...visits, {}], '$last', '$ward')).toBeNull();
    expect(resultOf(visits, '$push', '$ward')).toEqual(['A', 'B', 'A', 'C']);
    expect(resultOf(visits, '$push', '$tags')).toEqual([['x', 'y'], [], ['x']]);
    expect(resultOf(visits, '$addToSet', '$ward')).toEqual(['A', 'B', 'C']);
    expect(resultOf(costs([1, '1', true, null, 1]), '$addToSet', '$cost')).toEqual([
      1,
      '1',
      true,
      null,
    ]);
  });

  it('computes its operand', () => {
    expect(resultOf(visits, '$sum', { $multiply: ['$cost', '$days'] })).toBe(270);
    expect(resultOf(visits, '$avg', { $divide: ['$cost', '$days'] })).toBe(25 / 3);
    expect(resultOf(visits, '$sum', { $cond: [{ $gt: ['$cost', 15] }, 1, 0] })).toBe(3);
  });
});

describe('A stage', () => {
  it.each<readonly [string, JsonValue, JsonValue]>([
    [
      '$addFields computes of the row as it came, and puts values into members',
      [
        { $addFields: { cost: { $add: ['$cost', 1] }, old: '$cost', 'o.k': 1, 'tags.n': 2 } },
        { $limit: 1 },
        { $unset: ['at', 'days'] },
      ],
      [{ ward: 'A', cost: 11, tags: [{ n: 2 }, { n: 2 }], old: 10, o: { k: 1 } }],
    ],
    [
      '$set to what is missing takes the member away',
      [{ $set: { ward: '$none', cost: { $abs: '$none' } } }, { limit: 1 }, { project: { at: 0 } }],
      [{ cost: null, days: 2, tags: ['x', 'y'] }],
    ],
    [
      '$unset of one',
      [{ $unset: 'tags' }, { $limit: 1 }, { $project: { at: 0 } }],
      [{ ward: 'A', cost: 10, days: 2 }],
    ],
    [
      '$project computes',
      [
        {
          $project: {
            _id: 0,
            ward: 1,
            each: { $divide: ['$cost', '$days'] },
            pair: ['$days', '$no'],
          },
        },
        { $limit: 2 },
      ],
      [
        { ward: 'A', each: 5, pair: [2, null] },
        { ward: 'B', each: null, pair: [0, null] },
      ],
    ],
    [
      '$group by a date bucket',
      [
        { $group: { _id: { $dateTrunc: { date: '$at', unit: 'month' } }, rows: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ],
      [
        { _id: null, rows: 1 },
        { _id: '2024-01-01T00:00:00.000Z', rows: 3 },
      ],
    ],
    [
      '$group by an object of expressions and constants',
      [
        {
          $group: {
            _id: {
              dear: { $gt: ['$cost', 25] },
              in: { at: '$ward' },
              kind: 'visit',
              none: '$none',
            },
            rows: { $count: {} },
          },
        },
        { $limit: 1 },
      ],
      [{ _id: { dear: false, in: { at: 'A' }, kind: 'visit', none: null }, rows: 1 }],
    ],
    [
      '$bucket',
      [{ $bucket: { groupBy: '$cost', boundaries: [0, 20, 40], default: 'other' } }],
      [
        { _id: 0, count: 1 },
        { _id: 20, count: 2 },
        { _id: 'other', count: 1 },
      ],
    ],
    [
      '$bucket of texts, with an output',
      [
        {
          $bucket: {
            groupBy: '$ward',
            boundaries: ['A', 'B', 'Z'],
            output: { most: { $max: '$cost' }, all: { $sum: '$cost' } },
          },
        },
      ],
      [
        { _id: 'A', most: 30, all: 40 },
        { _id: 'B', most: 40, all: 60 },
      ],
    ],
    [
      '$bucket with a default in front of the others',
      [{ $bucket: { groupBy: '$cost', boundaries: [20, 50], default: -1 } }],
      [
        { _id: -1, count: 1 },
        { _id: 20, count: 3 },
      ],
    ],
    [
      '$sortByCount',
      [{ $sortByCount: '$ward' }],
      [
        { _id: 'A', count: 2 },
        { _id: 'B', count: 1 },
        { _id: 'C', count: 1 },
      ],
    ],
    [
      '$match with an expression',
      [{ $match: { $expr: { $gt: ['$cost', { $multiply: ['$days', 9] }] } } }, { $count: 'rows' }],
      [{ rows: 3 }],
    ],
    [
      '$facet over one scan',
      [
        { $match: { cost: { $gt: 10 } } },
        {
          $facet: {
            wards: [{ $sortByCount: '$ward' }, { $limit: 1 }],
            tags: [{ $unwind: '$tags' }, { $group: { _id: '$tags', rows: { $sum: 1 } } }],
            none: [{ $match: { ward: 'Z' } }, { $count: 'rows' }],
          },
        },
      ],
      [{ wards: [{ _id: 'B', count: 1 }], tags: [{ _id: 'x', rows: 1 }], none: [{ rows: 0 }] }],
    ],
    [
      '$facet with rows, sorted groups, and stages behind it',
      [
        {
          $facet: {
            dearest: [{ $sort: { cost: -1 } }, { $limit: 1 }, { $project: { cost: 1 } }],
            rest: [{ $skip: 3 }, { $group: { _id: '$ward', rows: { $sum: 1 } } }],
          },
        },
        { $project: { dear: '$dearest.cost', rest: 1 } },
      ],
      [{ rest: [{ _id: 'C', rows: 1 }], dear: [40] }],
    ],
  ])('%s', (_name, pipeline, expected) => {
    expect(ranOver(visits, pipeline)).toEqual(expected);
  });

  it('$facet goes through the rows once where every pipeline groups', () => {
    let scans = 0;
    const rows = {
      *[Symbol.iterator]() {
        scans += 1;
        yield* visits;
      },
    };
    const group = [{ match: { cost: { $gt: 1 } } }, { group: { _id: '$ward' } }];
    ranOver(rows, [{ facet: { a: group, b: group, c: [{ count: 'n' }] } }]);
    expect(scans).toBe(1);
    ranOver(rows, [{ facet: { a: group, b: [{ limit: 1 }] } }]);
    expect(scans).toBe(3);
  });
});

describe('Refused', () => {
  it.each<readonly [JsonValue, string]>([
    ...[
      '$lookup',
      '$unionWith',
      '$graphLookup',
      '$setWindowFields',
      '$bucketAuto',
      '$densify',
      '$fill',
      '$sample',
      '$function',
      '$where',
      '$text',
      '$near',
      '$out',
      '$merge',
    ].map((name): [JsonValue, string] => [[{ [name]: {} }], `0.${name}`]),
    [[{ $facet: { a: [{ $out: 'x' }] } }], '0.$facet.a.0.$out'],
    [[{ $facet: { a: [{ $facet: { b: [{ $limit: 1 }] } }] } }], '0.$facet.a.0.$facet'],
    [[{ $facet: {} }], '0.$facet'],
    [
      [{ $facet: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((n) => [n, []])) }],
      '0.$facet',
    ],
    [[{ $facet: { a: [] } }], '0.$facet.a'],
    [[{ $addFields: {} }], '0.$addFields'],
    [[{ $addFields: { a: 1, 'a.b': 2 } }], '0.$addFields.a.b'],
    [[{ $addFields: { a: { $accumulator: {} } } }], '0.$addFields.a.$accumulator'],
    [[{ $unset: [] }], '0.$unset'],
    [[{ $unset: { a: 1 } }], '0.$unset'],
    [[{ $project: { a: { b: 1 } } }], '0.$project.a.b'],
    [[{ $project: { a: 'ward' } }], '0.$project.a'],
    [[{ $group: { _id: null, a: { $sum: 'cost' } } }], '0.$group.a.$sum'],
    [[{ $group: { _id: null, a: { $median: '$cost' } } }], '0.$group.a.$median'],
    [
      [{ $group: { _id: null, a: { $percentile: { input: '$a', p: 1.1 } } } }],
      '0.$group.a.$percentile.p',
    ],
    [
      [{ $group: { _id: null, a: { $percentile: { input: '$a', p: [] } } } }],
      '0.$group.a.$percentile.p',
    ],
    [
      [{ $group: { _id: null, a: { $median: { input: '$a', method: 'x' } } } }],
      '0.$group.a.$median.method',
    ],
    [[{ $bucket: { groupBy: '$a', boundaries: [1] } }], '0.$bucket.boundaries'],
    [[{ $bucket: { groupBy: '$a', boundaries: [2, 1] } }], '0.$bucket.boundaries'],
    [[{ $bucket: { groupBy: '$a', boundaries: [1, '2'] } }], '0.$bucket.boundaries'],
    [[{ $bucket: { groupBy: '$a', boundaries: [1, 3], default: 2 } }], '0.$bucket.default'],
    [[{ $bucket: { groupBy: '$a', boundaries: [1, 3], step: 2 } }], '0.$bucket.step'],
    [[{ $sortByCount: 'ward' }], '0.$sortByCount'],
    [[{ $set: { a: Array(600).fill(1) } }, { $set: { b: Array(600).fill(1) } }], '1.$set.b.398'],
  ])('%j', (pipeline, path) => {
    expect(() => parsePipeline(pipeline)).toThrow(
      expect.objectContaining({ name: 'FilterError', path }),
    );
  });

  it('names the stages that there are', () => {
    expect(() => parsePipeline([{ $lookup: {} }])).toThrow(
      /match, group, .*, addFields, set, unset, bucket, sortByCount, facet/,
    );
  });
});

function ended(documents: Iterable<JsonObject>, pipeline: JsonValue): LimitError | undefined {
  try {
    ranOver(documents, pipeline);
    return undefined;
  } catch (error) {
    if (error instanceof LimitError) return error;
    throw error;
  }
}

describe('At a limit', () => {
  const many = Array.from({ length: 1_001 }, (_, a) => ({ a }));

  it('$push and $addToSet end at 100 values of a group', () => {
    for (const name of ['push', 'addToSet']) {
      expect(ended(many.slice(0, 100), all(name, '$a'))).toBeUndefined();
      expect(ended(many, all(name, '$a'))).toMatchObject({ path: '0.group', limit: 100 });
    }
    expect(ended(many, all('addToSet', { $mod: ['$a', 100] }))).toBeUndefined();
  });

  it('a facet gives 1,000 results of each pipeline at most, and names where', () => {
    expect(ended(many, [{ facet: { a: [{ match: {} }] } }])).toMatchObject({
      path: '0.facet.a',
      limit: 1_000,
    });
    const inside = [{ facet: { a: [{ match: {} }, { group: { _id: null, r: { push: '$a' } } }] } }];
    expect(ended(many, inside)).toMatchObject({ path: '0.facet.a.1.group', limit: 100 });
  });

  it('rows do not grow from stage to stage without end', () => {
    const copies = { b: '$a', c: '$a', d: '$a', e: '$a' };
    const growing = Array.from({ length: 19 }, () => ({
      set: { a: { $ifNull: ['$o', '$a'] }, o: copies },
    }));
    const [result] = ranOver([{ a: 'x'.repeat(1_000) }], growing);
    expect(JSON.stringify(result).length).toBeLessThan(400_000);
    const large = { set: { b: '$a', c: '$a', d: '$a', e: '$a', f: '$a' } };
    expect(ended([{ a: 'x'.repeat(1_000_000) }], [large])).toMatchObject({ path: '0.addFields' });
  });

  it('a value that is in no bucket is refused, where there is no default', () => {
    expect(() => ranOver(visits, [{ bucket: { groupBy: '$cost', boundaries: [0, 20] } }])).toThrow(
      expect.objectContaining({ path: '0.bucket' }),
    );
  });

  it('the time is looked at while one row becomes many', () => {
    const set = (name: string) => ({ set: { [name]: Array.from({ length: 150 }, () => 1) } });
    const pipeline = [set('a'), { unwind: '$a' }, set('b'), { unwind: '$b' }, { count: 'n' }];
    let looks = 0;
    const check = () => {
      looks += 1;
    };
    const rows = [{ document: {}, origin: 1 }];
    const [result] = runStages(rows, parsePipeline(pipeline), { limit: 1, check });
    expect(result?.document).toEqual({ n: 22_500 });
    expect(looks).toBeGreaterThan(100);
  });

  it.runIf(isWhole)('collected values together hold 16 million characters at most @whole', () => {
    function* rows(): Generator<JsonObject> {
      for (let index = 0; index < 400; index += 1) yield { k: index, a: 'x'.repeat(50_000) };
    }
    const pipeline = [{ group: { _id: '$k', r: { push: '$a' } } }];
    expect(ended(rows(), pipeline)).toMatchObject({ path: '0.group', limit: 16 * 1024 * 1024 });
  });
});

describe('What a pipeline reads', () => {
  it('names paths of rows, and none that a stage made', () => {
    const pipeline = parsePipeline([
      { match: { $expr: { $gt: ['$a', 1] } } },
      { addFields: { m: '$b', 'o.k': { $add: ['$c.d', 1] } } },
      { project: { m: 1, n: { $concat: ['$m', '$e'] }, o: 1 } },
      {
        facet: {
          x: [{ group: { _id: '$m', s: { sum: '$f' } } }],
          y: [{ sort: 'o.k' }, { sort: 'o.j' }],
        },
      },
      { sort: 'z' },
    ]);
    expect(pipelinePaths(pipeline)).toEqual(['a', 'b', 'c.d', 'e', 'o', 'f', 'o.j']);
  });

  it.each<readonly [JsonValue, boolean]>([
    [[{ group: { _id: '$a' } }], true],
    [[{ count: 'n' }], true],
    [[{ sortByCount: '$a' }], true],
    [[{ bucket: { groupBy: '$a', boundaries: [1, 2] } }], true],
    [[{ facet: { a: [{ count: 'n' }], b: [{ sortByCount: '$a' }] } }], true],
    [[{ facet: { a: [{ count: 'n' }], b: [{ limit: 1 }] } }], false],
    [[{ facet: { b: [{ limit: 1 }] } }, { group: { _id: null } }], true],
    [[{ addFields: { a: 1 } }, { unwind: '$a' }], false],
  ])('%j gives groups alone: %s', (pipeline, expected) => {
    expect(groupsRows(parsePipeline(pipeline))).toBe(expected);
  });

  it.each<readonly [JsonValue, string | undefined]>([
    [all('first', '$a'), 'first'],
    [all('min', { $add: ['$a', 1] }), 'min'],
    [all('percentile', { input: '$a', p: 0 }), 'percentile'],
    [all('max', 1), undefined],
    [all('sum', '$a'), undefined],
    [[{ set: { m: '$a' } }, { group: { _id: null, r: { last: '$m' } } }], 'last'],
    [[{ bucket: { groupBy: '$a', boundaries: [1, 2], output: { r: { push: '$a' } } } }], 'push'],
    [
      [{ facet: { x: [{ count: 'n' }], y: [{ group: { _id: 1, r: { addToSet: '$a' } } }] } }],
      'addToSet',
    ],
    [
      [{ group: { _id: '$a', n: { sum: 1 } } }, { group: { _id: null, r: { max: '$n' } } }],
      undefined,
    ],
    [[{ limit: 1 }], undefined],
  ])('%j gives single values by %s', (pipeline, expected) => {
    expect(singleRowAccumulator(parsePipeline(pipeline))).toBe(expected);
  });
});
