/** What the person sees while mapping is what the engine will make of the row. */
import { expect, test } from 'vitest';
import { csvMappingSchema } from '../../../../shared/contract/imports.ts';
import { mappingOf, previewRecord } from './mapping-preview.ts';
import { sampleColumns } from '../../../ui/import/sample-columns.ts';

test('a column has one type in the preview, by all the rows that are there', () => {
  const mapping = csvMappingSchema.parse({
    columns: [
      { column: 'amount', target: 'input.amount' },
      { column: 'zip', target: 'input.zip' },
      { column: 'alk.phos', target: String.raw`input.alk\.phos` },
    ],
    constants: { model_id: 'm' },
  });
  const rows = [
    ['1500.50', '10001', '6.06e-4'],
    ['NA', '02139', 'N/A'],
  ];
  const columns = sampleColumns({ columns: ['amount', 'zip', 'alk.phos'], rows }, []);
  expect(previewRecord(mapping, columns).record['input']).toEqual({
    amount: 1500.5,
    zip: '10001',
    'alk.phos': 0.000606,
  });
  expect(columns.verdict('zip')).toMatchObject({
    type: 'string',
    reason: 'leading_zeros',
    exceptions: [{ line: 3, text: '02139' }],
  });
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
  expect(
    previewRecord(
      mapping,
      sampleColumns({ columns: ['a', 'c', 'd', 'n'], rows: [['1', '', 'no', 'x']] }, []),
    ),
  ).toEqual({
    record: { model_id: 'm', input: { a: { b: 1 } }, output: { deny: 'no' } },
    unreadable: ['n'],
  });
});
