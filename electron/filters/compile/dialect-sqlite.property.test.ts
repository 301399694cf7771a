/** Whatever the documents and the filter: SQL with a profile, SQL without one and the evaluator agree. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { evaluator } from '../evaluate-filter.ts';
import { parseRowFilter } from '../parse-filter.ts';
import {
  documentArbitrary,
  filterArbitrary,
  pathArbitrary,
  pointedFilters,
  regularDocumentArbitrary,
  valueArbitrary,
} from '../testing/arbitrary-filters.ts';
import { DocumentTable } from '../testing/document-table.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';

/** Queries that are compared for each kind of documents. */
const queriesOfKind = rounds({ usual: 80, all: 50_000 });
const seed = process.env['PROOFDESK_SEED'];
const timeout = isWhole ? 3_600_000 : 120_000;
/** Queries of a run: so many filters over the same documents. */
const filtersOfRun = 10;
const runs = queriesOfKind / filtersOfRun;

const table = new DocumentTable();
afterAll(() => table.database.close());

function evaluated(filter: JsonValue, documents: readonly JsonObject[]): number[] {
  const matches = evaluator(parseRowFilter(filter));
  return documents.flatMap((document, index) => (matches(document) ? [index] : []));
}

/** Filters that were compared: all of them, those with some but not all documents, and those finished in JavaScript. */
interface Tally {
  all: number;
  some: number;
  residual: number;
}

function expectAgreement(filter: JsonValue, documents: readonly JsonObject[], tally: Tally): void {
  const expected = evaluated(filter, documents);
  tally.all += 1;
  if (expected.length > 0 && expected.length < documents.length) tally.some += 1;
  if (!table.compile(filter, { withProfile: true }).exact) tally.residual += 1;
  expect(table.find(filter, { withProfile: true }), 'with a profile').toEqual(expected);
  expect(table.find(filter, { withProfile: false }), 'without a profile').toEqual(expected);
}

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are found alike with a profile, without one and by the evaluator', { timeout }, () => {
    const tally: Tally = { all: 0, some: 0, residual: 0 };
    fc.assert(
      fc.property(
        fc.array(documents, { minLength: 1, maxLength: 20 }),
        fc.array(filterArbitrary, { minLength: filtersOfRun, maxLength: filtersOfRun }),
        (rows, filters) => {
          table.replaceDocuments(rows);
          const pointed = rows.slice(0, 1).flatMap(pointedFilters);
          for (const filter of [...filters, ...pointed]) expectAgreement(filter, rows, tally);
        },
      ),
      { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    );
    console.log(
      `${tally.all} filters over documents of SQLite, seed ${seed ?? 'any'}: ${tally.some} with some but not all rows, ${tally.residual} finished in JavaScript`,
    );
    expect(tally.all).toBeGreaterThanOrEqual(queriesOfKind);
  });

  it('obey the laws of negation', { timeout }, () => {
    fc.assert(
      fc.property(
        fc.array(documents, { minLength: 1, maxLength: 20 }),
        pathArbitrary,
        fc.array(valueArbitrary, { minLength: 1, maxLength: 4 }),
        filterArbitrary,
        (rows, path, values, filter) => {
          table.replaceDocuments(rows);
          const find = (each: JsonValue): number[] => table.find(each, { withProfile: true });
          const others = (found: readonly number[]): number[] =>
            rows.flatMap((_row, index) => (found.includes(index) ? [] : [index]));
          const [value = null] = values;
          expect(find({ [path]: { $ne: value } })).toEqual(
            others(find({ [path]: { $eq: value } })),
          );
          expect(find({ [path]: { $nin: values } })).toEqual(
            others(find({ [path]: { $in: values } })),
          );
          expect(find({ $nor: [filter] })).toEqual(others(find({ $or: [filter] })));
          expect(find({ $nor: [{ $nor: [filter] }] })).toEqual(find(filter));
          expect(find({ [path]: { $not: { $not: { $eq: value } } } })).toEqual(
            find({ [path]: { $eq: value } }),
          );
          expect(find({ [path]: { $in: values } })).toEqual(
            find({ $or: values.map((each) => ({ [path]: { $eq: each } })) }),
          );
          expect(find({ [path]: { $all: values } })).toEqual(
            find({ $and: values.map((each) => ({ [path]: { $eq: each } })) }),
          );
        },
      ),
      { numRuns: isWhole ? runs : 60 },
    );
  });
});
