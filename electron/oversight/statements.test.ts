/** The plans of the statements that columns in memory are read by: none walks more than its model's rows. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { alertStatements } from './alert-store.ts';
import { cardStatements } from './card-states.ts';
import { columnStatements } from './column-statements.ts';
import { dueRulesStatements } from './due-rules.ts';

let api: TestApi;
let ledger: Database;
beforeAll(async () => {
  api = await TestApi.open();
  ledger = openReader(join(api.directory, ledgerFileName));
});
afterAll(async () => {
  ledger.close();
  await api.close();
});

/** Tables that are small by their nature, and what is made within the statement. */
const walks: Readonly<Record<string, readonly string[]>> = {
  applied: ['SCAN applied_profiles'],
  modelIds: ['SCAN model', 'SCAN model'],
  // Every alert that ever was, and the profiles, of which there are few.
  page: ['SCAN o USING INDEX alert_openings'],
  count: ['SCAN o USING COVERING INDEX sqlite_autoindex_alert_entries_3'],
  watched: ['SCAN p USING INDEX profiles_by_model'],
};

/** Every statement, by name. */
const statements = {
  ...columnStatements,
  ...cardStatements,
  ...alertStatements,
  ...dueRulesStatements,
};

test.each(Object.entries(statements))('%s is answered by an index', (name, sql) => {
  const plan = planOf(ledger, sql);
  expect(plan.filter((each) => each.startsWith('SCAN '))).toEqual(walks[name] ?? []);
  expect(plan.filter((each) => each.includes('TEMP B-TREE'))).toEqual([]);
});

test('facts are read in the order of positions, and each record by its place', () => {
  expect(planOf(ledger, columnStatements.facts)).toEqual([
    'SEARCH f USING PRIMARY KEY (profile=? AND position>?)',
    'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});
