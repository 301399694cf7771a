/** Whatever the documents: columns sort them as their documents are sorted, the first of them and all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { comparePositions, parseSort, sortPosition } from '../filters/sort-rows.ts';
import {
  documentArbitrary,
  pathArbitrary,
  regularDocumentArbitrary,
} from '../filters/testing/arbitrary-filters.ts';
import { rounds } from '../testing/rounds.ts';
import { OrderBuilder } from './sort-columns.ts';
import { memoryChunks } from './testing/memory-chunks.ts';

const runs = rounds({ usual: 60, all: 5_000 });

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are sorted alike over columns and one by one', () => {
    let told = 0;
    const field = fc.tuple(pathArbitrary, fc.constantFrom(1, -1));
    fc.assert(
      fc.property(
        fc.array(documents, { maxLength: 25 }),
        fc.array(field, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        (made, fields, most, chunkOf) => {
          const rows: JsonObject[] = JSON.parse(JSON.stringify(made));
          const named = fields.filter(([name]) => name !== '__proto__');
          const sort = parseSort(Object.fromEntries(named.length === 0 ? [['a', 1]] : named));
          const positions = rows.map((row, index) => sortPosition(row, sort, index + 1));
          const expected = positions
            .toSorted((one, other) => comparePositions(one, other, sort))
            .map(({ seq }) => seq);
          const [all, first] = [new OrderBuilder(sort), new OrderBuilder(sort, most)];
          const chunks = memoryChunks(rows, chunkOf);
          for (let seq = 1; seq <= rows.length;) {
            const chunk = chunks.find((each) => each.first === seq);
            const columns = sort.map(({ path }) => chunk?.column(path.text));
            const count = chunk?.rows ?? 1;
            if (chunk !== undefined && columns.every((column) => column !== undefined)) told += 1;
            for (const builder of [all, first]) {
              if (chunk !== undefined && columns.every((column) => column !== undefined)) {
                builder.addCells(seq, new Uint8Array(count).fill(1), columns);
                continue;
              }
              for (const position of positions.slice(seq - 1, seq - 1 + count)) {
                builder.add(position.seq, position.keys);
              }
            }
            seq += count;
          }
          expect([...all.order()]).toEqual(expected);
          expect([...first.order()]).toEqual(expected.slice(0, most));
        },
      ),
      { numRuns: runs },
    );
    expect(told).toBeGreaterThan(runs / 20);
  });
});
