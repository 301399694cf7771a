/** Migration 8 makes the tables of the audit log, strict and guarded. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { auditMigration } from './0008-audit.ts';

function filled(): Database.Database {
  const database = new Database(':memory:');
  database.exec(auditMigration.sql);
  database.exec(`
    INSERT INTO audit_events VALUES (1, '{}', x'01', 'x', 'req_1', 'operator', 'read', NULL, NULL, 'done');
    INSERT INTO audit_anchors VALUES (5, 1, 1, x'01', 'x', x'02');`);
  return database;
}

describe('migration 8', () => {
  it('makes strict tables', () => {
    const loose = filled()
      .prepare(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    expect(loose).toEqual([]);
  });

  it.each([
    "UPDATE audit_events SET line = 'x'",
    'DELETE FROM audit_events',
    'UPDATE audit_anchors SET first_event = 2',
    'DELETE FROM audit_anchors',
    // One request is one event, one part of the log has one anchor.
    "INSERT INTO audit_events VALUES (2, '{}', x'02', 'x', 'req_1', 'operator', 'read', NULL, NULL, 'done')",
    "INSERT INTO audit_anchors VALUES (6, 1, 2, x'01', 'x', x'03')",
  ])('refuses %s', (sql) => {
    expect(() => filled().exec(sql)).toThrow(/append-only|constraint failed/);
  });
});
