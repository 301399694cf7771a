import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import {
  addPart,
  changeClause,
  changeJoin,
  newClause,
  newGroup,
  removePart,
} from './edit-filter.ts';
import { partAt } from './fault-part.ts';
import { countingIds, type FilterClause, type FilterPart } from './filter-tree.ts';
import { setFormats } from '../../i18n/locale.ts';
import { valueOf } from './operand.ts';
import { operatorsFor } from './operator-choices.ts';
import { readFilter } from './read-filter.ts';
import { writeFilter } from './write-filter.ts';

afterEach(() => setFormats('language', 'en', 'en'));

const through = (filter: JsonObject) => writeFilter(readFilter(filter, countingIds()).root).filter;
const text = (filter: JsonObject) => JSON.stringify(filter);
const partsOf = (filter: JsonObject): readonly FilterPart[] =>
  readFilter(filter, countingIds()).root.parts;

describe('a filter read and written again', () => {
  it.each<readonly [string, JsonObject]>([
    ['nothing', {}],
    ['values', { region: 'north', age: 60, ok: true, gone: null, note: '' }],
    ['operators of one field', { age: { $gte: 60, $lt: 70 } }],
    ['lists', { region: { $in: ['north', 'south'] }, code: { $nin: [1, 2] } }],
    ['an empty list', { region: { $in: [] } }],
    ['a mixed list', { region: { $in: ['1', 1, null] } }],
    ['existence', { a: { $exists: true }, b: { $exists: false } }],
    ['an expression', { name: { $regex: '^A', $options: 'i' } }],
    ['groups', { $or: [{ age: { $gt: 60 } }, { $nor: [{ region: 'north' }, { a: 1 }] }] }],
    ['a group beside a clause', { status: 'open', $or: [{ a: 1 }, { b: 2, c: 3 }] }],
    ['what it cannot show', { flags: { $bitsAllSet: [0, 2] }, $comment: 'why' }],
    ['an element', { tests: { $elemMatch: { value: { $gt: 3 }, name: 'ALT' } } }],
    ['an object as value', { address: { city: 'Oslo' } }],
    ['an empty document in a group', { $or: [{}, { a: 1 }] }],
    ['what the engine refuses', { $where: 'true', age: { $gt: 5, other: 1 } }],
  ])('keeps %s', (_name, filter) => {
    expect(text(through(filter))).toBe(text(filter));
  });

  it('keeps a member named __proto__', () => {
    const filter: JsonObject = JSON.parse('{"__proto__":{"$gt":5}}');
    expect(text(through(filter))).toBe('{"__proto__":{"$gt":5}}');
  });

  it('writes two conditions that cannot share an object with $and', () => {
    const filter: JsonObject = { $and: [{ age: { $gt: 1 } }, { age: { $gt: 5 } }] };
    expect(through(filter)).toEqual(filter);
  });

  it('writes $not as a group of which none holds', () => {
    expect(text(through({ age: { $not: { $gt: 5 } } }))).toBe('{"$nor":[{"age":{"$gt":5}}]}');
  });

  it('shows what it has no form for as a raw part', () => {
    expect(partsOf({ a: 1, b: { $mod: [2, 0] } }).map((part) => part.kind)).toEqual([
      'clause',
      'raw',
    ]);
  });

  it('shows numbers in the signs of German and sends the same', () => {
    setFormats('language', 'de', 'en');
    const filter: JsonObject = { share: { $gte: 0.85 }, size: { $in: [1.5, 1234, 1e-7] } };
    expect(
      partsOf(filter).flatMap((part) => (part.kind === 'clause' ? part.operand.texts : [])),
    ).toEqual(['0,85', '1,5', '1234', '0,0000001']);
    expect(text(through(filter))).toBe(text(filter));
    expect(valueOf('$gt', { type: 'number', texts: ['1.234'], options: '' })).toEqual({
      kind: 'value',
      value: 1234,
    });
  });

  it.each([
    ['never changes the meaning', 100],
    ['never changes it in many more @whole', 500],
  ])('%s', (_title, runs) => {
    fc.assert(
      fc.property(anyFilter, fc.integer(), (filter, seed) => {
        const written = through(filter);
        expect(holds(written, seed)).toBe(holds(filter, seed));
        // Once written by the builder it stays as it is.
        expect(text(through(written))).toBe(text(written));
      }),
      { numRuns: runs },
    );
  });
});

/** Truth of a filter where every single condition is true or false by chance: its logic alone. */
function holds(filter: JsonObject, seed: number): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    const branches = Array.isArray(operand) ? operand.filter(isJsonObject) : [];
    if (name === '$and') return branches.every((each) => holds(each, seed));
    if (name === '$or') return branches.some((each) => holds(each, seed));
    if (name === '$nor') return !branches.some((each) => holds(each, seed));
    return isJsonObject(operand) ? operators(name, operand, seed) : chance(name, operand, seed);
  });
}

function operators(field: string, operand: JsonObject, seed: number): boolean {
  return Object.entries(operand).every(([operator, value]) =>
    operator === '$not' && isJsonObject(value)
      ? !operators(field, value, seed)
      : chance(`${field} ${operator}`, value, seed),
  );
}

function chance(name: string, value: JsonValue, seed: number): boolean {
  let hash = seed;
  for (const sign of `${name} ${JSON.stringify(value)}`) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return (hash & 4) === 4;
}

const fieldName = fc.constantFrom('age', 'region', 'labs.value', '__proto__');
const scalar = fc.constantFrom<JsonValue>(1, 2.5, 'x', '', true, null);
const operand: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.dictionary(
    fc.constantFrom('$gt', '$lte', '$ne', '$exists', '$mod', '$regex'),
    fc.constantFrom<JsonValue>(1, 'x', true),
    { minKeys: 1, maxKeys: 3 },
  ),
  fc.record({ $not: fc.record({ $gt: scalar, $ne: scalar }) }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
);
const { anyFilter } = fc.letrec<{ anyFilter: JsonObject }>((tie) => ({
  anyFilter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.dictionary(fieldName, operand, { maxKeys: 3 }),
    fc.dictionary(
      fc.constantFrom('$and', '$or', '$nor'),
      fc.array(tie('anyFilter'), { minLength: 1, maxLength: 3 }),
      { minKeys: 1, maxKeys: 2 },
    ),
  ),
}));

describe('a filter edited', () => {
  it('leaves an unfinished clause out and says so', () => {
    const newId = countingIds();
    const { root } = readFilter({ region: 'north' }, newId);
    const clause = newClause(newId);
    const written = writeFilter(addPart(root, root.id, clause));
    expect(text(written.filter)).toBe('{"region":"north"}');
    expect(written.unfinished).toBe(1);

    const finished = changeClause(addPart(root, root.id, clause), clause.id, {
      field: 'age',
      operator: '$gte',
      operand: { type: 'number', texts: ['60'], options: '' },
    });
    expect(text(writeFilter(finished).filter)).toBe('{"region":"north","age":{"$gte":60}}');
  });

  it.each(['', '6o', '0x10', 'Infinity', '1e999'])('does not take %j for a number', (typed) => {
    const clause: FilterClause = {
      kind: 'clause',
      id: 'c',
      field: 'age',
      operator: '$gt',
      operand: { type: 'number', texts: [typed], options: '' },
    };
    const written = writeFilter({ kind: 'group', id: 'g', join: 'all', parts: [clause] });
    expect(written).toMatchObject({ filter: {}, unfinished: 1 });
  });

  it('changes a join, adds a group, takes a part out', () => {
    const newId = countingIds();
    const { root } = readFilter({ a: 1, b: 2 }, newId);
    const any = changeJoin(root, root.id, 'any');
    expect(text(writeFilter(any).filter)).toBe('{"$or":[{"a":1},{"b":2}]}');
    const [first] = any.parts;
    const without = removePart(any, first?.id ?? '');
    expect(text(writeFilter(without).filter)).toBe('{"$or":[{"b":2}]}');
    expect(writeFilter(addPart(any, any.id, newGroup(newId, 'none'))).unfinished).toBe(1);
  });
});

describe('a fault of the API', () => {
  it.each([
    ['filter.$or.1.age.$gt', '$or.1.age.$gt'],
    ['filter.$or.0', '$or.0.region'],
    ['filter.$or', '$or'],
    ['filter.$or.1.age.$gt.deeper', '$or.1.age.$gt'],
  ])('at %s is shown at its part', (path, place) => {
    const { root } = readFilter({ $or: [{ region: 'n' }, { age: { $gt: 5 } }] }, countingIds());
    const { places } = writeFilter(root);
    expect(places.get(partAt(path, places) ?? '')).toBe(place);
  });

  it('of the whole filter belongs to no part', () => {
    expect(partAt('filter', readFilter({ a: 1 }, countingIds()).places)).toBeUndefined();
  });
});

describe('operators', () => {
  it('go by the types that a field has held', () => {
    expect(operatorsFor({ path: 'ok', types: ['boolean'] })).not.toContain('$gt');
    expect(operatorsFor({ path: 'age', types: ['number', 'null'] })).toContain('$gte');
    expect(operatorsFor({ path: 'name', types: ['string'] })).toContain('$regex');
    expect(operatorsFor({ path: 'tags', types: ['array'] })).toContain('$size');
    expect(operatorsFor(undefined)).toContain('$size');
  });
});
