/** The order of rows: as stated, alike in JavaScript and in SQL, page after page. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { compileSort } from './compile-sort.ts';
import { FilterError } from './filter.ts';
import {
  comparePositions,
  firstRows,
  parseSort,
  sortPosition,
  type SortKey,
  type SortPosition,
  type SortSpec,
} from './sort-rows.ts';
import {
  documentArbitrary,
  pathArbitrary,
  regularDocumentArbitrary,
} from './testing/arbitrary-filters.ts';
import { DocumentTable } from './testing/document-table.ts';
import { rounds } from '../testing/rounds.ts';

const table = new DocumentTable();
afterAll(() => table.database.close());

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

interface KeyRow {
  readonly seq: number;
  readonly [key: string]: number | string | null;
}

/** Every row with its keys, in pages of `size`, each page begun from the last row of the one before. */
function pagesBySql(
  spec: SortSpec,
  size: number,
  withProfile: boolean,
): SortPosition[] | undefined {
  const sort = compileSort(spec, {
    document: 'document',
    seq: 'seq',
    profile: withProfile ? table.profile : undefined,
  });
  if (sort === undefined) return undefined;
  const columns = sort.keys.map(
    ({ rank, value }, index) => `${rank} AS r${index}, ${value} AS v${index}`,
  );
  const read = (condition: string, parameters: readonly unknown[], limit: number): SortPosition[] =>
    table.database
      .prepare<unknown[], KeyRow>(
        `SELECT seq, ${columns.join(', ')} FROM documents WHERE ${condition} ORDER BY ${sort.orderBy} LIMIT ${limit}`,
      )
      .all(...parameters)
      .map((row) => ({
        seq: row.seq,
        keys: spec.map((_, index): SortKey => ({
          rank: Number(row[`r${index}`]),
          value: row[`v${index}`] ?? null,
        })),
      }));
  const found: SortPosition[] = read('1', [], size);
  for (let page = found; page.length > 0;) {
    const last = found.at(-1);
    page = [];
    if (last === undefined) break;
    for (const segment of sort.after(last)) {
      if (page.length < size)
        page.push(...read(segment.sql, segment.parameters, size - page.length));
    }
    found.push(...page);
  }
  return found;
}

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are sorted and paged by SQL as by JavaScript', () => {
    expect.hasAssertions();
    const field = fc.tuple(pathArbitrary, fc.constantFrom(1, -1));
    fc.assert(
      fc.property(
        fc.array(documents, { maxLength: 25 }),
        fc.array(field, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, fields, size) => {
          table.replaceDocuments(rows);
          const spec = parseSort(
            Object.fromEntries(fields.filter(([name]) => name !== '__proto__').concat([['a', 1]])),
          );
          const expected = rows
            .map((document, seq) => sortPosition(document, spec, seq))
            .toSorted((left, right) => comparePositions(left, right, spec));
          for (const withProfile of [true, false]) {
            // A path that SQL cannot sort by is sorted by `firstRows`, below.
            const found = pagesBySql(spec, size, withProfile) ?? expected;
            expect(found).toEqual(expected);
          }
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

describe('an index on the expression of a field', () => {
  it('gives every page of a sorted list as a range', () => {
    table.replaceDocuments(Array.from({ length: 300 }, (_row, index) => ({ age: index % 90 })));
    const sort = compileSort(parseSort('age'), {
      document: 'document',
      seq: 'seq',
      profile: table.profile,
    });
    expect(sort?.isIndexable).toBe(true);
    table.database.exec(`CREATE INDEX by_age ON documents (${sort?.keys[0]?.value ?? ''}, seq)`);
    const [segment] = sort?.after({ keys: [{ rank: 2, value: 40 }], seq: 7 }) ?? [];
    const plan = table.database
      .prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT seq FROM documents WHERE ${segment?.sql ?? ''} ORDER BY ${sort?.orderBy ?? ''} LIMIT 100`,
      )
      .all(...(segment?.parameters ?? []))
      .map(({ detail }) => detail);
    expect(plan).toEqual([
      expect.stringMatching(/^SEARCH documents USING .*INDEX by_age \(<expr>>/),
    ]);
    table.database.exec('DROP INDEX by_age');
  });
});
