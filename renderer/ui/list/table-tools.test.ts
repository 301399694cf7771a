/** What a list asks to be exported. */
import { expect, it } from 'vitest';
import { createExportSchema } from '../../../shared/contract/exports.ts';
import { exportBody, fileColumn } from './table-tools.ts';

const columns = [
  fileColumn('id', 'Id', '/id'),
  fileColumn('count', 'Count', '/usage/count', 'number'),
];
const file = { title: 'Sessions', notes: ['State: Closed'] };

it('names a list of the API with its filters as texts, and the columns in their order', () => {
  const source = {
    operation: 'listSessions',
    query: { status: 'closed', dataset_id: undefined, offset: 3 },
  } as const;
  const body = exportBody(
    { ...file, source },
    { format: 'csv', zone: 'UTC', language: 'en', columns },
  );
  expect(createExportSchema.parse(body)).toEqual({
    ...file,
    format: 'csv',
    time_zone: 'UTC',
    language: 'en',
    columns: [
      { key: 'id', title: 'Id', path: '/id', kind: 'text' },
      { key: 'count', title: 'Count', path: '/usage/count', kind: 'number' },
    ],
    source: {
      operation: 'listSessions',
      parameters: {},
      query: { status: 'closed', offset: '3' },
    },
  });
});

it('cuts rows that are sent along down to the columns of the file', () => {
  const source = { rows: [{ id: 'a', secret: 1, usage: { count: 2 } }, { id: 'b' }] };
  const body = exportBody(
    { ...file, source },
    { format: 'csv', zone: 'UTC', language: 'en', columns },
  );
  expect(body.source).toEqual({
    rows: [
      { id: 'a', count: 2 },
      { id: 'b', count: null },
    ],
  });
  expect(body.columns.map(({ path }) => path)).toEqual(['/id', '/count']);
});

it('asks for words on paper, in the language of the console', () => {
  const paid = { ...fileColumn('status', 'Status', '/status'), words: { PAID: 'Bezahlt' } };
  const source = { rows: [] };
  const choice = { zone: 'UTC', language: 'de', columns: [paid] } as const;
  const pdf = exportBody({ ...file, source }, { ...choice, format: 'pdf' });
  expect(createExportSchema.parse(pdf)).toMatchObject({
    language: 'de',
    columns: [{ key: 'status', words: { PAID: 'Bezahlt' } }],
  });
  const csv = exportBody({ ...file, source }, { ...choice, format: 'csv' });
  expect(csv.columns[0]).not.toHaveProperty('words');
});

it('sends rows whole where no column is named', () => {
  const source = { rows: [{ id: 'a', usage: { count: 2 } }] };
  const body = exportBody(
    { ...file, source },
    { format: 'jsonl', zone: 'UTC', language: 'en', columns: [] },
  );
  expect(body.source).toEqual(source);
  expect(body.columns).toEqual([]);
});
