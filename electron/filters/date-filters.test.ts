/** `$date` and `$expr` in filters: what they mean, and that SQL never says otherwise. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { rounds } from '../testing/rounds.ts';
import { evaluator } from './evaluate-filter.ts';
import { filterPaths } from './filter-paths.ts';
import { parseRowFilter } from './parse-filter.ts';
import { DocumentTable } from './testing/document-table.ts';

const table = new DocumentTable();
afterAll(() => table.database.close());

function matches(filter: JsonValue, document: JsonObject): boolean {
  return evaluator(parseRowFilter(filter))(document);
}

const date = (text: string): JsonObject => ({ $date: text });

describe('An instant', () => {
  it.each<readonly [string, JsonValue, JsonValue, boolean]>([
    ['equals the same day', date('2024-01-05'), '2024-01-05', true],
    ['equals the first moment of its day', date('2024-01-05'), '2024-01-05T00:00:00Z', true],
    ['equals it with an offset', date('2024-01-05'), '2024-01-05T02:00:00+02:00', true],
    ['is no other moment', date('2024-01-05'), '2024-01-05T00:00:00.000000001Z', false],
    ['is no text that lacks a zone', date('2024-01-05'), '2024-01-05T00:00:00', false],
    ['is no other text', date('2024-01-05'), 'January', false],
    ['is no number', date('1970-01-01'), 0, false],
    ['is not null', date('1970-01-01'), null, false],
    ['is met among elements', date('2024-01-05'), ['x', '2024-01-05'], true],
    ['is after', { $gt: date('2024-01-05T10:00:00Z') }, '2024-01-05T10:00:00.5Z', true],
    ['is not after itself', { $gt: date('2024-01-05T10:00:00Z') }, '2024-01-05T10:00Z', false],
    ['is at or after', { $gte: date('2024-01-05T10:00:00Z') }, '2024-01-05T10:00:00Z', true],
    ['is before', { $lt: date('2024-01-05') }, '2024-01-05T01:00:00+02:00', true],
    ['is at or before', { $lte: date('2024-01-05') }, '2024-01-05', true],
    ['is one of several', { $in: [1, date('2024-01-05')] }, '2024-01-05T00:00Z', true],
    ['stands beside plain values', { $in: [1, date('2024-01-05')] }, 1, true],
    ['is none of several', { $nin: [date('2024-01-05')] }, '2024-01-05', false],
    ['is not equal', { $ne: date('2024-01-05') }, '2024-01-06', true],
    ['is not equal to what is no instant', { $ne: date('2024-01-05') }, 7, true],
    ['is within', { $gte: date('2024-01-01'), $lt: date('2024-02-01') }, '2024-01-31', true],
    ['is of an element', { $elemMatch: { $gt: date('2024-01-01') } }, ['2023-12-31'], false],
  ])('%s', (_name, operand, value, expected) => {
    expect(matches({ a: operand }, { a: value })).toBe(expected);
  });

  it('is not met by what is missing', () => {
    expect(matches({ a: { $in: [date('2024-01-05'), null] } }, {})).toBe(true);
    expect(matches({ a: date('2024-01-05') }, {})).toBe(false);
    expect(matches({ a: { $ne: date('2024-01-05') } }, {})).toBe(true);
  });
});

/** NULL of a column is a missing member, NULL in a list is null. */
describe('Null and missing of typed rows', () => {
  it.each<readonly [string, JsonValue, JsonObject, boolean]>([
    ['{a: null} on NULL', { a: null }, {}, true],
    ['{a: {$exists: false}} on NULL', { a: { $exists: false } }, {}, true],
    ['{a: {$type: "null"}} on NULL', { a: { $type: 'null' } }, {}, false],
    ['{t: null} on [NULL, "x"]', { t: null }, { t: [null, 'x'] }, true],
    ['{t: null} on []', { t: null }, { t: [] }, false],
    ['{t: null} on NULL', { t: null }, {}, true],
    ['{"items.q": null} on []', { 'items.q': null }, { items: [] }, true],
    ['{"items.q": null} on [{q: 1}, {}]', { 'items.q': null }, { items: [{ q: 1 }, {}] }, true],
    ['{"items.q": null} on [NULL]', { 'items.q': null }, { items: [null] }, true],
    [
      '{"items.0.p": exists} on [NULL]',
      { 'items.0.p': { $exists: true } },
      { items: [null] },
      false,
    ],
  ])('%s', (_name, filter, document, expected) => {
    expect(matches(filter, document)).toBe(expected);
    table.replaceDocuments([document]);
    expect(table.find(filter, { withProfile: true })).toEqual(expected ? [0] : []);
  });
});

it('an expression in a filter names the paths that it reads', () => {
  const filter = parseRowFilter({
    $or: [{ a: 1 }, { $expr: { $gt: ['$b.c', { $add: ['$d', 1] }] } }],
  });
  expect(filterPaths(filter)).toEqual(['a', 'b.c', 'd']);
});

const instantText = fc
  .tuple(
    fc.constantFrom('2024-01-05', '2024-01-06', '2023-12-31', '0000-01-01', '9999-12-31'),
    fc.constantFrom(
      '',
      'T00:00Z',
      'T00:00:00Z',
      'T23:59:59.999Z',
      'T00:30:00+01:00',
      'T23:30:00-01:00',
      'T12:00:00.5-23:59',
    ),
  )
  .map((parts) => parts.join(''));
const cell: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 8, arbitrary: instantText },
  { weight: 2, arbitrary: fc.constantFrom<JsonValue>('2024-01-05T', '2024', 'x', '', '\uffff') },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, 1, true, {}, []) },
);
const rowArbitrary: fc.Arbitrary<JsonObject> = fc.record(
  {
    a: cell,
    b: fc.oneof(cell, fc.array(cell, { maxLength: 3 })),
    n: fc.integer({ min: -2, max: 2 }),
  },
  { requiredKeys: [] },
);
const operand = fc.oneof(
  instantText.map(date),
  cell.filter((each) => typeof each === 'string'),
);
const condition: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('a', 'b'),
      fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'),
      operand,
    )
    .map(([path, operator, value]): JsonObject => ({ [path]: { [operator]: value } })),
  fc
    .tuple(
      fc.constantFrom('a', 'b'),
      fc.constantFrom('$in', '$nin'),
      fc.array(operand, { maxLength: 3 }),
    )
    .map(([path, operator, values]): JsonObject => ({ [path]: { [operator]: values } })),
  fc
    .tuple(fc.constantFrom('$gt', '$eq', '$lte'), instantText)
    .map(([operator, text]): JsonObject => ({ $expr: { [operator]: ['$a', date(text)] } })),
  fc.constantFrom<JsonObject>({ n: { $gt: 0 } }, { $expr: { $lt: ['$n', 1] } }),
);
const combined: fc.Arbitrary<JsonObject> = fc.oneof(
  condition,
  fc
    .tuple(
      fc.constantFrom('$and', '$or', '$nor'),
      fc.array(condition, { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, filters]): JsonObject => ({ [operator]: filters })),
);

it('SQL and what it leaves to JavaScript find what the evaluator finds', () => {
  let some = 0;
  fc.assert(
    fc.property(
      fc.array(rowArbitrary, { minLength: 1, maxLength: 15 }),
      fc.array(combined, { minLength: 10, maxLength: 10 }),
      (rows, filters) => {
        table.replaceDocuments(rows);
        for (const filter of filters) {
          const test = evaluator(parseRowFilter(filter));
          const expected = rows.flatMap((row, index) => (test(row) ? [index] : []));
          if (expected.length > 0 && expected.length < rows.length) some += 1;
          for (const withProfile of [true, false]) {
            expect(table.find(filter, { withProfile })).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: rounds({ usual: 40, all: 1_000 }) },
  );
  expect(some).toBeGreaterThan(rounds({ usual: 40, all: 1_000 }) * 2);
});
