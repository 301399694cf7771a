/** Whatever the group: DuckDB, and rows that come some at a time, give the results of the stages over all rows. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { parsePipeline } from '../../aggregation/parse-pipeline.ts';
import { runStages } from '../../aggregation/run-stages.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import { pushPipeline } from '../push-pipeline.ts';
import { groupArbitrary, inParts, outcome } from '../testing/arbitrary-groups.ts';
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

it('groups as the stages do', { timeout: isWhole ? 3_600_000 : 120_000 }, async () => {
  const { reading, documents } = await typedReading(folder, engine, signal);
  const rows = documents.map((document, at) => ({ document, origin: at + 1 }));
  let byEngine = 0;
  for (const value of fc.sample(groupArbitrary, { numRuns: pipelines, seed: 7 })) {
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
    const query = groupQuery(stages.slice(0, begin), reading.fields, duckdbGroups(reading.fields));
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
