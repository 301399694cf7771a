/** What is refused, and with which words. */
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../shared/contract/json.ts';
import { FilterError } from './filter.ts';
import { parseFilter, supportedOperators } from './parse-filter.ts';

function refusal(filter: JsonValue): readonly [path: string, message: string] {
  try {
    parseFilter(filter);
  } catch (error) {
    if (error instanceof FilterError) return [error.path, error.message];
    throw error;
  }
  throw new Error('The filter was taken.');
}

function deep(levels: number): JsonValue {
  let filter: JsonValue = { a: 1 };
  for (let level = 1; level < levels; level += 2) filter = { $and: [filter] };
  return filter;
}

describe('parseFilter refuses', () => {
  it.each<readonly [string, JsonValue, string, RegExp]>([
    ['what is no object', [], '', /must be an object/],
    [
      'an unknown operator',
      { $jsonSchema: 1 },
      '$jsonSchema',
      /is not supported; the operators are/,
    ],
    ['an expression over decisions', { $expr: 1 }, '$expr', /not supported/],
    ['a date over decisions', { a: { $gt: { $date: '2024-01-01' } } }, 'a.$gt', /compares with/],
    ['an unknown operator on a field', { a: { $near: 1 } }, 'a.$near', /not supported/],
    ['code', { $where: 'true' }, '$where', /not supported/],
    ['a field operator in place of a field', { $gt: 1 }, '$gt', /cannot stand in place of a field/],
    ['a logical operator on a field', { a: { $or: [] } }, 'a.$or', /cannot stand on a field/],
    ['names among operators', { a: { $gt: 1, b: 2 } }, 'a.b', /among operators/],
    ['operators among names', { a: { b: 2, $gt: 1 } }, 'a.b', /among operators/],
    ['an operator inside a value', { a: { b: { $gt: 1 } } }, 'a.b.$gt', /inside a value/],
    ['an empty segment', { 'a..b': 1 }, 'a..b', /empty segment/],
    ['an empty name', { '': 1 }, '', /empty segment/],
    ['a $ segment', { 'a.$x': 1 }, 'a.$x', /cannot begin with \$/],
    ['nine segments', { 'a.b.c.d.e.f.g.h.i': 1 }, 'a.b.c.d.e.f.g.h.i', /9 segments; at most 8/],
    ['an empty $and', { $and: [] }, '$and', /non-empty array/],
    ['an $or that is no array', { $or: {} }, '$or', /non-empty array/],
    ['a filter that is none', { $or: [1] }, '$or.0', /must be an object/],
    ['$not of a value', { a: { $not: 1 } }, 'a.$not', /operators/],
    ['$not of nothing', { a: { $not: {} } }, 'a.$not', /operators/],
    ['$in of a value', { a: { $in: 1 } }, 'a.$in', /must be an array/],
    ['$exists of 1', { a: { $exists: 1 } }, 'a.$exists', /true or false/],
    ['a comparison with an array', { a: { $gt: [] } }, 'a.$gt', /compares with a number/],
    ['an unknown type', { a: { $type: 'date' } }, 'a.$type', /must be one of number, int/],
    ['no type', { a: { $type: [] } }, 'a.$type', /must name a type/],
    ['a negative size', { a: { $size: -1 } }, 'a.$size', /non-negative integer/],
    ['half a $mod', { a: { $mod: [4] } }, 'a.$mod', /two integers/],
    ['a zero divisor', { a: { $mod: [0, 1] } }, 'a.$mod.0', /zero/],
    ['a negative bit', { a: { $bitsAllSet: [-1] } }, 'a.$bitsAllSet.0', /non-negative/],
    ['$options alone', { a: { $options: 'i' } }, 'a.$options', /\$regex only/],
    ['an unknown option', { a: { $regex: 'a', $options: 'x' } }, 'a.$regex', /options i, m and s/],
    ['a look-ahead', { a: { $regex: '(?=a)' } }, 'a.$regex', /linear time/],
    ['$elemMatch of a value', { a: { $elemMatch: 1 } }, 'a.$elemMatch', /operators, or a filter/],
    ['an infinite number', { a: Infinity }, 'a', /finite/],
    ['half a surrogate pair', { a: '\ud800' }, 'a', /well-formed/],
    ['21 levels', deep(21), '', /deeper than 20/],
    [
      '1,001 values',
      { a: { $in: Array.from({ length: 1001 }, () => 1) } },
      'a.$in',
      /at most 1000/,
    ],
    ['64 KB', { a: 'é'.repeat(33_000) }, '', /bytes; at most 65536/],
  ])('%s', (_name, filter, path, message) => {
    const [where, what] = refusal(filter);
    expect(where).toBe(path);
    expect(what).toMatch(message);
  });

  it('more than 1,000 conditions', () => {
    const conditions = Array.from({ length: 600 }, (_, a) => ({ a }));
    expect(refusal({ $or: conditions })[1]).toMatch(/at most 1000/);
  });
});

describe('parseFilter takes', () => {
  it('every operator that it names', () => {
    const operands: Readonly<Record<string, JsonValue>> = {
      $and: [{}],
      $or: [{}],
      $nor: [{}],
      $not: { $eq: 1 },
      $in: [1],
      $nin: [1],
      $all: [1],
      $exists: true,
      $type: 'int',
      $regex: 'a',
      $elemMatch: { $eq: 1 },
      $mod: [2, 0],
    };
    for (const name of supportedOperators) {
      const operand = operands[name] ?? 1;
      const isLogical = ['$and', '$or', '$nor'].includes(name);
      const operators = name === '$options' ? { $regex: 'a', $options: 'i' } : { [name]: operand };
      expect(() => parseFilter(isLogical ? operators : { a: operators })).not.toThrow();
    }
  });

  it('20 levels, an empty filter and a filter of 64 KB', () => {
    expect(() => parseFilter(deep(19))).not.toThrow();
    expect(parseFilter({})).toEqual({ kind: 'all', filters: [] });
    expect(() => parseFilter({ a: 'x'.repeat(65_000) })).not.toThrow();
  });
});
