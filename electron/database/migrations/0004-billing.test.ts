/** Migration 4 makes the tables of billing, strict and guarded, with what an account has without being asked. */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { billingMigration } from './0004-billing.ts';

function migrated(): Database.Database {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
  database.exec(billingMigration.sql);
  return database;
}

/** An account's session with an event, a method, an adjustment, a book transaction, a limit with an alert. */
function filled(): Database.Database {
  const database = migrated();
  database.exec(`
    INSERT INTO rate_card_assignments VALUES (1, 'default', '2026-01-01', 'standard', 1, 'x');
    INSERT INTO billed_sessions (number, session_id, account_id, dataset_id, holder_id, model_id,
      rate_card_id, version, opened_at, updated_at)
    VALUES (1, 'sess_1', 'default', 'ds', 'h', '', 'standard', 1, 'x', 'x');
    INSERT INTO usage_events (account_id, source, session, at, day, kind, list_nanos)
    VALUES ('default', 'sess_1/1', 1, 'x', 'x', 'read', 0);
    INSERT INTO payment_methods VALUES ('pm_1', 'card', '4242', 'visa', 'x');
    INSERT INTO adjustments VALUES (1, 'adj_1', 'default', 'x', 5, 'x', NULL);
    INSERT INTO book_transactions VALUES (1, 'inv_1', 'issued', 'x');
    INSERT INTO book_postings VALUES (1, 1, 'cash', 5);
    INSERT INTO spending_limits VALUES
      (1, 'limit_1', NULL, NULL, 'DAILY', 'HARD', 5, '[]', 0, 'x', NULL);
    INSERT INTO spending_alerts VALUES (1, 'alert_1', 1, 'x', 50, 'default', 5, 5, 'x');`);
  return database;
}

describe('migration 4', () => {
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

  it('has an account and a rate card to begin with', () => {
    const database = migrated();
    const all = (sql: string) => database.prepare(sql).raw().all();
    expect(all('SELECT account_id FROM accounts')).toEqual([['default']]);
    expect(all('SELECT rate_card_id, version, model FROM rate_cards')).toEqual([
      ['standard', 1, 'PAY_PER_USE'],
    ]);
  });

  it.each([
    'UPDATE rate_cards SET name = 1',
    'DELETE FROM rate_cards',
    "UPDATE rate_card_assignments SET month = 'x'",
    'DELETE FROM billed_sessions',
    'UPDATE usage_events SET records = 1',
    'DELETE FROM usage_events',
    "UPDATE payment_methods SET last4 = 'x'",
    'DELETE FROM adjustments',
    'UPDATE book_postings SET amount = 1',
    'DELETE FROM book_transactions',
    'DELETE FROM spending_limits',
    'DELETE FROM spending_alerts',
    "INSERT INTO suspensions VALUES ('default', 'WHIM', 'x', NULL, 'x')",
    "INSERT INTO book_transactions VALUES (2, 'inv_1', 'issued', 'x')",
    "INSERT INTO spending_alerts VALUES (2, 'alert_2', 1, 'x', 50, 'default', 5, 5, 'x')",
    `INSERT INTO usage_events (account_id, source, session, at, day, kind, list_nanos)
     VALUES ('default', 'sess_1/1', 1, 'x', 'x', 'read', 0)`,
  ])('refuses %s', (sql) => {
    expect(() => filled().exec(sql)).toThrow(/append-only|do not change|constraint failed/);
  });
});
