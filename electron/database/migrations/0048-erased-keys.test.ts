/** Migration 48 takes the keys of datasets that were erased, where no open receipt needs them, and keeps all others. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from './all-migrations.ts';

function filled(): Database.Database {
  const database = new Database(':memory:');
  // Accounts and batches are of no interest here.
  database.pragma('foreign_keys = OFF');
  const upTo = (from: number, to: number) => {
    for (const { version, sql } of migrations) {
      if (version > from && version <= to) database.exec(sql);
    }
  };
  upTo(0, 47);
  const at = '2026-01-01T00:00:00.000Z';
  for (const [number, id] of ['there', 'gone', 'open'].entries()) {
    database
      .prepare(
        `INSERT INTO datasets (number, dataset_id, name, holder_id, created_at, key_id, key)
         VALUES (?, ?, '', 'holder', '${at}', 'key', ?)`,
      )
      .run(number + 1, id, Buffer.alloc(32, number + 1));
    database
      .prepare(
        `INSERT INTO sessions (number, session_id, dataset, purpose, allowed_operations, snapshot_seq, created_at, expires_at)
         VALUES (?, 'sess_' || ?, ?, '', '[]', 0, '${at}', '${at}')`,
      )
      .run(number + 1, id, number + 1);
    database
      .prepare(
        `INSERT INTO grants (number, grant_id, dataset, account_id, kind, action, created_at, purpose, fields, operations,
           starts_at, ends_at, key) VALUES (?, 'grant_' || ?, ?, 'acct', 'rows', 'revoke', '${at}', '', '[]', '[]', '${at}', '${at}', ?)`,
      )
      .run(number + 1, id, number + 1, Buffer.alloc(32, 16 + number));
  }
  database.exec(`
    INSERT INTO row_erasures (seq, erasure_id, dataset, scope, count) VALUES (7, 'ers_1', 2, 'dataset', 0), (8, 'ers_2', 3, 'dataset', 0),
      (9, 'ers_3', 1, 'rows', 0);
    INSERT INTO batches (seq, table_name, dataset, first, last, leaves) VALUES (6, 'session_usage', NULL, 1, 1, zeroblob(32));
    INSERT INTO session_usage (session, number, at, kind, records, bytes, line) VALUES (2, 1, '${at}', 'read', 0, 0, 1),
      (3, 1, '${at}', 'read', 0, 0, 2);`);
  upTo(47, 48);
  return database;
}

describe('Migration 48', () => {
  const database = filled();
  const keys = (table: string) =>
    database.prepare<[], Buffer | null>(`SELECT key FROM ${table} ORDER BY number`).pluck().all();

  it('takes the keys of erased datasets but where a receipt is open', () => {
    expect(keys('datasets').map((each) => each?.[0] ?? null)).toEqual([1, null, 3]);
    expect(keys('grants').map((each) => each?.[0] ?? null)).toEqual([16, null, 18]);
  });

  it.each([
    "UPDATE datasets SET key = NULL WHERE dataset_id = 'there'",
    "UPDATE datasets SET key = zeroblob(32) WHERE dataset_id = 'gone'",
    "UPDATE datasets SET key_id = 'other'",
    "UPDATE grants SET key = NULL WHERE grant_id = 'grant_there'",
    "UPDATE grants SET key = zeroblob(32) WHERE grant_id = 'grant_gone'",
    "UPDATE grants SET key_id = 'other'",
  ])('refuses %s', (sql) => {
    expect(() => database.exec(sql)).toThrow(/do not change|goes with/);
  });

  it('lets a key go with its dataset', () => {
    database.exec("UPDATE datasets SET key = NULL WHERE dataset_id = 'open'");
    expect(keys('datasets')[2]).toBeNull();
  });
});
