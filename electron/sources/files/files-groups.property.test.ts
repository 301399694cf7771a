/** Whatever the group: DuckDB, and rows that come some at a time, give the results of the stages over all rows. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { parsePipeline } from '../../aggregation/parse-pipeline.ts';
import { runStages } from '../../aggregation/run-stages.ts';
import { FilterError } from '../../filters/filter.ts';
import { rounds } from '../../testing/rounds.ts';
import { pushPipeline } from '../push-pipeline.ts';
import { ParquetFolder } from '../testing/parquet.ts';
import { typedReading } from '../testing/typed-rows.ts';
import { FilesEngine } from './files-engine.ts';
import { groupQuery } from '../group-query.ts';
import { duckdbGroups } from './files-rows.ts';

const pipelines = rounds({ usual: 40, all: 1_200 });
const folder = new ParquetFolder();
const engine = new FilesEngine(`${folder.path}/temporary`);
const signal = new AbortController().signal;
afterAll(() => folder.remove());

const path = fc.constantFrom('a', 'b', 'c.a', 'c.c', 'é.a', '0', '1', 'x y', 'q"', "o'", 'nothing');
const reference = path.map((each) => `$${each}`);
const member = fc.oneof(
  fc
    .constantFrom('$sum', '$avg', '$min', '$max')
    .chain((name) =>
      fc
        .oneof({ weight: 8, arbitrary: reference }, fc.constantFrom<JsonValue>(1, 2))
        .map((operand): JsonObject => ({ [name]: operand })),
    ),
  fc.constant<JsonObject>({ $count: {} }),
);
const id = fc.oneof(
  fc.constant<JsonValue>(null),
  reference,
  fc.tuple(reference, reference).map(([x, y]): JsonValue => ({ x, y })),
);
const group = fc
  .tuple(id, fc.array(member, { maxLength: 3 }))
  .map(([_id, members]): JsonObject => ({
    $group: Object.fromEntries([['_id', _id], ...members.map((each, at) => [`m${at}`, each])]),
  }));
const pipeline = fc
  .tuple(
    fc.constantFrom<JsonValue[]>([], [{ $unwind: '$b' }], [{ $unwind: '$é' }]),
    fc.oneof(
      { weight: 5, arbitrary: group },
      fc.constantFrom<JsonObject>({ $count: 'n' }, { $sort: { a: 1, '0': -1 } }),
    ),
    fc.constantFrom<JsonValue[]>(
      [],
      [{ $sort: { m0: -1, _id: 1 } }],
      [{ $skip: 1 }, { $limit: 3 }],
    ),
  )
  .map(([before, stage, after]): JsonValue[] => [...before, stage, ...after]);

/** Sums of doubles agree to 12 digits. */
function rounded(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value), (_, each: JsonValue) =>
    typeof each === 'number' ? Number(each.toPrecision(12)) : each,
  );
}

async function outcome(run: () => Promise<readonly JsonObject[]>): Promise<JsonValue> {
  try {
    return rounded([...(await run())]);
  } catch (error) {
    if (error instanceof FilterError) return `${error.path} ${error.message}`;
    throw error;
  }
}

async function* inParts<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += 13) yield rows.slice(at, at + 13);
}

it('groups as the stages do', async () => {
  const { reading, documents } = await typedReading(folder, engine, signal);
  const rows = documents.map((document, at) => ({ document, origin: at + 1 }));
  let byEngine = 0;
  for (const value of fc.sample(pipeline, { numRuns: pipelines, seed: 7 })) {
    const stages = parsePipeline(value);
    const limit = 50;
    const expected = await outcome(async () =>
      [...runStages(rows, stages, { limit })].slice(0, limit).map(({ document }) => document),
    );
    const pushed = await outcome(async () => {
      const { results } = await pushPipeline(stages, 0, inParts(rows), { limit });
      return results;
    });
    expect({ value, results: pushed }).toEqual({ value, results: expected });
    const begin = stages[0]?.kind === 'unwind' ? 2 : 1;
    const query = groupQuery(stages.slice(0, begin), reading.fields, duckdbGroups);
    if (query === undefined) continue;
    byEngine += 1;
    const condition = { sql: '1', values: [] };
    const found = await outcome(async () => {
      const groups = query.read(await engine.group(reading, { condition, ...query }, signal));
      return [...runStages(groups, stages, { limit }, begin)]
        .slice(0, limit)
        .map(({ document }) => document);
    });
    expect({ value, results: found }).toEqual({ value, results: expected });
  }
  console.log(`${pipelines} pipelines, ${byEngine} of them grouped by DuckDB`);
  expect(byEngine).toBeGreaterThan(pipelines / 5);
});
