/** The order of rows: as stated, page after page. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { FilterError } from './filter.ts';
import {
  comparePositions,
  firstRows,
  parseSort,
  sortPosition,
  type SortPosition,
} from './sort-rows.ts';
import {
  documentArbitrary,
  pathArbitrary,
  regularDocumentArbitrary,
} from './testing/arbitrary-filters.ts';
import { rounds } from '../testing/rounds.ts';

function order(documents: readonly JsonObject[], sort: string): number[] {
  return firstRows(
    documents.map((document, seq) => ({ seq, document })),
    parseSort(sort),
    { limit: 100 },
  ).map(({ row }) => row.seq);
}

describe('the order', () => {
  it('is: empty array, null and missing, numbers, strings, objects, arrays, booleans', () => {
    const sorted: JsonObject[] = [
      { a: [] },
      { a: null },
      {},
      { a: -1.5 },
      { a: 2 },
      { a: '' },
      { a: '\uffff' },
      { a: '😀' },
      { a: { b: 1 } },
      { a: [[1]] },
      { a: false },
      { a: true },
    ];
    expect(order(sorted, 'a')).toEqual([...sorted.keys()]);
    expect(order(sorted, '-a')).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2, 0]);
  });

  it('takes the least element of an array, descending the greatest', () => {
    const documents = [{ a: [3, 9] }, { a: 5 }, { a: [4, 6] }];
    expect(order(documents, 'a')).toEqual([0, 2, 1]);
    expect(order(documents, '-a')).toEqual([0, 2, 1]);
    expect(order([{ a: [1, 'x'] }, { a: 2 }], '-a')).toEqual([0, 1]);
  });

  it('breaks ties by seq, ascending either way', () => {
    expect(order([{ a: 1 }, { a: 1 }, { a: 1 }], '-a')).toEqual([0, 1, 2]);
  });

  it.each(['', 'a..b', { a: 2 }, {}, 5, { 'a.$b': 1 }])('is refused: %j', (sort) => {
    expect(() => parseSort(sort)).toThrow(FilterError);
  });
});

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are paged as they are sorted', () => {
    const field = fc.tuple(pathArbitrary, fc.constantFrom(1, -1));
    fc.assert(
      fc.property(
        fc.array(documents, { maxLength: 25 }),
        fc.array(field, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, fields, size) => {
          const spec = parseSort(
            Object.fromEntries(fields.filter(([name]) => name !== '__proto__').concat([['a', 1]])),
          );
          const expected = rows
            .map((document, seq) => sortPosition(document, spec, seq))
            .toSorted((left, right) => comparePositions(left, right, spec));
          const sequenced = rows.map((document, seq) => ({ seq, document }));
          const paged: SortPosition[] = [];
          for (let more = true; more;) {
            const page = firstRows(sequenced, spec, { limit: size, after: paged.at(-1) });
            paged.push(...page.map(({ position }) => position));
            more = page.length > 0;
          }
          expect(paged).toEqual(expected);
        },
      ),
      { numRuns: rounds({ usual: 50, all: 150 }) },
    );
  });
});
