/** Random pipelines against mingo, which is nothing of ours, over rows whose values it reads alike. */
import fc from 'fast-check';
import { Aggregator } from 'mingo';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { branch } from '../filters/testing/branch.ts';
import { rounds } from '../testing/rounds.ts';
import { ranOver } from './testing/run-over.ts';

const rowArbitrary: fc.Arbitrary<JsonObject> = fc.record({
  n: fc.integer({ min: -20, max: 20 }),
  x: fc.integer({ min: -400, max: 400 }).map((quarters) => quarters / 8 + 0.1),
  s: fc.constantFrom('a', 'b', 'c', 'Dd'),
  t: fc.array(fc.constantFrom('p', 'q', 'r'), { maxLength: 3 }),
  o: fc.record({ k: fc.integer({ min: 0, max: 3 }), w: fc.boolean() }),
});

const number: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<JsonValue>('$n', '$x', '$o.k') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('$add', '$subtract', '$multiply'),
        fc.constantFrom<JsonValue>('$n', '$x', '$o.k', 2),
        fc.constantFrom<JsonValue>('$n', '$x', 3),
      )
      .map(([operator, one, other]): JsonValue => ({ [operator]: [one, other] })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JsonValue>(
      { $abs: '$x' },
      { $floor: '$x' },
      { $ceil: '$x' },
      { $size: '$t' },
      { $divide: ['$x', 4] },
      { $mod: ['$n', 7] },
    ),
  },
);
const condition: fc.Arbitrary<JsonValue> = fc.oneof(
  fc
    .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), number, number)
    .map(([operator, one, other]): JsonValue => ({ [operator]: [one, other] })),
  fc.constantFrom<JsonValue>(
    { $in: ['$s', ['a', 'c']] },
    { $in: ['p', '$t'] },
    '$o.w',
    { $not: ['$o.w'] },
    { $and: ['$o.w', { $gt: ['$n', 0] }] },
    { $or: ['$o.w', { $eq: ['$s', 'b'] }] },
  ),
);
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  number,
  condition,
  fc.constantFrom<JsonValue>(
    '$s',
    { $concat: ['$s', '-', '$s'] },
    { $toLower: '$s' },
    { $toUpper: '$s' },
    { $ifNull: ['$none', '$s'] },
    { $literal: '$x' },
    { a: '$n', b: ['$s', 1] },
  ),
  fc
    .tuple(condition, number, number)
    .map(([test, then, other]): JsonValue => ({ $cond: [test, then, other] })),
  fc.tuple(condition, number).map(([test, follows]): JsonValue => ({
    $switch: {
      branches: [branch(test, follows)],
      default: 'else',
    },
  })),
);
const key: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, '$s', '$o.k', '$n', { s: '$s', w: '$o.w' }),
  condition,
  fc.constantFrom<JsonValue>({ $mod: ['$n', 3] }, { low: { $lt: ['$n', 0] }, s: '$s' }),
);
const accumulators: fc.Arbitrary<JsonObject> = fc.record({
  rows: fc.constant({ $sum: 1 }),
  sum: number.map((operand): JsonObject => ({ $sum: operand })),
  avg: number.map((operand): JsonObject => ({ $avg: operand })),
  dev: number.map((operand): JsonObject => ({ $stdDevPop: operand })),
  samp: number.map((operand): JsonObject => ({ $stdDevSamp: operand })),
  min: number.map((operand): JsonObject => ({ $min: operand })),
  max: number.map((operand): JsonObject => ({ $max: operand })),
  first: value.map((operand): JsonObject => ({ $first: operand })),
  last: value.map((operand): JsonObject => ({ $last: operand })),
  all: value.map((operand): JsonObject => ({ $push: operand })),
});

const rowStage: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((n): JsonObject => ({ $match: { n: { $gte: n } } })),
  condition.map((test): JsonObject => ({ $match: { $expr: test } })),
  value.map((each): JsonObject => ({ $addFields: { made: each, 'o.made': each } })),
  value.map((each): JsonObject => ({ $set: { x: '$n', z: each } })),
  fc.constantFrom<JsonObject>({ $unset: 'none' }, { $unset: ['made', 'o.made'] }),
  fc.constantFrom<JsonObject>(
    { $sort: { n: 1, x: -1 } },
    { $sort: { 'o.k': -1 } },
    { $skip: 1 },
    { $limit: 9 },
  ),
);
const lastStage: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(key, accumulators).map(([_id, fields]): JsonObject => ({ $group: { _id, ...fields } })),
  fc.constant<JsonObject>({ $sortByCount: '$s' }),
  fc.constant<JsonObject>({
    $bucket: { groupBy: '$n', boundaries: [-20.5, -5.5, 0.5, 10.5], default: 'beyond' },
  }),
  fc.constant<JsonObject>({ $unwind: '$t' }),
  value.map((made): JsonObject => ({ $project: { s: 1, 'o.k': 1, made: asComputed(made) } })),
  fc.constant<JsonObject>({ $count: 'rows' }),
);
const pipelineArbitrary: fc.Arbitrary<JsonObject[]> = fc
  .tuple(fc.array(rowStage, { maxLength: 4 }), lastStage, lastStage)
  .map(([stages, last, other]) => {
    const isFacet = stages.length % 3 === 2;
    return [...stages, isFacet ? { $facet: { one: [last], other: [other] } } : last];
  });

/** A constant stands in `$literal` there, and an object must not look like names of members. */
function asComputed(made: JsonValue): JsonValue {
  return typeof made === 'object' || (typeof made === 'string' && made.startsWith('$'))
    ? made
    : { $literal: made };
}

function isEmptyBucket(each: JsonValue): boolean {
  return typeof each === 'object' && each !== null && 'count' in each && each['count'] === 0;
}

/** Numbers that are alike but for rounding are one. */
function rounded(each: JsonValue): JsonValue {
  if (typeof each === 'number') {
    // A deviation of equal numbers is 0 here and may be a rounding error elsewhere.
    return Math.abs(each) < 1e-7 ? 0 : Number(each.toPrecision(11));
  }
  // mingo also tells buckets without rows.
  if (Array.isArray(each)) return each.filter((one) => !isEmptyBucket(one)).map(rounded);
  if (typeof each !== 'object' || each === null) return each;
  return Object.fromEntries(
    Object.entries(each).map(([name, inner]) => [name, rounded(inner ?? null)]),
  );
}

describe('Random pipelines', () => {
  it('give what mingo gives', () => {
    let answered = 0;
    const runs = rounds({ usual: 150, all: 2_000 });
    fc.assert(
      fc.property(
        fc.array(rowArbitrary, { minLength: 1, maxLength: 15 }),
        pipelineArbitrary,
        (rows, pipeline) => {
          const found = ranOver(rows, pipeline);
          const copy: JsonObject[] = JSON.parse(JSON.stringify(rows));
          const expected: JsonValue = JSON.parse(
            JSON.stringify(new Aggregator(pipeline).run(copy)),
          );
          expect(rounded(found)).toEqual(rounded(expected));
          if (found.length > 0) answered += 1;
        },
      ),
      { numRuns: runs },
    );
    expect(answered).toBeGreaterThan(runs / 2);
  });
});
