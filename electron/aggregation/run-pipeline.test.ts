/** Pipelines: what each stage and accumulator means, and that all three ways of running agree. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { FilterError } from '../filters/filter.ts';
import {
  documentArbitrary,
  pathArbitrary,
  filterArbitrary,
  regularDocumentArbitrary,
} from '../filters/testing/arbitrary-filters.ts';
import { DocumentTable } from '../filters/testing/document-table.ts';
import { memoryChunks } from '../columns/testing/memory-chunks.ts';
import { scanColumns } from '../columns/scan-columns.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import type { AggregationSource } from './aggregation-source.ts';
import { shortestTime } from '../testing/shortest-time.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { mostGroups, pipelinePaths } from './pipeline.ts';
import { runPipeline, type PipelineOptions, type PipelineResult } from './run-pipeline.ts';
import { rounds } from '../testing/rounds.ts';

const table = new DocumentTable();
afterAll(() => table.database.close());

/** Chunks of so few rows that a handful of documents has some, and some behind them. */
const rowsOfChunk = 3;

function sourceOf(withColumns = true): AggregationSource {
  const { documents } = table;
  const rows: AggregationSource['rows'] = function* select(
    filter,
    range = { from: 1, to: documents.length },
  ) {
    const matches = evaluator(filter);
    for (let seq = range.from; seq <= range.to; seq += 1) {
      const document = documents[seq - 1];
      if (document !== undefined && matches(document)) yield { seq, document };
    }
  };
  const scan: AggregationSource['scan'] = (filter) =>
    scanColumns({
      chunks: withColumns ? memoryChunks(documents, rowsOfChunk) : [],
      last: documents.length,
      after: 0,
      filter,
      isStored: () => true,
      erased: () => [],
    });
  return { rows, scan, isStored: () => true };
}

interface RunOptions extends Partial<PipelineOptions> {
  readonly withColumns?: boolean;
}

function run(pipeline: JsonValue, { withColumns, ...options }: RunOptions = {}): PipelineResult {
  const parsed = parsePipeline(pipeline);
  const result = runPipeline(parsed, sourceOf(withColumns), { limit: 100, ...options });
  return { ...result, results: result.results.map(plain) };
}

function plain(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document));
}

function results(documents: readonly JsonObject[], pipeline: JsonValue): readonly JsonValue[] {
  table.replaceDocuments(documents);
  return run(pipeline).results;
}

const patients = [
  { diagnosis: 'asthma', age: 30, tags: ['a', 'b'], lab: { glucose: 90.5 } },
  { diagnosis: 'copd', age: 71, tags: ['b'], lab: { glucose: 101 } },
  { diagnosis: 'asthma', age: 64, tags: [], lab: {} },
  { diagnosis: 'copd', age: 80, lab: { glucose: 99 } },
  { diagnosis: 'asthma', age: 41, tags: ['c'], lab: { glucose: null } },
];

describe('stages', () => {
  it.each<readonly [string, JsonValue, JsonValue]>([
    [
      'match, group and sort',
      [
        { $match: { age: { $gte: 40 } } },
        { $group: { _id: '$diagnosis', mean: { $avg: '$age' }, rows: { $sum: 1 } } },
        { $sort: { _id: -1 } },
      ],
      [
        { _id: 'copd', mean: 75.5, rows: 2 },
        { _id: 'asthma', mean: 52.5, rows: 2 },
      ],
    ],
    [
      'the same without $',
      [{ match: { age: { $gte: 40 } } }, { group: { _id: '$diagnosis', rows: { count: {} } } }],
      [
        { _id: 'copd', rows: 2 },
        { _id: 'asthma', rows: 2 },
      ],
    ],
    [
      'all accumulators',
      [
        {
          group: {
            _id: null,
            sum: { sum: '$lab.glucose' },
            avg: { avg: '$lab.glucose' },
            min: { min: '$lab.glucose' },
            max: { max: '$diagnosis' },
            count: { count: {} },
          },
        },
      ],
      [{ _id: null, sum: 290.5, avg: 290.5 / 3, min: 90.5, max: 'copd', count: 5 }],
    ],
    [
      '$sum of nothing 0, $avg of nothing null',
      [
        {
          group: { _id: null, sum: { sum: '$none' }, avg: { avg: '$none' }, min: { min: '$none' } },
        },
      ],
      [{ _id: null, sum: 0, avg: null, min: null }],
    ],
    [
      'an object of paths as key',
      [
        { group: { _id: { d: '$diagnosis', g: '$lab.glucose' }, rows: { sum: 1 } } },
        { sort: { rows: -1 } },
        { limit: 1 },
      ],
      [{ _id: { d: 'asthma', g: null }, rows: 2 }],
    ],
    ['count', [{ match: { diagnosis: 'asthma' } }, { count: 'found' }], [{ found: 3 }]],
    ['count of none', [{ match: { diagnosis: 'none' } }, { count: 'found' }], [{ found: 0 }]],
    [
      'unwind',
      [{ unwind: '$tags' }, { group: { _id: '$tags', rows: { sum: 1 } } }, { sort: '_id' }],
      [
        { _id: 'a', rows: 1 },
        { _id: 'b', rows: 2 },
        { _id: 'c', rows: 1 },
      ],
    ],
    [
      'unwind that keeps what is empty',
      [{ unwind: { path: '$tags', preserveNullAndEmptyArrays: true } }, { count: 'rows' }],
      [{ rows: 6 }],
    ],
    [
      'sort, skip, limit and project',
      [{ sort: { age: -1 } }, { skip: 1 }, { limit: 2 }, { project: { age: 1, of: '$diagnosis' } }],
      [
        { age: 71, of: 'copd' },
        { age: 64, of: 'asthma' },
      ],
    ],
    [
      'project that leaves out',
      [{ limit: 1 }, { project: { tags: 0, 'lab.glucose': 0 } }],
      [{ diagnosis: 'asthma', age: 30, lab: {} }],
    ],
    [
      'project of a group without its key',
      [{ group: { _id: null, top: { max: '$age' } } }, { project: { _id: 0, top: 1 } }],
      [{ top: 80 }],
    ],
    [
      'a group of groups',
      [
        { group: { _id: '$diagnosis', rows: { sum: 1 } } },
        { group: { _id: null, most: { max: '$rows' } } },
      ],
      [{ _id: null, most: 3 }],
    ],
  ])('%s', (_name, pipeline, expected) => {
    expect(results(patients, pipeline)).toEqual(expected);
  });
});

describe('groups', () => {
  it('keep types apart, and missing and null together', () => {
    const documents = [{ a: true }, { a: 1 }, { a: '1' }, {}, { a: null }, { a: 1 }, { a: 'null' }];
    expect(results(documents, [{ group: { _id: '$a', rows: { sum: 1 } } }])).toEqual([
      { _id: true, rows: 1 },
      { _id: 1, rows: 2 },
      { _id: '1', rows: 1 },
      { _id: null, rows: 2 },
      { _id: 'null', rows: 1 },
    ]);
  });

  it('lose nothing of small parts in a large sum', () => {
    const documents = [1e16, 1, 1, 1, -1e16, 0.1, 0.2, 0.3].map((a) => ({ a }));
    expect(results(documents, [{ group: { _id: null, sum: { sum: '$a' } } }])).toEqual([
      { _id: null, sum: 3.6 },
    ]);
  });

  it('have a sum of null where no number can hold it', () => {
    const documents = [{ a: Number.MAX_VALUE }, { a: Number.MAX_VALUE }];
    expect(results(documents, [{ group: { _id: null, sum: { sum: '$a' } } }])).toEqual([
      { _id: null, sum: null },
    ]);
  });

  it('are counted by row: a count of none is 0', () => {
    table.replaceDocuments(patients);
    const count = (age: number) =>
      run([{ match: { age: { $gt: age } } }, { count: 'rows' }]).results;
    expect([count(70), count(90), count(35)]).toEqual([
      [{ rows: 2 }],
      [{ rows: 0 }],
      [{ rows: 4 }],
    ]);
  });

  it('may be 10,000 and no more @whole', () => {
    table.replaceDocuments(Array.from({ length: mostGroups + 1 }, (_row, a) => ({ a, b: [a] })));
    for (const key of ['$a', '$b']) {
      const pipeline = [{ match: {} }, { group: { _id: key } }];
      expect(() => run(pipeline)).toThrow(
        expect.objectContaining({ path: '1.group', message: 'makes more than 10000 groups' }),
      );
    }
    expect(() => run([{ sort: 'a' }, { group: { _id: '$c' } }])).toThrow(FilterError);
    expect(run([{ sort: '-a' }, { limit: 1 }]).results).toEqual([
      { a: mostGroups, b: [mostGroups] },
    ]);
  });
});

describe('results', () => {
  it('end at the limit and say that there is more', () => {
    table.replaceDocuments(patients);
    expect(run([{ project: { age: 1 } }], { limit: 4 })).toMatchObject({ hasMore: true });
    expect(run([{ project: { age: 1 } }], { limit: 5 })).toMatchObject({ hasMore: false });
  });
});

describe('parsePipeline refuses', () => {
  it.each<readonly [JsonValue, string]>([
    [{}, ''],
    [Array.from({ length: 21 }, () => ({ limit: 1 })), ''],
    [[{}], '0'],
    [[{ match: {}, limit: 1 }], '0'],
    [[{ $lookup: {} }], '0.$lookup'],
    [[{ limit: 1 }, { match: { a: { $near: 1 } } }], '1.match.a.$near'],
    [[{ group: { total: { sum: 1 } } }], '0.group'],
    [[{ group: { _id: 'diagnosis' } }], '0.group._id'],
    [[{ group: { _id: null, total: { mergeObjects: '$a' } } }], '0.group.total'],
    [[{ group: { _id: null, total: { sum: 'a' } } }], '0.group.total.sum'],
    [[{ group: { _id: null, 'a.b': { sum: 1 } } }], '0.group.a.b'],
    [[{ limit: 0 }], '0.limit'],
    [[{ skip: -1 }], '0.skip'],
    [[{ sort: { a: 2 } }], '0.sort.a'],
    [[{ count: '$a' }], '0.count'],
    [[{ unwind: 'a' }], '0.unwind'],
    [[{ project: {} }], '0.project'],
    [[{ project: { a: 1, b: 0 } }], '0.project.b'],
  ])('%j', (pipeline, path) => {
    expect(() => parsePipeline(pipeline)).toThrow(
      expect.objectContaining({ name: 'FilterError', path }),
    );
  });
});

it('pipelinePaths names every path of the rows', () => {
  const pipeline = parsePipeline([
    { match: { age: 1, visits: { $elemMatch: { ward: 'A' } } } },
    { unwind: '$tags' },
    { group: { _id: { d: '$diagnosis' }, g: { avg: '$lab.glucose' } } },
    { sort: 'g' },
  ]);
  expect(pipelinePaths(pipeline)).toEqual([
    'age',
    'visits',
    'visits.ward',
    'tags',
    'diagnosis',
    'lab.glucose',
  ]);
});

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are aggregated alike over columns and one by one', () => {
    const executions = new Set<string>();
    const reference = pathArbitrary.map((path) => `$${path}`);
    const key = fc.oneof(
      fc.constant(null),
      reference,
      fc.tuple(reference, reference).map(([one, other]) => ({ one, other })),
    );
    const unwind = fc.oneof(
      fc.constant([]),
      reference.map((path) => [{ unwind: path }]),
      reference.map((path) => [{ unwind: { path, preserveNullAndEmptyArrays: true } }]),
    );
    fc.assert(
      fc.property(
        fc.array(documents, { maxLength: 20 }),
        fc.option(filterArbitrary, { nil: {} }),
        unwind,
        key,
        reference,
        (rows, filter, unwound, _id, operand) => {
          table.replaceDocuments(rows);
          const fields = Object.fromEntries(
            ['sum', 'avg', 'min', 'max', 'first'].map((name) => [name, { [name]: operand }]),
          );
          const group = { group: { _id, ...fields, rows: { count: {} } } };
          for (const last of [group, { count: 'rows' }]) {
            // An empty skip in front keeps the group from being pushed down.
            const stages = [{ match: filter }, ...unwound];
            const expected = run([...stages, { skip: 0 }, last], { withColumns: false });
            for (const withColumns of [true, false]) {
              const { execution, ...found } = run([...stages, last], { withColumns });
              executions.add(execution);
              expect({ ...found, execution: 'documents' }).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: rounds({ usual: 60, all: 400 }) },
    );
    expect(executions).toEqual(new Set(['columns', 'documents']));
  });
});

describe('hostile pipelines answer within 100 ms', () => {
  let deep: JsonValue = 1;
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  it.each<readonly [string, JsonValue]>([
    ['depth', deep],
    ['depth in a filter', [{ match: { a: deep } }]],
    ['depth in a stage', [{ group: { _id: { a: deep } } }]],
    ['a stage called __proto__', JSON.parse('[{"__proto__": {"match": {}}}]')],
    ['a field called __proto__', JSON.parse('[{"group": {"_id": null, "__proto__": {"sum": 1}}}]')],
    ['20 unwinds', Array.from({ length: 20 }, () => ({ unwind: '$a' }))],
    ['64 KB', [{ count: 'x'.repeat(70_000) }]],
  ])('%s', (_name, pipeline) => {
    table.replaceDocuments([{ a: [1, 2, 3] }]);
    expect(attempt(pipeline)).toMatch(/^(?:refused|answered)$/);
    expect(shortestTime(() => attempt(pipeline))).toBeLessThan(100);
  });
});

function attempt(pipeline: JsonValue): string {
  try {
    run(pipeline);
    return 'answered';
  } catch (error) {
    return error instanceof FilterError ? 'refused' : String(error);
  }
}
