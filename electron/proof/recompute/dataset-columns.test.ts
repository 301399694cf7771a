/** Columns are compared with those that the rows make; made anew, they are whole again. */
import type { Database } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ColumnsWriter } from '../../columns/columns-writer.ts';
import { migrations } from '../../database/migrations/all-migrations.ts';
import { openScratch } from '../../database/open-database.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkDatasetRows } from './dataset-rows.ts';

const rows = 300;
const base = 2 ** 36;

let database: Database;
beforeAll(() => {
  database = openScratch();
  for (const { sql } of migrations) database.exec(sql);
  database.pragma('foreign_keys = OFF');
  database
    .prepare(
      `INSERT INTO datasets (number, dataset_id, name, holder_id, record_count, total_bytes, created_at, key_id, key)
       VALUES (1, 'ds', 'Rows', 'holder', ?, 0, '2026-01-01T00:00:00.000Z', 'key', zeroblob(32))`,
    )
    .run(rows);
  const insert = database.prepare(
    `INSERT INTO dataset_rows (position, record_id, bytes, document, salt)
     VALUES (?, ?, ?, jsonb(?), zeroblob(16))`,
  );
  for (let seq = 1; seq <= rows; seq += 1) {
    const row = { record_id: `rec_${seq}`, age: seq, ward: seq % 2 === 0 ? 'A' : 'B', tags: ['x'] };
    const text = JSON.stringify({ ...row, note: 'x'.repeat(60) });
    insert.run(base + seq, row.record_id, text.length, text);
  }
  new ColumnsWriter(database).cover(1, rows, 0);
});
afterAll(() => database.close());
beforeEach(() => database.exec('SAVEPOINT tried'));
afterEach(() => database.exec('ROLLBACK TO tried; RELEASE tried'));

function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  for (const _step of checkDatasetRows(database, (finding) => found.push(finding)));
  return found.filter(({ table }) => table === 'dataset_columns');
}

test('columns are what their rows make', () => {
  const paths = database.prepare<[], string>('SELECT path FROM dataset_columns ORDER BY path');
  expect(paths.pluck().all()).toEqual(['', 'age', 'note', 'record_id', 'tags', 'ward']);
  expect(findings()).toEqual([]);
});

describe('Columns that differ are found', () => {
  test.each([
    [
      'altered',
      'data',
      `UPDATE dataset_columns SET data = zeroblob(length(data)) WHERE path = 'age'`,
    ],
    [
      'altered',
      'data',
      `UPDATE dataset_columns SET data = CAST('{"open":true,"others":[]}' AS BLOB) WHERE path = ''`,
    ],
    ['altered', 'rows', `UPDATE dataset_columns SET rows = rows - 1 WHERE path = 'age'`],
    ['altered', 'encoding', `UPDATE dataset_columns SET encoding = 'text' WHERE path = 'age'`],
    ['deleted', null, `DELETE FROM dataset_columns WHERE path = 'ward'`],
    [
      'inserted',
      null,
      `INSERT INTO dataset_columns SELECT dataset, 'none', chunk, encoding, rows, data FROM dataset_columns WHERE path = 'age'`,
    ],
    [
      'inserted',
      null,
      `INSERT INTO dataset_columns SELECT 7, path, chunk, encoding, rows, data FROM dataset_columns WHERE path = 'age'`,
    ],
  ])('as %s (%s), and are whole once they are made anew', (kind, column, sql) => {
    database.exec(sql);
    expect(findings()).toEqual([expect.objectContaining({ kind, column })]);
    const writer = new ColumnsWriter(database);
    for (const dataset of [1, 7]) writer.removeAll(dataset);
    writer.cover(1, rows, 0);
    expect(findings()).toEqual([]);
  });

  test('but not those of an import that is not over, which nobody reads', () => {
    database.prepare('UPDATE datasets SET record_count = ?').run(rows - 10);
    expect(findings()).toEqual([]);
    new ColumnsWriter(database).cutBehind(1, rows - 10);
    expect(database.prepare('SELECT count(*) FROM dataset_columns').pluck().get()).toBe(0);
  });
});

test('rows that are gone leave no value, and are counted as cells', () => {
  database.exec('DROP TRIGGER dataset_rows_no_delete');
  database.prepare('DELETE FROM dataset_rows WHERE position = ?').run(base + 5);
  expect(findings()).not.toEqual([]);
  new ColumnsWriter(database).rewrite(1, [{ from: 5, to: 5 }]);
  expect(findings()).toEqual([]);
  const age = database.prepare<[], Buffer>(`SELECT data FROM dataset_columns WHERE path = 'age'`);
  const data = age.pluck().get() ?? Buffer.alloc(0);
  expect([3, 4, 5].map((cell) => data.readInt16LE(2 * cell))).toEqual([4, 0, 6]);
});
