/** What a random history came to holds without a finding; one altered value in it is found. */
import { afterAll, expect, test } from 'vitest';
import { randomHistory } from '../../billing/testing/random-history.ts';
import { rounds } from '../../testing/rounds.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkBooks } from './books.ts';
import { checkPrices } from './prices.ts';
import { checkRollUps } from './roll-ups.ts';
import { checkPayouts, checkShares } from './shares.ts';

const history = randomHistory(19_001);
const { fixture, below } = history;
afterAll(() => fixture.remove());
const { database } = fixture;

function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  const report = (finding: RowFinding) => found.push(finding);
  for (const check of [checkPrices, checkShares, checkPayouts, checkBooks, checkRollUps]) {
    for (const _step of check(database, report));
  }
  return found;
}

test('nothing is found in what happened', () => {
  const every = rounds({ usual: 100, all: 10 });
  const found: RowFinding[] = [];
  for (let step = 1; step <= 600; step += 1) {
    history.step();
    if (step % every === 0) found.push(...findings());
  }
  expect(found).toEqual([]);
});

/** Columns that these checks alone vouch for. */
const columns: Readonly<Record<string, readonly string[]>> = {
  usage_events: [
    'time_nanos',
    'record_nanos',
    'data_nanos',
    'operation_nanos',
    'list_nanos',
    'micro_hours',
    'records',
    'bytes',
    'operations',
    'day',
    'kind',
  ],
  usage_days: [
    'day',
    'account_id',
    'dataset_id',
    'session',
    'kind',
    'micro_hours',
    'records',
    'bytes',
    'operations',
    'time_nanos',
  ],
  usage_totals: [
    'day',
    'account_id',
    'dataset_id',
    'model_id',
    'sessions',
    'records',
    'data_nanos',
  ],
  usage_spans: [
    'session',
    'first_day',
    'last_day',
    'begun_day',
    'account_id',
    'dataset_id',
    'model_id',
  ],
  usage_counters: ['account_id', 'month', 'rate_card_id', 'version', 'records', 'list_nanos'],
  usage_months: [
    'account_id',
    'month',
    'dataset_id',
    'holder_id',
    'time_nanos',
    'billed_time_nanos',
    'billed_operation_nanos',
  ],
  billed_sessions: [
    'account_id',
    'dataset_id',
    'holder_id',
    'model_id',
    'rate_card_id',
    'active_seconds',
    'accesses',
    'last_access_at',
    'reads',
    'filters',
    'transforms',
    'trains',
    'records',
    'time_nanos',
  ],
  invoice_usage: ['month', 'dataset_id', 'holder_id', 'time_nanos', 'record_nanos'],
  accruals: ['invoice', 'dataset_id', 'holder_id', 'gross', 'fee', 'net', 'payout'],
  payouts: ['amount', 'created_at'],
  book_transactions: ['source', 'event', 'at', 'number'],
  book_postings: ['book_transaction', 'line', 'book_account', 'amount'],
};
const targets = Object.entries(columns).flatMap(([table, names]) =>
  names.map((name) => [table, name] as const),
);

test.each(targets)('a change of %s.%s is found', (table, column) => {
  const count = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  expect(count).toBeGreaterThan(0);
  for (let round = 0; round < rounds({ usual: 1, all: 8 }); round += 1) {
    database.pragma('foreign_keys = OFF');
    database.pragma('ignore_check_constraints = ON');
    database.exec('SAVEPOINT tried');
    for (const name of database
      .prepare<[string], string>(
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?`,
      )
      .pluck()
      .all(table)) {
      database.exec(`DROP TRIGGER ${name}`);
    }
    const key = database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table);
    const where = key.map((name) => `${name} IS @${name}`).join(' AND ');
    const row = database
      .prepare<[number], Record<string, unknown>>(
        `SELECT ${key.join(', ')} FROM ${table} LIMIT 1 OFFSET ?`,
      )
      .safeIntegers()
      .get(below(count));
    const { changes } = database
      .prepare<[object]>(
        `UPDATE OR REPLACE ${table} SET ${column} = CASE
           WHEN ${column} IS NULL THEN ${column === 'payout' ? 1 : `'2026-01-01T00:00:00.000Z'`}
           WHEN typeof(${column}) = 'integer' THEN ${column} + 1
           WHEN ${column} GLOB '????-??-??*' THEN '2025' || substr(${column}, 5)
           ELSE ${column} || 'x' END
         WHERE ${where}`,
      )
      .run(row ?? {});
    expect(changes).toBe(1);
    const found = findings();
    database.exec('ROLLBACK TO tried; RELEASE tried');
    expect(found).not.toEqual([]);
  }
});
