/** What the person sees while mapping is what the engine will make of the row. */
import { expect, test } from 'vitest';
import { csvMappingSchema } from '../../../../shared/contract/imports.ts';
import { cellValue, mappingOf, previewRecord } from './mapping-preview.ts';

test.each([
  ['12', 12],
  ['0.22100000381469725', 0.221_000_003_814_697_25],
  ['1.0', '1.0'],
  ['007', '007'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e400', '1e400'],
  ['true', true],
  ['yes', 'yes'],
  [' 5', ' 5'],
])('automatic keeps every character of %j', (text, value) => {
  expect(cellValue(text, 'auto')).toBe(value);
});

test('a typed cell that is something else has no value', () => {
  expect(cellValue('x', 'number')).toBeUndefined();
  expect(cellValue('yes', 'boolean')).toBeUndefined();
  expect(cellValue('{"a":1,"a":2}', 'json')).toBeUndefined();
  expect(cellValue('1.0', 'number')).toBe(1);
  expect(cellValue('[1,{"a":null}]', 'json')).toEqual([1, { a: null }]);
});

test('constants give way to columns, left out columns are not sent, the result fits the contract', () => {
  const mapping = mappingOf(
    [
      { column: 'm', target: 'model_id', type: 'string' },
      { column: 'x', target: '', type: 'auto' },
      { column: 'a', target: 'input.a.b', type: 'auto' },
    ],
    { model_id: 'typed', policy_id: ' p ' },
    ';',
  );
  expect(mapping.constants).toEqual({ policy_id: 'p' });
  expect(mapping.columns.map((each) => each.column)).toEqual(['m', 'a']);
  expect(csvMappingSchema.parse(mapping)).toEqual(mapping);
});

test('a row becomes a record: dots nest, empty cells are absent, unreadable cells are named', () => {
  const mapping = csvMappingSchema.parse({
    columns: [
      { column: 'a', target: 'input.a.b' },
      { column: 'c', target: 'input.a.c' },
      { column: 'd', target: 'output.deny' },
      { column: 'n', target: 'output.n', type: 'number' },
    ],
    constants: { model_id: 'm' },
  });
  expect(previewRecord(mapping, ['a', 'c', 'd', 'n'], ['1', '', 'no', 'x'])).toEqual({
    record: { model_id: 'm', input: { a: { b: 1 } }, output: { deny: 'no' } },
    unreadable: ['n'],
  });
});
