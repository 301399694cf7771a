/** Every table of a ledger is compared with its entries, or known to be made of none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from '../database/migrations/all-migrations.ts';

/** No entry says yet what stands in these: settings, rows of datasets, what was metered and what is owed for it. */
const withoutEntries = `
  accounts accruals adjustments api_keys applied_profiles batches beneficiaries billed_sessions billing_settings book_postings book_transactions charge_uses charges credit_notes credit_uses credits
  dataset_columns dataset_paths dataset_rows dataset_sources datasets decision_facts decision_subjects decision_values events facts fee_tables grant_answers grants held_news holds idempotency invoice_usage item_keys limit_periods operations payment_methods
  papers parties payments people person_letters person_requests payout_items payout_preferences payouts policies profiles rate_card_assignments rate_cards rate_limits refunds reminders
  review_assignments row_erasures rule_evaluations run_items runs session_usage sessions shares source_connections source_states spending_alerts spending_limits subject_indexes suspensions
  tombstones usage_counters usage_days usage_events usage_months usage_spans usage_totals wall_clock webhook_endpoints`
  .trim()
  .split(/\s+/);

test('every table is checked, or has no entries behind it', () => {
  const database = new Database(':memory:');
  for (const { sql } of migrations) database.exec(sql);
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'records_search%'`,
    )
    .pluck()
    .all();
  database.close();
  const folder = import.meta.dirname;
  const checks = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const unchecked = tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(checks));
  expect(unchecked.filter((table) => !withoutEntries.includes(table))).toEqual([]);
  expect(withoutEntries.filter((table) => !tables.includes(table))).toEqual([]);
});
