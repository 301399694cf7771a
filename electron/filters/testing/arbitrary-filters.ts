/** Documents and filters as adversarial as JSON allows, for comparing SQL with the evaluator. */
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';

const names = ['a', 'b', 'c', '0', '1', 'é', '😀', 'x y', 'q"', 'p[0]', `o'`, '__proto__', ''];

const strings = [
  '',
  'a',
  'ab',
  'abc',
  'A',
  '1',
  'true',
  'null',
  '[]',
  '{}',
  '[1]',
  '{"a":1}',
  '\uffff',
  '\u{1f600}',
  '\u{1f600}b',
  '\ue000',
  'é',
  'e\u0301',
  'a\0b',
  '"',
  '\\',
  'a\nb',
  "'; DROP TABLE documents; --",
  '%',
  '_',
];

const numbers = [
  0,
  -0,
  1,
  2,
  3,
  -1,
  -5,
  0.1,
  0.5,
  1.5,
  -1.5,
  60,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  2 ** 53 - 1,
  2 ** 60,
  2 ** 60 + 256,
  2 ** 62,
  2 ** 63,
  -(2 ** 63),
  2 ** 64,
  1e21,
  1e300,
  5e-324,
  Number.MAX_VALUE,
  0.1 + 0.2,
];

const text = fc.oneof(
  fc.constantFrom('a', 'b', 'ab'),
  fc.constantFrom(...strings),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2) },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 10 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
/** So few that documents and filters often mean the same one. */
const common = fc.constantFrom(null, true, false, 0, 1, 2, 'a', 'b', 'ab', '1');
const scalar: fc.Arbitrary<boolean | number | string | null> = fc.oneof(
  { weight: 10, arbitrary: common },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 3, arbitrary: number },
  { weight: 3, arbitrary: text },
);
const name = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('a', 'b', 'c') },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
);

function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const object: JsonObject = Object.create(null);
  for (const [key, value] of entries) object[key] = value;
  return object;
}

const { value: valueArbitrary } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(toObject),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 3, arbitrary: tie('object') },
  ),
}));

/** A document: some members, each of any type, nested a few levels deep. */
export const documentArbitrary: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(name, valueArbitrary), { minLength: 1, maxLength: 6 })
  .map(toObject);

/** Documents whose members have one type each, as real datasets do: where guards are left out. */
export const regularDocumentArbitrary: fc.Arbitrary<JsonObject> = fc.record(
  {
    a: fc.option(number, { nil: null }),
    b: fc.array(text, { maxLength: 3 }),
    c: fc.record({ a: number, b: fc.option(text, { nil: null }) }, { requiredKeys: [] }),
    é: fc.array(
      fc.record({ a: number, b: fc.array(text, { maxLength: 2 }) }, { requiredKeys: [] }),
      {
        maxLength: 3,
      },
    ),
    '0': fc.boolean(),
  },
  { requiredKeys: [] },
);

const fieldName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'c', 'é') },
  { weight: 2, arbitrary: fc.constantFrom('0', '1') },
  { weight: 2, arbitrary: fc.constantFrom(...names.filter((each) => each !== '')) },
);

/** Dotted paths, most of one or two segments. */
export const pathArbitrary = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fieldName) },
    { weight: 3, arbitrary: fc.tuple(fieldName, fieldName) },
    { weight: 1, arbitrary: fc.tuple(fieldName, fieldName, fieldName) },
  )
  .map((segments) => segments.join('.'));

const typeName = fc.constantFrom<JsonValue>(
  'number',
  'int',
  'long',
  'double',
  'string',
  'bool',
  'object',
  'array',
  'null',
  1,
  2,
  16,
);
const safeInteger = fc.integer({ min: -20, max: 20 });
const bitMask: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.array(fc.constantFrom<JsonValue>(0, 1, 2, 5, 62, 63, 200), { maxLength: 3 }),
);
const pattern = fc.constantFrom(
  'a',
  '^a',
  'b$',
  '^ab$',
  '',
  '^',
  'a.b',
  'a\\.b',
  '[ab]+',
  '(a|b)c',
  '\\d',
  '^.$',
  'é',
  'a?b',
  '^a*b',
  'x|a',
);

function member(operatorName: string, operand: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  return operand.map((value) => toObject([[operatorName, value]]));
}

const { filter: filterArbitraryRaw } = fc.letrec<{ operators: JsonObject; filter: JsonObject }>(
  (tie) => ({
    operators: fc
      .array(
        fc.oneof(
          { maxDepth: 2 },
          member('$eq', valueArbitrary),
          member('$ne', valueArbitrary),
          ...['$gt', '$gte', '$lt', '$lte'].map((each) => member(each, scalar)),
          member('$in', fc.array(valueArbitrary, { maxLength: 20 })),
          member('$nin', fc.array(scalar, { maxLength: 4 })),
          member('$exists', fc.boolean()),
          member('$type', fc.oneof(typeName, fc.array(typeName, { minLength: 1, maxLength: 3 }))),
          fc.tuple(pattern, fc.constantFrom('', 'i', 's', 'm')).map(([source, options]) =>
            toObject([
              ['$regex', source],
              ['$options', options],
            ]),
          ),
          member('$size', fc.integer({ min: 0, max: 3 })),
          member(
            '$all',
            fc.array(
              fc.oneof(
                scalar,
                tie('operators').map((each): JsonValue => toObject([['$elemMatch', each]])),
              ),
              { maxLength: 3 },
            ),
          ),
          member(
            '$mod',
            fc
              .tuple(
                safeInteger.filter((each) => each !== 0),
                safeInteger,
              )
              .map((pair): JsonValue => [...pair]),
          ),
          ...['$bitsAllSet', '$bitsAllClear', '$bitsAnySet', '$bitsAnyClear'].map((each) =>
            member(each, bitMask),
          ),
          member('$not', tie('operators')),
          member('$elemMatch', fc.oneof(tie('operators'), tie('filter'))),
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((parts) => toObject(parts.flatMap((each) => Object.entries(each)))),
    filter: fc
      .array(
        fc.oneof(
          { maxDepth: 2 },
          { weight: 4, arbitrary: fc.tuple(pathArbitrary, tie('operators')) },
          { weight: 2, arbitrary: fc.tuple(pathArbitrary, valueArbitrary) },
          {
            weight: 2,
            arbitrary: fc.tuple(
              fc.constantFrom('$and', '$or', '$nor'),
              fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
            ),
          },
        ),
        { maxLength: 3 },
      )
      .map(toObject),
  }),
);

/** Filters with every operator, about the paths of the documents above. All of them can be parsed. */
export const filterArbitrary: fc.Arbitrary<JsonObject> = filterArbitraryRaw;
export { valueArbitrary };

const pointedOperators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'];

/** Filters about values that `document` has: unlike made-up ones, most tell some rows from others. */
export function pointedFilters(document: JsonObject): JsonObject[] {
  const filters: JsonObject[] = [];
  for (const [path, value] of reachable(document, '')) {
    const isContainer = typeof value === 'object' && value !== null;
    const operators = isContainer ? pointedOperators.slice(0, 2) : pointedOperators;
    filters.push(...operators.map((each) => ({ [path]: { [each]: value } })));
    filters.push(
      { [path]: { $in: [value, 'a', 1] } },
      { [path]: { $not: { $in: [value, null] } } },
    );
    filters.push({ $nor: [{ [path]: value }, { [path]: { $gt: 1 } }] });
    if (typeof value === 'string') filters.push({ [path]: { $regex: '^[ab]', $options: 'i' } });
    if (typeof value === 'number') filters.push({ [path]: { $mod: [2, 0] } });
    if (Array.isArray(value)) {
      filters.push({ [path]: { $size: value.length } }, { [path]: { $all: value } });
      filters.push({ [path]: { $elemMatch: { $in: value } } }, { [`${path}.0`]: value[0] ?? null });
    }
  }
  return filters;
}

/** Paths of the language into `document`, with a value at each. */
function reachable(document: JsonObject, prefix: string): [path: string, value: JsonValue][] {
  return Object.entries(document).flatMap(([key, value]): [string, JsonValue][] => {
    if (key === '' || key.includes('.') || key.startsWith('$') || prefix.length > 8) return [];
    const path = prefix + key;
    const inner = (Array.isArray(value) ? value : [value]).flatMap((each) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? reachable(each, `${path}.`)
        : [],
    );
    return [[path, value], ...inner];
  });
}
