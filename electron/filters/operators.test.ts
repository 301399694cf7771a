/** Every operator's rule, asked of the evaluator and of SQL with and without a profile. */
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { evaluator } from './evaluate-filter.ts';
import { parseFilter } from './parse-filter.ts';
import { DocumentTable } from './testing/document-table.ts';

const table = new DocumentTable();
afterAll(() => table.database.close());

/** Whether `document` matches; fails unless all three ways of asking agree. */
function matches(filter: JsonValue, document: JsonObject): boolean {
  const answer = evaluator(parseFilter(filter))(document);
  table.replaceDocuments([document]);
  for (const withProfile of [true, false]) {
    const found = table.find(filter, { withProfile });
    expect(found, `SQL ${withProfile ? 'with' : 'without'} a profile`).toEqual(answer ? [0] : []);
  }
  // Beside a document with every type at the same place the profile leaves no guard out.
  const others = [null, true, 7, 'text', {}, [], [1, 'x', null, [2], { b: 1 }]];
  table.replaceDocuments([document, ...others.map((a): JsonObject => ({ a, b: a, tags: a }))]);
  expect(table.find(filter, { withProfile: true }).includes(0), 'SQL among others').toBe(answer);
  return answer;
}

type Row = readonly [name: string, filter: JsonObject, document: JsonObject, expected: boolean];

function cases(operator: string, rows: readonly Row[]): void {
  describe(`operator ${operator}`, () => {
    it.each(rows)('%s', (_name, filter, document, expected) => {
      expect(matches(filter, document)).toBe(expected);
    });
  });
}

cases('value and $eq', [
  ['finds an equal number', { a: 1 }, { a: 1 }, true],
  ['takes numbers as one type', { a: 1 }, { a: 1.0 }, true],
  ['tells true from 1', { a: 1 }, { a: true }, false],
  ['tells 1 from true', { a: true }, { a: 1 }, false],
  ['tells 1 from "1"', { a: 1 }, { a: '1' }, false],
  ['compares objects with key order', { a: { x: 1, y: 2 } }, { a: { x: 1, y: 2 } }, true],
  ['refuses another key order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, false],
  ['compares arrays element by element', { a: [1, 2] }, { a: [1, 2] }, true],
  ['refuses arrays in another order', { a: [1, 2] }, { a: [2, 1] }, false],
  ['finds an element of an array', { a: 2 }, { a: [1, 2] }, true],
  ['finds an array inside an array', { a: [1] }, { a: [[1], 2] }, true],
  ['does not look two arrays deep', { a: 1 }, { a: [[1]] }, false],
  ['does not take a member of an object for the object', { a: 1 }, { a: { b: 1 } }, false],
  ['does not take the JSON of an object for a string', { a: '{"b":1}' }, { a: { b: 1 } }, false],
  ['does not take a string for its JSON', { a: { b: 1 } }, { a: '{"b":1}' }, false],
  ['finds the empty object', { a: {} }, { a: {} }, true],
  ['takes $eq for the bare value', { a: { $eq: 'x' } }, { a: 'x' }, true],
  ['takes -0 for 0', { a: -0 }, { a: 0 }, true],
]);

cases('$eq null', [
  ['finds null', { a: null }, { a: null }, true],
  ['finds a missing field', { a: null }, {}, true],
  ['finds a field of a scalar', { 'a.b': null }, { a: 1 }, true],
  ['finds a path without any candidate', { 'a.b': null }, { a: [] }, true],
  ['finds an array with null', { a: null }, { a: [1, null] }, true],
  ['refuses a value', { a: null }, { a: 0 }, false],
  ['refuses an array without null', { a: null }, { a: [1] }, false],
  [
    'finds null where one of the elements lacks the field',
    { 'a.b': null },
    { a: [{ b: 1 }, {}] },
    true,
  ],
]);

cases('$gt $gte $lt $lte', [
  ['compare numbers', { a: { $gt: 4 } }, { a: 5 }, true],
  ['exclude the bound', { a: { $gt: 4 } }, { a: 4 }, false],
  ['include the bound', { a: { $gte: 4 } }, { a: 4 }, true],
  ['stay within numbers, below', { a: { $lt: 4 } }, { a: '1' }, false],
  ['stay within numbers, above', { a: { $gte: 60 } }, { a: 'x' }, false],
  ['stay within numbers, an object', { a: { $gte: 60 } }, { a: { b: 1 } }, false],
  ['stay within numbers, true', { a: { $gte: 0 } }, { a: true }, false],
  ['stay within strings', { a: { $lt: 'b' } }, { a: 1 }, false],
  ['stay within strings, an object', { a: { $gt: 'b' } }, { a: { b: 1 } }, false],
  ['put false before true', { a: { $gt: false } }, { a: true }, true],
  ['compare booleans with booleans only', { a: { $gte: false } }, { a: 1 }, false],
  ['take null with $gte as $eq null', { a: { $gte: null } }, {}, true],
  ['find nothing greater than null', { a: { $gt: null } }, { a: 1 }, false],
  ['need not be satisfied by one element', { a: { $gt: 4, $lt: 6 } }, { a: [1, 10] }, true],
  ['do not find a missing field', { a: { $lt: 4 } }, {}, false],
  ['compare fractions', { a: { $gt: 0.3 } }, { a: 0.1 + 0.2 }, true],
]);

cases('$ne and $nin', [
  ['find another value', { a: { $ne: 1 } }, { a: 2 }, true],
  ['find a missing field', { a: { $ne: 1 } }, {}, true],
  ['find another type', { a: { $ne: 1 } }, { a: '1' }, true],
  ['refuse an array with the value', { a: { $ne: 1 } }, { a: [1, 2] }, false],
  ['refuse null for $ne null', { a: { $ne: null } }, {}, false],
  ['find what is not listed', { a: { $nin: [1, 2] } }, { a: 3 }, true],
  ['find a missing field for $nin', { a: { $nin: [1, 2] } }, {}, true],
  ['refuse what is listed', { a: { $nin: [1, 2] } }, { a: 2 }, false],
]);

cases('$in', [
  ['finds a listed value', { a: { $in: ['x', 2] } }, { a: 2 }, true],
  ['finds nothing in an empty list', { a: { $in: [] } }, { a: 1 }, false],
  ['finds a missing field where null is listed', { a: { $in: [1, null] } }, {}, true],
  ['tells true from 1', { a: { $in: [1] } }, { a: true }, false],
  ['finds a listed boolean', { a: { $in: [true, 2] } }, { a: true }, true],
  ['finds a listed array', { a: { $in: [[1, 2]] } }, { a: [1, 2] }, true],
  [
    'finds a value in a long list',
    { a: { $in: Array.from({ length: 1000 }, (_, index) => index) } },
    { a: 999 },
    true,
  ],
]);

cases('$and $or $nor $not', [
  ['$and needs all', { $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 3 }, false],
  ['$or needs one', { $or: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 3 }, true],
  ['$nor needs none', { $nor: [{ a: 1 }, { b: 2 }] }, { a: 2, b: 3 }, true],
  ['several keys are conjunctive', { a: 1, b: 2 }, { a: 1, b: 3 }, false],
  ['$not negates the whole', { a: { $not: { $gt: 1 } } }, { a: [0, 5] }, false],
  ['$not finds a missing field', { a: { $not: { $gt: 1 } } }, {}, true],
  ['$not of two operators', { a: { $not: { $gt: 1, $lt: 5 } } }, { a: 9 }, true],
  ['$nor finds a missing field', { $nor: [{ a: { $gt: 1 } }] }, {}, true],
]);

cases('$exists', [
  ['counts null as existing', { a: { $exists: true } }, { a: null }, true],
  ['misses a missing field', { a: { $exists: true } }, {}, false],
  ['finds a missing field', { a: { $exists: false } }, {}, true],
  ['finds an empty array', { a: { $exists: true } }, { a: [] }, true],
  ['misses the field of nothing in an array', { 'a.b': { $exists: true } }, { a: [1, {}] }, false],
]);

cases('$type', [
  ['number', { a: { $type: 'number' } }, { a: 1.5 }, true],
  ['int', { a: { $type: 'int' } }, { a: 5 }, true],
  ['long is not int', { a: { $type: 'int' } }, { a: 2 ** 31 }, false],
  ['long', { a: { $type: 'long' } }, { a: 2 ** 31 }, true],
  ['double', { a: { $type: 'double' } }, { a: 0.5 }, true],
  ['beyond 64 bits is double', { a: { $type: 'double' } }, { a: 2 ** 64 }, true],
  ['by number', { a: { $type: 2 } }, { a: 'x' }, true],
  ['one of several', { a: { $type: ['bool', 'null'] } }, { a: null }, true],
  ['null is not missing', { a: { $type: 'null' } }, {}, false],
  ['array as itself', { a: { $type: 'array' } }, { a: [1] }, true],
  ['an element of an array', { a: { $type: 'string' } }, { a: [1, 'x'] }, true],
  ['bool is not number', { a: { $type: 'number' } }, { a: true }, false],
]);

cases('$regex', [
  ['finds inside a string', { a: { $regex: 'b.d' } }, { a: 'abcde' }, true],
  ['looks at string elements', { a: { $regex: '^b' } }, { a: ['a', 'bc'] }, true],
  ['looks at strings only', { a: { $regex: '5' } }, { a: 5 }, false],
  ['does not look at the JSON of an object', { a: { $regex: 'b' } }, { a: { b: 1 } }, false],
  ['folds case with i', { a: { $regex: 'ABC', $options: 'i' } }, { a: 'xabc' }, true],
  ['heeds case without', { a: { $regex: 'ABC' } }, { a: 'xabc' }, false],
  ['takes lines with m', { a: { $regex: '^b$', $options: 'm' } }, { a: 'a\nb' }, true],
  ['lets . take a line end with s', { a: { $regex: 'a.b', $options: 's' } }, { a: 'a\nb' }, true],
  ['takes a character beyond U+FFFF as one', { a: { $regex: '^.$' } }, { a: '😀' }, true],
  ['finds an anchored text', { a: { $regex: '^ab' } }, { a: 'abc' }, true],
  ['finds the whole text', { a: { $regex: '^ab$' } }, { a: 'abc' }, false],
]);

cases('$size', [
  ['counts elements', { a: { $size: 2 } }, { a: [1, 2] }, true],
  ['sees the array only', { a: { $size: 1 } }, { a: [[1], 2] }, false],
  ['does not count characters', { a: { $size: 1 } }, { a: 'x' }, false],
  ['does not count members', { a: { $size: 1 } }, { a: { b: 1 } }, false],
  ['finds empty arrays', { a: { $size: 0 } }, { a: [] }, true],
]);

cases('$all', [
  ['needs every item', { a: { $all: [1, 2] } }, { a: [2, 3, 1] }, true],
  ['misses one', { a: { $all: [1, 4] } }, { a: [2, 3, 1] }, false],
  ['may match a scalar with one', { a: { $all: [1] } }, { a: 1 }, true],
  ['finds nothing for an empty list', { a: { $all: [] } }, { a: [] }, false],
  [
    'takes $elemMatch items',
    { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } },
    { a: [{ b: 1 }, { b: 2 }] },
    true,
  ],
]);

cases('$elemMatch', [
  ['needs one element for all', { a: { $elemMatch: { $gt: 4, $lt: 6 } } }, { a: [1, 10] }, false],
  ['finds one element for all', { a: { $elemMatch: { $gt: 4, $lt: 6 } } }, { a: [1, 5] }, true],
  ['does not look further down', { a: { $elemMatch: { $gt: 4 } } }, { a: [[5]] }, false],
  ['takes no scalar', { a: { $elemMatch: { $gt: 4 } } }, { a: 5 }, false],
  [
    'takes an element as a document',
    { a: { $elemMatch: { b: 1, c: 2 } } },
    { a: [{ b: 1, c: 2 }] },
    true,
  ],
  [
    'needs one document for all',
    { a: { $elemMatch: { b: 1, c: 2 } } },
    { a: [{ b: 1 }, { c: 2 }] },
    false,
  ],
  [
    'finds a missing field of an element',
    { a: { $elemMatch: { b: null } } },
    { a: [{ c: 1 }] },
    true,
  ],
  ['does not take scalars for documents', { a: { $elemMatch: { b: null } } }, { a: [1] }, false],
  ['nests', { a: { $elemMatch: { $elemMatch: { $eq: 2 } } } }, { a: [[1], [2]] }, true],
  [
    'takes logic over documents',
    { a: { $elemMatch: { $or: [{ b: 1 }, { b: 2 }] } } },
    { a: [{ b: 2 }] },
    true,
  ],
  ['negates within', { a: { $elemMatch: { $ne: 1 } } }, { a: [1, 2] }, true],
]);

cases('$mod', [
  ['finds a remainder', { a: { $mod: [4, 1] } }, { a: 9 }, true],
  ['keeps the sign of the number', { a: { $mod: [4, -1] } }, { a: -5 }, true],
  ['takes integral values only', { a: { $mod: [4, 0] } }, { a: 4.5 }, false],
  ['takes no boolean', { a: { $mod: [1, 0] } }, { a: true }, false],
]);

cases('$bitsAllSet $bitsAllClear $bitsAnySet $bitsAnyClear', [
  ['all set', { a: { $bitsAllSet: 6 } }, { a: 7 }, true],
  ['all set by position', { a: { $bitsAllSet: [1, 2] } }, { a: 5 }, false],
  ['all clear', { a: { $bitsAllClear: 6 } }, { a: 9 }, true],
  ['any set', { a: { $bitsAnySet: [0, 3] } }, { a: 8 }, true],
  ['any clear', { a: { $bitsAnyClear: 6 } }, { a: 6 }, false],
  ['a negative number has its sign bits', { a: { $bitsAllSet: [62, 63, 200] } }, { a: -1 }, true],
  ['integral values only', { a: { $bitsAllClear: 1 } }, { a: 2.5 }, false],
]);

cases('paths', [
  ['lead through objects', { 'a.b': 1 }, { a: { b: 1 } }, true],
  ['lead through the objects of an array', { 'a.b': 2 }, { a: [{ b: 1 }, 5, { b: 2 }] }, true],
  ['do not lead through arrays in arrays', { 'a.b': 1 }, { a: [[{ b: 1 }]] }, false],
  ['address an index', { 'a.1': 'y' }, { a: ['x', 'y'] }, true],
  ['address an index and go on', { 'a.0.b': 1 }, { a: [{ b: 1 }, { b: 2 }] }, true],
  ['address a member with a numeric name', { 'a.0': 1 }, { a: { '0': 1 } }, true],
  ['address a member with a numeric name in an array', { 'a.7': 1 }, { a: [{ '7': 1 }] }, true],
  ['expand the array at an index', { 'a.0': 1 }, { a: [[1, 2]] }, true],
  ['take names of any script', { 'größe.高': 1 }, { größe: { 高: 1 } }, true],
  ['take names with quotes and brackets', { [`q"'[0]`]: 1 }, { [`q"'[0]`]: 1 }, true],
  ['take own members only', { 'a.constructor': { $exists: true } }, { a: {} }, false],
]);

describe('$comment', () => {
  it('is ignored', () => {
    expect(matches({ $comment: 'why', a: { $eq: 1, $comment: 'why' } }, { a: 1 })).toBe(true);
  });
});
