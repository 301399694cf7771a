/** Migration 1 makes the ledger's tables, strict and guarded, with the indexes its queries need. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ledgerMigration } from './0001-ledger.ts';

function migrated(): Database.Database {
  const database = new Database(':memory:');
  database.exec(ledgerMigration.sql);
  return database;
}

describe('migration 1', () => {
  it('makes strict tables', () => {
    const tables = migrated()
      .prepare<[], { name: string; strict: number }>(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all();
    expect(tables).toEqual(
      ['entries', 'idempotency', 'payloads', 'records', 'tiles'].map((name) => ({
        name,
        strict: 1,
      })),
    );
  });

  it('guards what is append-only', () => {
    const triggers = migrated()
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
      .pluck()
      .all();
    expect(triggers).toEqual([
      'entries_no_delete',
      'entries_no_update',
      'payloads_no_update',
      'records_no_delete',
      'records_no_update',
      'tiles_no_delete',
    ]);
  });

  it.each([
    ['SELECT * FROM records WHERE id = ?', 'sqlite_autoindex_records'],
    ['SELECT * FROM records WHERE seq = ?', 'sqlite_autoindex_records'],
    ['SELECT * FROM records WHERE hash >= ?', 'sqlite_autoindex_records'],
    ['SELECT position FROM records WHERE model_id = ? ORDER BY position DESC', 'records_by_model'],
    ['SELECT position FROM records WHERE model_id = ? AND position > 5', 'records_by_model'],
    [
      'SELECT position FROM records WHERE created_at < ? ORDER BY created_at DESC LIMIT 1',
      'records_by_time',
    ],
    ['SELECT position FROM records WHERE policy_id = ?', 'records_by_policy'],
    ['SELECT position FROM records WHERE transaction_id = ?', 'records_by_transaction'],
    ['SELECT position FROM records WHERE intervention_count > 0', 'records_with_interventions'],
  ])('answers %s by an index', (sql, index) => {
    const plan = migrated()
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace('?', "'x'")}`)
      .all()
      .map((step) => step.detail)
      .join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  });

  it('deletes words from the search index for good', () => {
    const database = migrated();
    database.exec("INSERT INTO records_search (rowid, text) VALUES (1, 'sensitiveword')");
    const holds = () =>
      database
        .prepare<[], Buffer>('SELECT block FROM records_search_data')
        .pluck()
        .all()
        .some((block) => block.includes('sensitiveword'));
    expect(holds()).toBe(true);
    database.exec(
      "INSERT INTO records_search (records_search, rowid, text) VALUES ('delete', 1, 'sensitiveword')",
    );
    expect(holds()).toBe(false);
  });
});
