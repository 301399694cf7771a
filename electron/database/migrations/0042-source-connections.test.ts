/**
 * Migration 42: whose a connection is and where it leads stays as it was made.
 * @push
 */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrations } from './all-migrations.ts';

function filled(): Database.Database {
  const database = new Database(':memory:');
  for (const { version, sql } of migrations) if (version <= 42) database.exec(sql);
  database.exec(`INSERT INTO source_connections (connection_id, holder_id, name, host, port, database, user_name, tls, server,
      may_write, created_at, created_by)
    VALUES ('sconn_1', 'clinic', 'Clinic', 'db', 5432, 'd', 'u', 'verify-full', 'PostgreSQL 15.1', 0, '2026-01-01', 'operator')`);
  return database;
}

it.each([
  ['DELETE FROM source_connections', /marked as removed/],
  [`UPDATE source_connections SET connection_id = 'sconn_2'`, /does not change/],
  ['UPDATE source_connections SET holder_id = NULL', /does not change/],
  [`UPDATE source_connections SET tls = 'off'`, /does not change/],
  ['UPDATE source_connections SET may_write = 1', /does not change/],
  [`UPDATE source_connections SET created_by = 'key_1'`, /does not change/],
  [`UPDATE source_connections SET tls = 'require'`, /./],
])('refuses %s', (statement, reason) => {
  expect(() => filled().exec(statement)).toThrow(reason);
});

it('keeps a removed connection removed, and lets its texts be erased', () => {
  const database = filled();
  database.exec(`UPDATE source_connections SET removed_at = '2026-01-02'`);
  expect(() => database.exec('UPDATE source_connections SET removed_at = NULL')).toThrow(
    /stays removed/,
  );
  database.exec(`UPDATE source_connections SET name = '', host = '', user_name = ''`);
});
