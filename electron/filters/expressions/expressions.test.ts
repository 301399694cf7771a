/** Expressions: what each operator gives, that all are total, and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { FilterError } from '../filter.ts';
import { branch } from '../testing/branch.ts';
import { documentArbitrary } from '../testing/arbitrary-filters.ts';
import { computer } from './evaluate-expression.ts';
import { expressionPaths } from './expression.ts';
import { expressionOperators, parseExpression } from './parse-expression.ts';

const uncounted = (): void => undefined;
const row: JsonObject = {
  n: 5,
  m: -7,
  s: 'Größe',
  t: ['a', 'b'],
  o: { k: 1, d: '2024-03-31T22:30:00-02:00' },
  z: null,
  f: false,
  items: [{ q: 1 }, {}, { q: 3 }],
};

function compute(expression: JsonValue, document: JsonObject = row): JsonValue | undefined {
  return computer(parseExpression(expression, '', uncounted))(document);
}

describe('An expression gives', () => {
  it.each<readonly [JsonValue, JsonValue | undefined]>([
    ['$n', 5],
    ['$o.k', 1],
    ['$items.q', [1, 3]],
    ['$none', undefined],
    ['constant', 'constant'],
    [{ $literal: '$n' }, '$n'],
    [
      { a: '$n', b: { c: '$none' } },
      { a: 5, b: { c: null } },
    ],
    [
      ['$n', '$none', 1],
      [5, null, 1],
    ],
    [{ $add: ['$n', 1, 2] }, 8],
    [{ $subtract: ['$n', 1] }, 4],
    [{ $multiply: ['$n', 3] }, 15],
    [{ $divide: ['$n', 2] }, 2.5],
    [{ $divide: [1, 0] }, null],
    [{ $mod: [-7, 3] }, -1],
    [{ $mod: ['$n', 0] }, null],
    [{ $mod: [-6, 3] }, 0],
    [{ $abs: '$m' }, 7],
    [{ $abs: ['$m'] }, 7],
    [{ $floor: -1.5 }, -2],
    [{ $ceil: -1.5 }, -1],
    [{ $ceil: -0.5 }, 0],
    [{ $round: 2.5 }, 2],
    [{ $round: 3.5 }, 4],
    [{ $round: -2.5 }, -2],
    [{ $round: [2.675, 2] }, 2.68],
    [{ $round: [2.665, 2] }, 2.66],
    [{ $round: [1_250, -2] }, 1_200],
    [{ $round: [-1_350, -2] }, -1_400],
    [{ $round: [1e-7, 3] }, 0],
    [{ $round: [1e300, 2] }, 1e300],
    [{ $multiply: [1e300, 1e300] }, null],
    [{ $eq: ['$n', 5] }, true],
    [{ $eq: ['$n', '5'] }, false],
    [{ $eq: ['$none', null] }, true],
    [{ $ne: ['$z', null] }, false],
    [{ $eq: ['$o', { k: 1, d: '2024-03-31T22:30:00-02:00' }] }, true],
    [{ $gt: ['$n', 4] }, true],
    [{ $gt: ['$n', 'a'] }, null],
    [{ $lte: ['$none', 4] }, null],
    [{ $lt: ['a', '\u{1f600}'] }, true],
    [{ $gte: [true, false] }, true],
    [{ $gte: ['$o.d', { $date: '2024-04-01' }] }, true],
    [{ $eq: ['$o.d', { $date: '2024-04-01T00:30:00Z' }] }, true],
    [{ $ne: ['$n', { $date: '2024-04-01' }] }, true],
    [{ $lt: ['$n', { $date: '2024-04-01' }] }, null],
    [{ $in: ['$n', [4, 5]] }, true],
    [{ $in: ['b', '$t'] }, true],
    [{ $in: ['b', '$n'] }, null],
    [{ $in: ['$o.d', ['x', { $date: '2024-04-01T00:30:00Z' }]] }, true],
    [{ $and: ['$n', true] }, true],
    [{ $and: ['$n', '$none'] }, false],
    [{ $or: ['$z', 0, '$f'] }, false],
    [{ $or: ['$z', ''] }, true],
    [{ $not: ['$z'] }, true],
    [{ $not: '$n' }, false],
    [{ $cond: [{ $gt: ['$n', 4] }, 'yes', 'no'] }, 'yes'],
    [JSON.parse('{"$cond": {"if": "$none", "then": "yes", "else": "$none"}}'), null],
    [{ $ifNull: ['$none', '$z', 3] }, 3],
    [{ $ifNull: ['$none', '$z'] }, null],
    [{ $switch: { branches: [branch({ $lt: ['$n', 3] }, 'low')], default: 'high' } }, 'high'],
    [{ $switch: { branches: [branch('$f', 1)] } }, null],
    [{ $concat: ['a', '$s'] }, 'aGröße'],
    [{ $concat: ['a', '$n'] }, null],
    [{ $toUpper: '$s' }, 'GRÖSSE'],
    [{ $toLower: '$s' }, 'größe'],
    [{ $toLower: '$n' }, null],
    [{ $size: '$t' }, 2],
    [{ $size: '$none' }, null],
    [{ $date: '2024-01-05' }, '2024-01-05'],
    [{ $year: '$o.d' }, 2024],
    [{ $month: { date: '$o.d' } }, 4],
    [{ $dayOfMonth: '$o.d' }, 1],
    [{ $dayOfWeek: '$o.d' }, 2],
    [{ $year: '$s' }, null],
  ])('%j: %j', (expression, expected) => {
    expect(compute(expression)).toEqual(expected);
  });
});

describe('A date', () => {
  const trunc = (date: string, unit: string, startOfWeek?: string) =>
    compute({ $dateTrunc: { date, unit, ...(startOfWeek === undefined ? {} : { startOfWeek }) } });

  it('$dateTrunc week of 2024-01-07T10:00:00Z begins on Sunday, or on the day that is named', () => {
    expect(trunc('2024-01-07T10:00:00Z', 'week')).toBe('2024-01-07T00:00:00.000Z');
    expect(trunc('2024-01-07T10:00:00Z', 'week', 'monday')).toBe('2024-01-01T00:00:00.000Z');
  });

  it.each([
    ['year', '2024-01-01T00:00:00.000Z'],
    ['quarter', '2024-04-01T00:00:00.000Z'],
    ['month', '2024-05-01T00:00:00.000Z'],
    ['week', '2024-05-26T00:00:00.000Z'],
    ['day', '2024-05-29T00:00:00.000Z'],
    ['hour', '2024-05-29T23:00:00.000Z'],
    ['minute', '2024-05-29T23:45:00.000Z'],
    ['second', '2024-05-29T23:45:59.000Z'],
  ])('in steps of a %s begins at %s', (unit, expected) => {
    expect(trunc('2024-05-30T01:45:59.999+02:00', unit)).toBe(expected);
  });

  it('before 1970 is cut downwards, and outside of the years 0 to 9999 is null', () => {
    expect(trunc('1969-12-31T23:59:59.9Z', 'second')).toBe('1969-12-31T23:59:59.000Z');
    expect(trunc('1969-12-31', 'week')).toBe('1969-12-28T00:00:00.000Z');
    expect(trunc('0000-01-01', 'week', 'monday')).toBeNull();
    expect(trunc('0000-01-01', 'week', 'saturday')).toBe('0000-01-01T00:00:00.000Z');
  });

  it.each<readonly [string, string, string, number]>([
    ['2023-12-31T23:59:59Z', '2024-01-01', 'year', 1],
    ['2024-01-01', '2023-12-31', 'year', -1],
    ['2023-11-30', '2024-04-01', 'quarter', 2],
    ['2023-11-30', '2024-04-01', 'month', 5],
    ['2024-01-06', '2024-01-07', 'week', 1],
    ['2024-01-07', '2024-01-13', 'week', 0],
    ['2024-01-01T23:00:00Z', '2024-01-02T01:00:00Z', 'day', 1],
    ['2024-01-01T23:59:00Z', '2024-01-02T01:00:00Z', 'hour', 2],
    ['2024-01-01', '2024-01-02', 'minute', 1_440],
    ['2024-01-02', '2024-01-01', 'second', -86_400],
  ])('from %s to %s is so many times a %s on: %i', (startDate, endDate, unit, expected) => {
    expect(compute({ $dateDiff: { startDate, endDate, unit } })).toBe(expected);
  });
});

const operands: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  '$a',
  '$b',
  '$a.b',
  '$c.0',
  0,
  -1.5,
  'x',
  null,
  true,
  { $literal: [1] },
  { $date: '2024-01-05' },
);

it('every operator answers every document, with JSON', () => {
  const expressions = expressionOperators.flatMap((operator): JsonValue[] => {
    if (operator === '$literal' || operator === '$date') return [];
    if (operator === '$switch') {
      return [{ $switch: { branches: [branch('$a', '$b')], default: '$c' } }];
    }
    if (operator === '$dateTrunc') return [{ $dateTrunc: { date: '$a', unit: 'week' } }];
    if (operator === '$dateDiff') {
      return [{ $dateDiff: { startDate: '$a', endDate: '$b', unit: 'month' } }];
    }
    return [1, 2, 3].flatMap((count): JsonValue[] => {
      const expression: JsonValue = { [operator]: ['$a', '$b', '$c'].slice(0, count) };
      if (operator === '$round' && count === 2) return [{ $round: ['$a', 2] }];
      return isTaken(expression) ? [expression] : [];
    });
  });
  expect(expressions.length).toBeGreaterThan(expressionOperators.length);
  fc.assert(
    fc.property(documentArbitrary, operands, operands, (made, one, other) => {
      const document: JsonObject = JSON.parse(JSON.stringify(made));
      const arithmetic = ['$add', '$divide', '$gt', '$eq', '$in', '$concat', '$mod'].map(
        (operator) => ({ [operator]: [one, other] }),
      );
      for (const expression of [...expressions, ...arithmetic]) {
        const value = compute(expression, document);
        expect(JSON.parse(JSON.stringify(value ?? null))).toEqual(value ?? null);
      }
    }),
    { numRuns: 100 },
  );
});

function isTaken(expression: JsonValue): boolean {
  try {
    parseExpression(expression, '', uncounted);
    return true;
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}

describe('Refused', () => {
  let deep: JsonValue = 1;
  for (let level = 0; level < 21; level += 1) deep = { $abs: deep };
  it.each<readonly [string, JsonValue, string]>([
    ['code', { $function: {} }, 'e.$function'],
    ['a variable', '$$ROOT', 'e'],
    ['no operand', { $add: [] }, 'e.$add'],
    ['an operand too many', { $divide: [1, 2, 3] }, 'e.$divide'],
    ['two operators', { $add: [1], $abs: 1 }, 'e'],
    ['an operator among names', { a: 1, $abs: 1 }, 'e'],
    ['a name with a dot', { 'a.b': 1 }, 'e.a.b'],
    ['nesting', deep, `e${'.$abs'.repeat(20)}`],
    [
      'nesting of a constant',
      { $literal: [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]] },
      `e.$literal${'.0'.repeat(20)}`,
    ],
    ['places that are no constant', { $round: ['$a', '$b'] }, 'e.$round.1'],
    ['more than 15 places', { $round: ['$a', 16] }, 'e.$round.1'],
    ['a unit that is none', { $dateTrunc: { date: '$a', unit: 'fortnight' } }, 'e.$dateTrunc.unit'],
    ['no unit', { $dateTrunc: { date: '$a' } }, 'e.$dateTrunc'],
    [
      'a zone',
      { $dateTrunc: { date: '$a', unit: 'day', timezone: 'UTC' } },
      'e.$dateTrunc.timezone',
    ],
    [
      'a week that begins nowhere',
      { $dateTrunc: { date: '$a', unit: 'week', startOfWeek: 'mon' } },
      'e.$dateTrunc.startOfWeek',
    ],
    ['a day that there is not', { $date: '2024-02-30' }, 'e.$date'],
    ['no branches', { $switch: { branches: [] } }, 'e.$switch.branches'],
    ['a branch without then', { $switch: { branches: [{ case: 1 }] } }, 'e.$switch.branches.0'],
    ['half a $cond', JSON.parse('{"$cond": {"if": 1, "then": 2}}'), 'e.$cond'],
    ['half a surrogate pair', 'a\ud800', 'e'],
  ])('%s', (_name, expression, path) => {
    expect(() => parseExpression(expression, 'e', uncounted)).toThrow(
      expect.objectContaining({ name: 'FilterError', path }),
    );
  });
});

it('what grows beyond 65,536 characters is null, and no row makes an error', () => {
  const long = 'x'.repeat(40_000);
  expect(compute({ $concat: ['$a', '$a'] }, { a: long })).toBeNull();
  expect(compute({ $concat: ['$a', ''] }, { a: long })).toBe(long);
  expect(compute(['$a', '$a'], { a: long })).toBeNull();
  expect(compute({ one: '$a', other: '$a' }, { a: long })).toBeNull();
  expect(compute({ $toUpper: '$a' }, { a: 'ß'.repeat(40_000) })).toBeNull();
});

it('names every path that it reads', () => {
  const expression = parseExpression(
    {
      $cond: [
        { $in: ['$a', ['$b', 1]] },
        { x: '$c.d' },
        { $dateTrunc: { date: '$e', unit: 'day' } },
      ],
    },
    '',
    uncounted,
  );
  expect(expressionPaths(expression)).toEqual(['a', 'b', 'c.d', 'e']);
});
