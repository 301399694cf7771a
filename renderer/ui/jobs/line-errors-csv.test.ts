/** Refused lines leave the console as text that a spreadsheet reads back unchanged. */
import { expect, test } from 'vitest';
import { lineErrorsCsv, reasonRows } from './line-errors-csv.ts';

const errors = [
  { line: 3, message: 'has an unexpected character ","', fields: [] },
  {
    line: 9,
    message: 'is not valid',
    fields: [
      { field: 'model_id', message: 'is required' },
      { field: '=cmd', message: 'must be\na number' },
    ],
  },
];

test('one row a reason, the line once', () => {
  expect(reasonRows(errors).map(({ line, field }) => [line, field])).toEqual([
    [3, ''],
    [9, 'model_id'],
    [undefined, '=cmd'],
  ]);
});

test('quotes, line ends and formulas are made harmless', () => {
  expect(lineErrorsCsv(errors)).toBe(
    [
      'line,field,reason',
      '3,,"has an unexpected character "","""',
      '9,model_id,is required',
      '9,\'=cmd,"must be\na number"',
      '',
    ].join('\r\n'),
  );
});
