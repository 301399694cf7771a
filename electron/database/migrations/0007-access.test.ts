/** Migration 7 makes the tables of keys and owners, strict and guarded. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from './all-migrations.ts';

function migrated(): Database.Database {
  const database = new Database(':memory:');
  for (const { version, sql } of migrations) if (version <= 7) database.exec(sql);
  return database;
}

function filled(): Database.Database {
  const database = migrated();
  database.exec(`
    INSERT INTO api_keys (key_id, digest, hint, name, role, account_id, created_at, created_by)
    VALUES ('key_1', 'aa', 'pdk_ab12…', 'Lab', 'ai_lab', 'acct_1', '2026-01-01T00:00:00.000Z', 'operator');
    UPDATE api_keys SET last_used_at = '2026-01-02T00:00:00.000Z';`);
  return database;
}

describe('migration 7', () => {
  it('makes strict tables', () => {
    const loose = migrated()
      .prepare(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0
           AND name IN ('api_keys', 'rate_limits', 'ownerships')`,
      )
      .pluck()
      .all();
    expect(loose).toEqual([]);
  });

  it.each([
    'DELETE FROM api_keys',
    "UPDATE api_keys SET role = 'admin'",
    "UPDATE api_keys SET account_id = 'acct_2'",
    'UPDATE api_keys SET scopes = NULL',
    'UPDATE api_keys SET expires_at = NULL',
    "UPDATE api_keys SET digest = 'bb'",
    `INSERT INTO api_keys (key_id, digest, hint, name, role, created_at, created_by)
     VALUES ('key_2', 'bb', '', '', 'ai_lab', '', '')`,
    `INSERT INTO api_keys (key_id, digest, hint, name, role, created_at, created_by)
     VALUES ('key_2', 'bb', '', '', 'data_holder', '', '')`,
    `INSERT INTO api_keys (key_id, digest, hint, name, role, created_at, created_by)
     VALUES ('key_2', 'aa', '', '', 'admin', '', '')`,
    `INSERT INTO api_keys (key_id, digest, hint, name, role, created_at, created_by)
     VALUES ('key_2', 'bb', '', '', 'operator', '', '')`,
    "INSERT INTO rate_limits VALUES (2, '{}', '')",
  ])('refuses %s', (sql) => {
    expect(() => filled().exec(sql)).toThrow(
      /revoked, never deleted|does not change|constraint failed/,
    );
  });

  it('lets a key be revoked once', () => {
    const database = filled();
    database.exec("UPDATE api_keys SET revoked_at = '2026-01-03T00:00:00.000Z'");
    expect(() => database.exec('UPDATE api_keys SET revoked_at = NULL')).toThrow('stays revoked');
  });
});
