/** Rows of datasets are sealed as they fill batches, and those of an import with its end. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';
import { checkFile } from '../proof/testing/check-file.ts';
import { clinicalRows, makeDataset } from '../sessions/testing/clinical.ts';

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await TestApi.open();
  id = await makeDataset(api);
});
afterAll(() => api.close());

const file = () => join(api.directory, 'proofdesk.db');

function read<Result>(run: (database: Database.Database) => Result): Result {
  const database = new Database(file(), { readonly: true });
  try {
    return run(database);
  } finally {
    database.close();
  }
}

const batches = () =>
  read((database) =>
    database
      .prepare("SELECT first, last FROM batches WHERE table_name = 'dataset_rows' ORDER BY first")
      .raw()
      .all(),
  );
const append = (rows: readonly object[]) =>
  api.send('POST', `/datasets/${id}/records`, { body: rows });
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ n, name: 'Zoë' }));
const begun = clinicalRows.length;

function importLines(lines: readonly string[]) {
  return api.send('POST', `/datasets/${id}/imports`, {
    body: lines.map((line) => `${line}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  });
}
const importRows = (count: number) => importLines(rowsOf(count).map((row) => JSON.stringify(row)));

describe('Rows that are appended', () => {
  test('stay open until they fill a batch, which their append seals', async () => {
    expect(batches()).toEqual([]);
    expect((await append(rowsOf(1_023 - begun))).status).toBe(201);
    expect(batches()).toEqual([]);
    expect((await append(rowsOf(3))).status).toBe(201);
    expect(batches()).toEqual([[1, 1_024]]);
    expect(checkFile(file()).findings).toEqual([]);
  });

  test('have a salt of 16 bytes each, and no two the same', () => {
    const salts = read((database) =>
      database.prepare<[], Buffer>('SELECT salt FROM dataset_rows').pluck().all(),
    );
    expect(new Set(salts.map((salt) => salt.length))).toEqual(new Set([16]));
    expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(salts.length);
  });
});

describe('Rows that are imported', () => {
  test('are sealed with the end of their import, with those that were open', async () => {
    expect((await api.finished(await importRows(3_000))).status).toBe('completed');
    expect(batches()).toEqual([
      [1, 1_024],
      [1_025, 2_048],
      [2_049, 3_072],
      [3_073, 4_026],
    ]);
    expect(checkFile(file()).findings).toEqual([]);
  });

  test('are sealed as they are stored, whatever their texts hold', async () => {
    const lines = [
      String.raw`{"a":"\u0000\u001f\b\/\"\\","b":"\ud83d\ude00","c":"\u2028\u00e9é","":"","d.e":"\t"}`,
      '{"a":-0,"b":1E5,"c":1.10,"d":9007199254740991,"e":1e-7,"f":5e-324,"g":1e21}',
      '{"__proto__":{"x":[[],{},null,true]},"constructor":"\u007f","a":[ 1 , [ 2 ] ]}',
    ];
    const last = batches().length;
    expect((await api.finished(await importLines(lines))).status).toBe('completed');
    expect(batches()).toHaveLength(last + 1);
    expect(checkFile(file()).findings).toEqual([]);
  });

  test('leave nothing sealed where the import is stopped', async () => {
    const before = batches();
    const response = await importRows(20_000);
    const { job_id: jobId } = jobSchema.parse(await response.clone().json());
    await api.send('POST', `/jobs/${jobId}/cancel`);
    await api.finished(response);
    expect(batches()).toEqual(before);
    expect(checkFile(file()).findings).toEqual([]);
  });

  test('are found where one is altered, with its dataset and number', () => {
    const database = new Database(file());
    database.exec(`DROP TRIGGER dataset_rows_no_update;
      UPDATE dataset_rows SET document = jsonb('{"n":1}') WHERE position % 68719476736 = 2500`);
    database.close();
    expect(checkFile(file()).findings).toMatchObject([
      { kind: 'altered', table: 'dataset_rows', row: expect.stringContaining('2500') },
    ]);
  });
});
