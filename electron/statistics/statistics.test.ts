/** Statistics from a pipeline to what is shown: which are taken, what each entity contributes, cells and their order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { statisticsTermsSchema } from '../../shared/contract/policies.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { parsePath } from '../filters/field-path.ts';
import { askReference, hasPython } from '../policies/testing/reference.ts';
import { policyOf, sampleKey, viewOf } from '../policies/testing/sample-policy.ts';
import { rounds } from '../testing/rounds.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';
import { Cells, measureName } from './answer.ts';
import { stepsWithin } from './bounded-steps.ts';
import { groupText, type GroupTally, type Tallies } from './group-tallies.ts';
import { noiseAt } from './noise.ts';
import { statisticsQuery, type Bounds } from './shape.ts';
import { AskedQuestion, bytesOf, keyOfGrant, type AskOptions } from './testing/ask-statistics.ts';
import { randomFrom } from './testing/people.ts';

const seed = 20_261_127;
const plain = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));
const sumOf = (field: string): JsonObject => ({ $sum: `$${field}` });
const all = (members: JsonObject): JsonValue => [{ $group: { _id: null, ...members } }];

const bounded = { method: 'statistics', min: 0, max: 10, step: 1 };
const policy: JsonObject = {
  entity: 'patient_id',
  kinds: ['statistics'],
  fields: {
    dx: { method: 'clear' },
    'visits.ward': { method: 'clear' },
    'visits.cost': bounded,
    a: bounded,
    b: bounded,
    c: bounded,
    d: bounded,
    bare: { method: 'statistics' },
    age: { method: 'generalize', bucket_size: 10 },
    name: { method: 'withheld' },
  },
};

describe('A pipeline', () => {
  const view = viewOf(policy, { kind: 'statistics', fields: undefined });
  const shape = (pipeline: JsonValue) =>
    statisticsQuery(parsePipeline(pipeline), view, policyOf(policy));

  it.each<[JsonValue]>([
    [all({ n: { $sum: 1 } })],
    [all({ n: { $count: {} }, x: sumOf('a'), y: { $avg: '$a' }, z: sumOf('b'), w: sumOf('c') })],
    [[{ $match: { dx: 'flu' } }, { match: { age: '[60,70)' } }, { $count: 'n' }]],
    [
      [
        { $match: { dx: 'flu' } },
        { $unwind: '$visits' },
        { $group: { _id: '$visits.ward', s: sumOf('visits.cost') } },
      ],
    ],
    [
      [
        { $group: { _id: { a: '$dx', b: '$age', c: '$visits.ward' }, n: { $sum: 1 } } },
        { $match: { n: { $gt: 50 } } },
        { $sort: { n: -1 } },
        { $skip: 1 },
        { $limit: 5 },
        { $project: { n: 1 } },
      ],
    ],
    [
      [
        { $match: { $expr: { $gt: ['$age', 17] } } },
        { $group: { _id: { $cond: [{ $eq: ['$dx', 'flu'] }, 'flu', '$age'] }, n: { $sum: 1 } } },
        { $set: { half: { $divide: ['$n', 2] } } },
        { $unset: 'n' },
      ],
    ],
  ])('%j is taken', (pipeline) => {
    expect(shape(pipeline).group.kind).toBe('group');
  });

  it.each<[JsonValue, string, string]>([
    [[], '', 'must have one group, or a count of all rows'],
    [[{ $match: {} }], '', 'must have one group'],
    [[{ $limit: 10 }, { $count: 'n' }], '0.limit', 'cannot stand before the group'],
    [[{ $sort: { age: 1 } }, { $limit: 1 }, { $count: 'n' }], '0.sort', 'cannot stand before'],
    [[{ $skip: 1 }, { $count: 'n' }], '0.skip', 'cannot stand before'],
    [[{ $project: { dx: 1 } }, { $count: 'n' }], '0.project', 'cannot stand before'],
    [[{ $unwind: '$visits' }, { $match: {} }, { $count: 'n' }], '0.unwind', 'cannot stand before'],
    [[{ $count: 'n' }, { $count: 'm' }], '1.count', 'must have one group'],
    [[{ $count: 'n' }, { $unwind: '$n' }], '1.unwind', 'must have one group'],
    [all({ x: { $max: '$a' } }), '0.group.x.max', 'is not in statistics'],
    [all({ x: { $min: '$a' } }), '0.group.x.min', 'is not in statistics'],
    [all({ x: { $sum: 2 } }), '0.group.x.sum', 'is not in statistics'],
    [all({ x: { $avg: 1 } }), '0.group.x.avg', 'is not in statistics'],
    [
      all({ x: sumOf('a'), y: sumOf('b'), z: sumOf('c'), w: sumOf('d') }),
      '0.group.w',
      'sums too many fields',
    ],
    [all({ x: sumOf('bare') }), '0.group.x', 'has bare, which has no bounds'],
    [all({ x: sumOf('dx') }), '0.group.x', 'has dx, which has no bounds'],
    [all({ x: sumOf('name') }), '0.group', 'must not name name: it is withheld'],
    [[{ $group: { _id: '$record_id' } }], '0.group', 'must not name record_id: it is withheld'],
    [[{ $match: { record_id: 'rec_1' } }, { $count: 'n' }], '0.match', 'must not name record_id'],
    [
      [{ $match: { $or: [{ dx: 1 }, { name: 'Ada' }] } }, { $count: 'n' }],
      '0.match',
      'must not name name',
    ],
    [[{ $unwind: '$name' }, { $count: 'n' }], '0.unwind', 'must not name name'],
    [
      [{ $group: { _id: { a: '$dx', b: '$age', c: '$visits.ward', d: '$a' } } }],
      '0.group._id',
      'groups by too many',
    ],
    [
      [{ $group: { _id: { $concat: ['$dx', '$age', '$visits.ward', '$a'] } } }],
      '0.group._id',
      'groups by too many',
    ],
    [[{ $set: { a: '$dx' } }, { $count: 'n' }], '0.addFields', 'cannot stand before'],
    [[{ $unset: 'dx' }, { $count: 'n' }], '0.unset', 'cannot stand before'],
    [[{ $facet: { a: [{ $count: 'n' }] } }], '', 'must have one group'],
    [[{ $sortByCount: '$dx' }], '', 'must have one group'],
    [[{ $bucket: { groupBy: '$a', boundaries: [0, 1] } }], '', 'must have one group'],
    [[{ $count: 'n' }, { $sortByCount: '$n' }], '1.sortByCount', 'must have one group'],
    [[{ $count: 'n' }, { $facet: { a: [{ $limit: 1 }] } }], '1.facet', 'must have one group'],
    [
      [{ $count: 'n' }, { $bucket: { groupBy: '$n', boundaries: [0, 1] } }],
      '1.bucket',
      'must have',
    ],
    ...['first', 'last', 'push', 'addToSet', 'stdDevSamp', 'stdDevPop'].map(
      (name): [JsonValue, string, string] => [
        all({ x: { [name]: '$a' } }),
        `0.group.x.${name}`,
        'is not in statistics',
      ],
    ),
    [all({ x: { $median: { input: '$a' } } }), '0.group.x.median', 'is not in statistics'],
    [all({ x: { $sum: { $add: ['$a', 0] } } }), '0.group.x.sum', 'is not in statistics'],
    [all({ x: { $sum: { $cond: ['$dx', 1, 0] } } }), '0.group.x.sum', 'is not in statistics'],
    [
      [{ $match: { $expr: { $eq: ['$name', 'Ada'] } } }, { $count: 'n' }],
      '0.match',
      'must not name name',
    ],
    [[{ $group: { _id: { $toLower: '$name' } } }], '0.group', 'must not name name'],
    [[{ $group: { _id: { x: { y: ['$record_id'] } } } }], '0.group', 'must not name record_id'],
  ])('%j is refused at "%s"', (pipeline, path, words) => {
    expect(() => shape(pipeline)).toThrow(expect.objectContaining({ path }));
    expect(() => shape(pipeline)).toThrow(words);
  });

  it('is refused what its grant was not given', () => {
    const given = viewOf(policy, { kind: 'statistics', fields: ['a'] });
    const asked = parsePipeline([{ $match: { dx: 'flu' } }, { $count: 'n' }]);
    expect(() => statisticsQuery(asked, given, policyOf(policy))).toThrow(
      'must not name dx: it is not in your grant',
    );
  });
});

describe('Steps of a value', () => {
  const bounds: Bounds = { min: 0, max: 200_000, step: 100 };
  it.each([
    [0, -2_000],
    [-5, -2_000],
    [1e9, 2_000],
    [100_000, 0],
    [100_050, 2],
    [100_049.9, 0],
    [30_037, -1_400],
  ])('%d is %d', (value, steps) => {
    expect(stepsWithin(bounds)(value)).toBe(steps);
  });

  it('are counted on digits where floats could err', () => {
    const tenths = { min: 0, max: 1, step: 0.1 };
    expect([0.05, 0.15, 0.25, 0.35, 0.45].map((value) => stepsWithin(tenths)(value))).toEqual([
      -8, -6, -4, -2, 0,
    ]);
    expect(stepsWithin({ min: 1e12, max: 1e12 + 1, step: 0.01 })(1e12 + 0.005)).toBe(-98);
  });

  it('of one row are never more than the bounds are apart', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    const check = (each: number) => {
      const steps = stepsWithin(bounds)(each);
      expect(Number.isInteger(steps)).toBe(true);
      expect(Math.abs(steps)).toBeLessThanOrEqual(2_000);
    };
    fc.assert(fc.property(value, check), { seed, numRuns: rounds({ usual: 300, all: 50_000 }) });
  });
});

const terms = statisticsTermsSchema.parse({});
const salary = { path: parsePath('salary', ''), bounds: { min: 0, max: 200_000, step: 100 } };

describe('A cell', () => {
  const exact: GroupTally = { key: null, entities: 100, rows: 100, sums: [-50_900] };
  const cells = (more: Partial<typeof terms> = {}) =>
    new Cells([salary], {
      terms: { ...terms, ...more },
      query: 'q0',
      digest: createKeyedDigest(sampleKey),
    });

  it('of a hundred rows is shown as it was computed elsewhere', () => {
    const salaries = Array.from({ length: 100 }, (_, index) => 30_037 + 900 * index);
    const steps = salaries.reduce((sum, each) => sum + stepsWithin(salary.bounds)(each), 0);
    expect(steps).toBe(-50_900);
    expect(cells().of('', exact)).toEqual({
      n: 100,
      sums: new Map([['salary', { avg: 73_200, sum: 7_169_000 }]]),
    });
  });

  it('is shown from so many entities and so many rows on', () => {
    // The noise of its count is −2, and 61 the threshold.
    expect(cells().of('', { ...exact, rows: 63 })).toBeDefined();
    expect(cells().of('', { ...exact, rows: 62 })).toBeUndefined();
    expect(cells().of('', { ...exact, entities: 8 })).toBeDefined();
    expect(cells().of('', { ...exact, entities: 7 })).toBeUndefined();
  });

  it('has a mean within the bounds, and counts to the nearest multiple', () => {
    expect(
      cells()
        .of('', { ...exact, sums: [1e7] })
        ?.sums.get('salary')?.avg,
    ).toBe(200_000);
    expect(
      cells()
        .of('', { ...exact, sums: [-1e7] })
        ?.sums.get('salary')?.avg,
    ).toBe(0);
    expect(cells({ round_counts: 10 }).of('', exact)?.n).toBe(100);
    expect(cells({ round_counts: 1 }).of('', exact)?.n).toBe(98);
    expect(cells({ round_counts: 7 }).of('', exact)?.n).toBe(98);
  });
});

/** Rows of so many entities, each with as many rows. */
function rowsOf(entities: number, each: number, more: (index: number) => JsonObject = () => ({})) {
  return Array.from({ length: entities * each }, (_, index) => ({
    seq: index + 1,
    document: { patient_id: `p${index % entities}`, dx: 'flu', a: index % 11, ...more(index) },
  }));
}

const ask = (pipeline: JsonValue, options: AskOptions = {}) =>
  new AskedQuestion(pipeline, { policy, ...options });
const only = (tallies: Tallies) => {
  expect(tallies.size).toBe(1);
  return tallies.get('');
};

describe('Contributions', () => {
  const counted = all({ n: { $sum: 1 }, s: sumOf('a') });

  it('are so many rows of each entity at most, the same ones each time @whole', () => {
    const rows = rowsOf(100, 5);
    const withRows = (rows_per_entity: number) =>
      ask(counted, { rows, policy: { ...policy, statistics: { rows_per_entity } } }).tallies;
    expect([1, 3, 5, 9].map((most) => only(withRows(most))?.rows)).toEqual([100, 300, 500, 500]);
    expect(only(withRows(3))?.entities).toBe(100);
    expect(only(withRows(3))?.sums).toEqual(
      only(
        ask(counted, {
          rows: rows.toReversed(),
          policy: { ...policy, statistics: { rows_per_entity: 3 } },
        }).tallies,
      )?.sums,
    );
  });

  it('are rows by their digest, as a reader of the rules would choose them', () => {
    const digest = createKeyedDigest(sampleKey);
    const rows = rowsOf(1, 40);
    const first = rows
      .map(({ seq, document }) => ({
        a: document['a'],
        place: digest('disclosure.row/v1', [seq, 0]).toString('hex'),
      }))
      .toSorted((one, other) => (one.place < other.place ? -1 : 1))
      .slice(0, 3)
      .reduce((sum, { a }) => sum + 2 * a - 10, 0);
    const three = { ...policy, statistics: { rows_per_entity: 3 } };
    expect(only(ask(counted, { rows, policy: three }).tallies)?.sums).toEqual([first]);
  });

  it('are none of a row without entity, with several, or without a number to sum', () => {
    const others: JsonObject[] = [
      { patient_id: null },
      { patient_id: ['p1', 'p2'] },
      { patient_id: {} },
      { a: 'five' },
      { a: null },
      { a: [5] },
    ];
    const rows = others.map((more, index) => ({
      seq: index + 1,
      document: { patient_id: `p${index}`, a: 5, ...more },
    }));
    expect(ask(counted, { rows }).tallies.size).toBe(0);
    expect(only(ask(all({ n: { $sum: 1 } }), { rows }).tallies)?.rows).toBe(3);
    const [, , , { document } = { document: {} }] = rows;
    const again = [...rows, { seq: 9, document: { ...document, a: 5 } }];
    expect(only(ask(counted, { rows: again }).tallies)).toMatchObject({ entities: 1, rows: 1 });
  });

  it('are of each row where no field says whose it is, also of one that is unwound', () => {
    const rows = rowsOf(1, 50, (index) => ({
      visits: [
        { ward: 'a', cost: 1 },
        { ward: 'b', cost: index },
        { ward: 'a', cost: 10 },
      ],
    }));
    const pipeline = [
      { $unwind: '$visits' },
      { $group: { _id: '$visits.ward', n: { $sum: 1 }, s: sumOf('visits.cost') } },
    ];
    const counts = (rows_per_entity: number) =>
      [
        ...ask(pipeline, {
          rows,
          policy: { ...policy, entity: null, statistics: { rows_per_entity } },
        }).tallies,
      ]
        .map(([key, { entities, rows: count }]) => ({ key, entities, count }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    expect(counts(3)).toEqual([
      { key: '"a"', entities: 50, count: 100 },
      { key: '"b"', entities: 50, count: 50 },
    ]);
    const [a, b] = counts(1);
    expect((a?.count ?? 0) + (b?.count ?? 0)).toBe(50);
    expect(a?.entities).toBe(a?.count);
  });

  it('are told apart by the type of their key, and null is as missing', () => {
    const keys: JsonValue[] = [1, '1', true, null];
    const rows = rowsOf(4, 1, (index) => ({ dx: keys[index] ?? null }));
    const missing = { seq: 5, document: { patient_id: 'p9' } };
    const { tallies } = ask([{ $group: { _id: '$dx' } }], { rows: [...rows, missing] });
    expect([...tallies].map(([text, { rows: count }]) => [text, count])).toEqual([
      ['1', 1],
      ['"1"', 1],
      ['true', 1],
      ['', 2],
    ]);
    expect(groupText({ b: 1, a: null })).toBe('{"a":null,"b":1}');
  });

  const wards = fc.constantFrom('a', 'b', 'c');
  const row = fc.record({
    patient_id: fc.constantFrom('p1', 'p2', 'p3', 'p4', null),
    dx: fc.constantFrom('flu', 'hiv', 1, null),
    a: fc.oneof(fc.integer({ min: -5, max: 15 }), fc.constant('none')),
    visits: fc.array(fc.record({ ward: wards, cost: fc.integer({ min: 0, max: 10 }) }), {
      maxLength: 3,
    }),
  });

  it('of one entity change a count by its rows, and a sum by as many times the bounds, at most', () => {
    const asked: JsonValue[] = [
      [{ $group: { _id: '$dx', n: { $sum: 1 }, s: sumOf('a') } }],
      [{ $match: { a: { $gt: 3 } } }, { $group: { _id: null, s: sumOf('a') } }],
      [{ $unwind: '$visits' }, { $group: { _id: '$visits.ward', s: sumOf('visits.cost') } }],
    ];
    const check = (documents: readonly JsonObject[], most: number, pipeline: JsonValue) => {
      const rows = documents.map((document, index) => ({ seq: index + 1, document }));
      const options = { policy: { ...policy, statistics: { rows_per_entity: most } } };
      const withAll = ask(pipeline, { ...options, rows }).tallies;
      const without = rows.filter(({ document }) => document['patient_id'] !== 'p1');
      const withFewer = ask(pipeline, { ...options, rows: without }).tallies;
      let counts = 0;
      let sums = 0;
      for (const [
        group,
        {
          rows: count,
          sums: [sum = 0],
        },
      ] of withAll) {
        const other = withFewer.get(group);
        counts += Math.abs(count - (other?.rows ?? 0));
        sums += Math.abs(sum - (other?.sums[0] ?? 0));
      }
      expect([...withFewer.keys()].every((group) => withAll.has(group))).toBe(true);
      expect(counts).toBeLessThanOrEqual(most);
      expect(sums).toBeLessThanOrEqual(most * 10);
    };
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...asked),
        check,
      ),
      { seed, numRuns: rounds({ usual: 200, all: 5_000 }) },
    );
  });
});

describe('An answer', () => {
  const byDx: JsonValue = [{ $group: { _id: '$dx', n: { $sum: 1 } } }];
  const rows = rowsOf(400, 1, (index) => ({
    dx: ['flu', 'zoster', 'angina', 'rare'][index < 12 ? 3 : index % 3] ?? '',
  }));

  it('has groups by the text of their keys, whatever the order of the rows', () => {
    const key = keyOfGrant(1);
    const answered = ask(byDx, { rows }).answer(key);
    expect(answered.results.map(({ _id }) => _id)).toEqual(['angina', 'flu', 'zoster']);
    const turned = rows.map((each, index) => rows[rows.length - 1 - index] ?? each);
    const again = turned.map(({ document }, index) => ({ seq: index + 1, document }));
    expect(bytesOf(ask(byDx, { rows: again }).answer(key))).toBe(bytesOf(answered));
  });

  it('has the same bytes where a group is withheld, and where there is none', () => {
    const key = keyOfGrant(2);
    const found = (dx: string) => ask([{ $match: { dx } }, { $count: 'n' }], { rows }).answer(key);
    expect(bytesOf(found('rare'))).toBe('{"results":[],"hasMore":false}');
    expect(bytesOf(found('nothing'))).toBe(bytesOf(found('rare')));
  });

  it('goes on with stages over what is shown, up to a limit', () => {
    const key = keyOfGrant(3);
    const sorted = [...(Array.isArray(byDx) ? byDx : []), { $sort: { _id: -1 } }];
    expect(
      ask(sorted, { rows })
        .answer(key)
        .results.map(({ _id }) => _id),
    ).toEqual(['zoster', 'flu', 'angina']);
    const { results, hasMore } = ask(sorted, { rows, limit: 2 }).answer(key);
    expect([results.length, hasMore]).toEqual([2, true]);
    const counted = ask([{ $match: { dx: 'flu' } }, { $count: 'n' }], { rows }).answer(key);
    expect(plain(counted.results)).toEqual([{ n: expect.any(Number) }]);
  });

  it('shows a count, a sum and a mean of one group under their names', () => {
    const pipeline = all({ people: { $count: {} }, paid: sumOf('a'), each: { $avg: '$a' } });
    const [result] = ask(pipeline, { rows: rowsOf(2_000, 1) }).answer(keyOfGrant(4)).results;
    expect(Object.keys(result ?? {})).toEqual(['_id', 'people', 'paid', 'each']);
    expect(Math.abs(Number(result?.['people']) - 2_000)).toBeLessThanOrEqual(50);
    expect(Number(result?.['each'])).toBe(5);
  });

  it('has for a field that is called n a draw of its own, beside the count', () => {
    expect(['n', 'salary', 'a.n'].map(measureName)).toEqual(['$n', 'salary', 'a.n']);
    const cells = new Cells([{ path: parsePath('n', ''), bounds: { min: 0, max: 1, step: 1 } }], {
      terms: { ...terms, round_counts: 1 },
      query: 'q0',
      digest: createKeyedDigest(sampleKey),
    });
    const shown = cells.of('', { key: null, entities: 100, rows: 100, sums: [100] });
    const drawn = noiseAt(
      createKeyedDigest(sampleKey),
      { query: 'q0', group: '', measure: '$n' },
      0.25,
    );
    expect(shown?.n).toBe(98);
    expect(shown?.sums.get('n')?.sum).toBe(Math.round((98 + 100 + drawn) / 2));
  });
});

describe.runIf(hasPython)('A second computation', () => {
  it('shows the same cells', () => {
    const random = randomFrom(20_261_127);
    const whole = (least: number, most: number) =>
      least + Math.floor(random() * (most - least + 1));
    const cases = Array.from({ length: 60 }, (_, index) => {
      const key = keyOfGrant(index);
      const rows_per_entity = whole(1, 3);
      const statistics = {
        rows_per_entity,
        min_entities: whole(2, 20),
        round_counts: whole(1, 10),
      };
      const step = [1, 0.5, 0.1][index % 3] ?? 1;
      const fields = { ...Object(policy['fields']), a: { ...bounded, step } };
      const rows = rowsOf(whole(15, 90), whole(1, 4), () => ({ a: whole(-20, 120) / 10 }));
      const asked = new AskedQuestion(all({ n: { $sum: 1 }, s: sumOf('a'), m: { $avg: '$a' } }), {
        policy: { ...policy, fields, statistics },
        rows,
      });
      const [result] = asked.answer(key).results;
      const own = result && { n: result['n'], a: { avg: result['m'], sum: result['s'] } };
      const sent = [
        'cell',
        key.toString('hex'),
        Buffer.from(sampleKey).toString('hex'),
        asked.digest,
        '',
        { ...terms, ...statistics },
        [['a', 0, 10, step]],
        rows.map(({ seq, document }) => [seq, 0, document.patient_id, [document.a]]),
      ] as const;
      return { sent, own: own ?? null };
    });
    expect(askReference(cases.map(({ sent }) => sent))).toEqual(cases.map(({ own }) => plain(own)));
    // Some are shown, and some are not.
    expect(cases.filter(({ own }) => own === null).length).toBeGreaterThan(5);
    expect(cases.filter(({ own }) => own !== null).length).toBeGreaterThan(10);
  });
});
