/** Codes of faults: what a schema carries, what is read of it, and what each default of the schema engine stands for. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  carried,
  carriedFault,
  fault,
  faultAt,
  faultNames,
  faultOf,
  faults,
  fieldErrorOf,
  isFaultCode,
  type FaultParams,
} from './faults.ts';
import { bodyFaults } from './intake.ts';

describe('the message of a schema', () => {
  test('is the code, with its parameters', () => {
    expect(fault('required')).toBe('required');
    expect(fault('at_most', { maximum: 128 })).toBe('at_most?maximum=128');
    expect(fault('one_of', { values: 'a, b&c=d?e%' })).toBe(
      'one_of?values=a%2C%20b%26c%3Dd%3Fe%25',
    );
  });

  test.each([
    faultOf('required'),
    faultOf('at_most', { maximum: 0.05 }),
    faultOf('integer_between', { minimum: -1, maximum: 2_592_000 }),
    faultOf('one_of', { values: 'a&b=c, ?, %, +, ä, 😀, {{values}}' }),
    faultOf('exactly', { value: '' }),
    faultOf('exactly', { value: '7' }),
  ])('is read as the fault that it was: $message', (found) => {
    expect(carriedFault(carried(found))).toEqual(found);
  });

  test('of another kind is none', () => {
    for (const text of ['Invalid input', '', 'constructor', 'must not be empty', 'toString?a=b']) {
      expect(carriedFault(text)).toBeUndefined();
    }
  });

  test('of a code that is not known keeps its words', () => {
    const found = carried({ code: 'later', params: {}, message: 'is late' });
    expect(carriedFault(found)).toEqual(faultOf('in_words', { words: 'is late' }));
  });

  test('keeps half a character from breaking it', () => {
    expect(carriedFault(fault('inside_named', { field: '\ud800' }))?.params).toEqual({
      field: '�',
    });
  });
});

test('parameters are those of the words, numbers as numbers', () => {
  expectTypeOf<FaultParams<'required'>>().toEqualTypeOf<{}>();
  expectTypeOf<FaultParams<'integer_between'>>().toEqualTypeOf<{
    readonly minimum: number;
    readonly maximum: number;
  }>();
  expectTypeOf<FaultParams<'one_of'>>().toEqualTypeOf<{ readonly values: string }>();
  expect(faultNames('integer_between')).toEqual(['minimum', 'maximum']);
});

test('no two codes have the same words', () => {
  const codes = Object.keys(faults).filter(isFaultCode);
  const plain = codes.map((code) => faults[code].replaceAll(/\{\{\w+\}\}/g, '{}'));
  // A number and the name of a field are written in another way.
  const twice = codes.filter((_, at) => plain.indexOf(plain[at] ?? '') !== at);
  expect(twice).toEqual(['greater_than_field']);
});

test('the message has parameters as they are', () => {
  expect(faultAt('a', 'one_of', { values: '$& {{values}}' })).toEqual({
    field: 'a',
    code: 'one_of',
    params: { values: '$& {{values}}' },
    message: 'must be one of $& {{values}}',
  });
});

describe('a default of the schema engine', () => {
  test.each<[z.ZodType, unknown, ReturnType<typeof faultOf>]>([
    [z.string(), 1, faultOf('type_string')],
    [z.number(), 'x', faultOf('type_number')],
    [z.number(), Number.NaN, faultOf('type_number')],
    [z.int(), 0.5, faultOf('type_integer')],
    [z.boolean(), 1, faultOf('type_boolean')],
    [z.array(z.string()), {}, faultOf('type_array')],
    [z.object({}), [], faultOf('type_object')],
    [z.record(z.string(), z.string()), 1, faultOf('type_object')],
    [z.null(), 1, faultOf('exactly', { value: 'null' })],
    [z.string().min(2), 'x', faultOf('at_least_characters', { minimum: 2 })],
    [z.string().max(2), 'xxx', faultOf('at_most_characters', { maximum: 2 })],
    [z.number().min(2), 1, faultOf('at_least', { minimum: 2 })],
    [z.number().max(2), 3, faultOf('at_most', { maximum: 2 })],
    [z.number().gt(2), 2, faultOf('above', { minimum: 2 })],
    [z.number().lt(2), 2, faultOf('below', { maximum: 2 })],
    [z.int(), 2 ** 60, faultOf('at_most', { maximum: Number.MAX_SAFE_INTEGER })],
    [z.number().multipleOf(5), 7, faultOf('multiple_of', { step: 5 })],
    [z.array(z.int()).min(2), [], faultOf('at_least_items', { minimum: 2 })],
    [z.array(z.int()).max(1), [1, 2], faultOf('at_most_items', { maximum: 1 })],
    [z.string().regex(/^a$/), 'b', faultOf('pattern')],
    [z.string().startsWith('a'), 'b', faultOf('pattern')],
    [z.uuid(), 'b', faultOf('pattern')],
    [z.email(), 'b', faultOf('email')],
    [z.iso.date(), 'b', faultOf('date')],
    [z.iso.datetime(), 'b', faultOf('instant')],
    [z.enum(['a', 'b']), 'c', faultOf('one_of', { values: 'a, b' })],
    [z.literal('a'), 'c', faultOf('exactly', { value: 'a' })],
    [z.literal(true), false, faultOf('exactly', { value: 'true' })],
    [z.union([z.string(), z.number()]), true, faultOf('not_valid')],
    [z.string().refine(() => false), 'x', faultOf('not_valid')],
    [z.custom<string>(() => false), 'x', faultOf('not_valid')],
    [z.map(z.string(), z.string()), 'x', faultOf('exactly', { value: 'map' })],
  ])('%# has a code', (schema, value, expected) => {
    expect(bodyFaults({ value }, z.strictObject({ value: schema }))).toEqual([
      { field: 'value', ...expected },
    ]);
  });

  test('of a name that is not taken, and of one that is missing', () => {
    const schema = z.strictObject({ a: z.string() });
    expect(bodyFaults({ b: 1 }, schema)).toEqual([
      faultAt('a', 'required'),
      faultAt('b', 'not_known', { unit: 'member' }),
    ]);
    const names = z.object({ map: z.record(z.string().max(1), z.string()) });
    expect(bodyFaults({ map: { long: 'x' } }, names)).toEqual([
      { field: 'map.long', ...faultOf('not_valid') },
    ]);
  });
});

describe('a fault from elsewhere', () => {
  test('may have no code', () => {
    expect(fieldErrorOf({ field: 'a', message: 'm' })).toEqual({
      field: 'a',
      code: '',
      params: {},
      message: 'm',
    });
  });

  test('keeps of its parameters what are texts and numbers', () => {
    const params = { maximum: 1, other: 'b', odd: { c: 1 } };
    expect(fieldErrorOf({ field: 'a', message: 'm', code: 'at_most', params })).toEqual({
      field: 'a',
      code: 'at_most',
      params: { maximum: 1, other: 'b' },
      message: 'm',
    });
  });

  test.each([null, 'a', [], { field: 1, message: 'm' }, { field: 'a' }])('is not %j', (value) => {
    expect(fieldErrorOf(value)).toBeUndefined();
  });
});
