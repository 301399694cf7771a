/** Whatever the rows and the question: columns tally what the rows do. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { memoryChunks } from '../columns/testing/memory-chunks.ts';
import { scanColumns } from '../columns/scan-columns.ts';
import { policyOf, sampleKey } from '../policies/testing/sample-policy.ts';
import { View, type ViewedSource } from '../policies/view.ts';
import { rounds } from '../testing/rounds.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';
import { Tally, tally } from './contribution.ts';
import type { Tallies } from './group-tallies.ts';
import { statisticsQuery } from './shape.ts';

const few = fc.constantFrom('a', 'b', 'ä', '');
const scalar = fc.oneof(few, fc.constantFrom<JsonValue>(null, true, 1, 1.5, -0, 'x'));
const listed = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const rowArbitrary = fc.record<JsonObject>(
  {
    who: fc.oneof({ weight: 4, arbitrary: few }, { weight: 1, arbitrary: listed }),
    dx: listed,
    tags: listed,
    sex: scalar,
    pay: fc.oneof({ weight: 4, arbitrary: fc.double({ min: -1, max: 60, noNaN: true }) }, scalar),
    deep: fc.record<JsonObject>({ at: fc.integer({ min: 0, max: 9 }) }),
  },
  { requiredKeys: [] },
);

const groups = fc.constantFrom<JsonValue>(
  null,
  '$dx',
  '$tags',
  '$deep.at',
  '$hidden',
  { dx: '$dx', sex: '$sex' },
  { $toUpper: '$sex' },
);
const fields = fc.constantFrom<JsonObject>(
  { n: { $sum: 1 } },
  { n: { $count: {} }, pay: { $avg: '$pay' } },
  { pay: { $sum: '$pay' }, at: { $avg: '$deep.at' } },
);
const fronts = fc.constantFrom<JsonObject[]>(
  [],
  [{ $match: { pay: { $gt: 20 } } }],
  [{ $match: { sex: { $ne: 'a' } } }, { $match: { $or: [{ dx: 'a' }, { tags: 'b' }] } }],
  [{ $match: { hidden: 'hmac' } }],
  [{ $unwind: '$tags' }],
  [
    { $match: { dx: { $in: ['a', 1] } } },
    { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } },
  ],
);

const bounds = { method: 'statistics', min: 0, max: 50, step: 0.5 };
const policy = policyOf({
  entity: 'who',
  kinds: ['statistics'],
  unlisted: 'clear',
  fields: { pay: bounds, 'deep.at': { ...bounds, step: 1 }, hidden: { method: 'hash' } },
});
const keys = { grant: sampleKey, dataset: sampleKey };
const view = new View({ policy, kind: 'statistics', keys, dataset: 1 });

function overColumns(tallying: Tally, rows: readonly ViewedSource[], chunkOf: number) {
  const { filter } = tallying;
  if (filter === undefined) return { tallies: undefined, cells: 0 };
  let cells = 0;
  const documents = rows.map(({ document }) => document);
  const parts = scanColumns({
    chunks: memoryChunks(documents, chunkOf),
    last: rows.length,
    after: 0,
    filter,
    isStored: (path) => view.stateOf(path) === 'clear',
    erased: () => [],
  });
  for (const part of parts) {
    if (part.kind === 'cells' && part.rest === undefined && tallying.addCells(part)) cells += 1;
    else tallying.add(rows.slice(part.from - 1, part.to));
  }
  return { tallies: tallying.end(), cells };
}

const inOrder = (tallies: Tallies) =>
  [...tallies].toSorted(([one], [other]) => (one < other ? -1 : 1));

const asked = fc.record({
  rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 24 }),
  front: fronts,
  key: groups,
  measures: fields,
  entity: fc.constantFrom('who', null, 'deep.at'),
  rowsPerEntity: fc.integer({ min: 1, max: 3 }),
  chunkOf: fc.integer({ min: 1, max: 9 }),
});

it('tallies alike over columns and over rows', { timeout: 600_000 }, () => {
  const runs = rounds({ usual: 300, all: 20_000 });
  const seen = { cells: 0, groups: 0 };
  fc.assert(
    fc.property(asked, ({ rows, front, key, measures, entity, rowsPerEntity, chunkOf }) => {
      const made: JsonObject[] = JSON.parse(JSON.stringify(rows));
      const sources = made.map((document, index) => ({ seq: index + 1, document }));
      const pipeline = parsePipeline([...front, { $group: { _id: key, ...measures } }]);
      const query = statisticsQuery(pipeline, view, policy);
      const means = { view, entity, rowsPerEntity, digest: createKeyedDigest(sampleKey) };
      const { tallies, cells } = overColumns(new Tally(query, means), sources, chunkOf);
      if (tallies === undefined) return;
      expect(inOrder(tallies)).toEqual(inOrder(tally(query, sources, means)));
      if (cells > 0) seen.cells += 1;
      if (tallies.size > 1) seen.groups += 1;
    }),
    { numRuns: runs },
  );
  expect(seen.cells).toBeGreaterThan(runs / 5);
  expect(seen.groups).toBeGreaterThan(runs / 20);
});
