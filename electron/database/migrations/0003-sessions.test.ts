/** Migration 3 makes the tables of datasets and sessions, strict and guarded. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ledgerMigration } from './0001-ledger.ts';
import { sessionsMigration } from './0003-sessions.ts';

function migrated(): Database.Database {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
  database.exec(ledgerMigration.sql);
  database.exec(sessionsMigration.sql);
  return database;
}

/** One dataset with a row, and an active session on it. */
function filled(): Database.Database {
  const database = migrated();
  database.exec(`
    INSERT INTO datasets (number, dataset_id, name, holder_id, policy, created_at, record_count, key_id, key)
    VALUES (1, 'ds_1', 'One', 'holder', '{}', '2026-01-01T00:00:00.000Z', 1, 'key_1', zeroblob(32));
    INSERT INTO dataset_rows VALUES (68719476737, 'rec_1', 2, jsonb('{}'));
    INSERT INTO sessions (number, session_id, dataset, purpose, allowed_operations, snapshot_seq,
      created_at, expires_at, key_id, key)
    VALUES (1, 'sess_1', 1, 'x', '[]', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z',
      'key_2', zeroblob(32));
    INSERT INTO session_usage VALUES (1, 1, '2026-01-01T00:00:00.000Z', 'read', 1, 2, NULL);`);
  return database;
}

describe('migration 3', () => {
  it('makes strict tables', () => {
    const loose = migrated()
      .prepare(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    expect(loose).toEqual([]);
  });

  it.each([
    'UPDATE dataset_rows SET bytes = 3',
    'DELETE FROM dataset_rows',
    'DELETE FROM datasets',
    "UPDATE datasets SET holder_id = 'other'",
    'DELETE FROM sessions',
    "UPDATE sessions SET expires_at = '2027-01-01T00:00:00.000Z'",
    'UPDATE sessions SET snapshot_seq = 2',
    'UPDATE session_usage SET records = 0',
    'DELETE FROM session_usage',
    "INSERT INTO session_usage VALUES (1, 2, 'x', 'eat', 1, 1, NULL)",
    "INSERT INTO dataset_rows VALUES (68719476738, 'rec_1', 2, jsonb('{}'))",
  ])('refuses %s', (sql) => {
    expect(() => filled().exec(sql)).toThrow(/append-only|do not change|constraint failed/);
  });

  it('lets a session end once', () => {
    const database = filled();
    database.exec("UPDATE sessions SET closed_at = '2026-01-01T00:30:00.000Z'");
    expect(() => database.exec('UPDATE sessions SET closed_at = NULL')).toThrow('stays as it is');
    expect(() =>
      database.exec("UPDATE sessions SET revoked_at = '2026-01-01T00:31:00.000Z'"),
    ).toThrow('stays as it is');
  });

  it('lets rows beyond the end of a dataset go, and the same id be in two datasets', () => {
    const database = filled();
    database.exec(`
      INSERT INTO dataset_rows VALUES (68719476738, 'rec_2', 2, jsonb('{}'));
      DELETE FROM dataset_rows WHERE position = 68719476738;
      INSERT INTO dataset_rows VALUES (137438953473, 'rec_1', 2, jsonb('{}'));`);
    expect(database.prepare('SELECT count(*) FROM dataset_rows').pluck().get()).toBe(2);
  });
});
