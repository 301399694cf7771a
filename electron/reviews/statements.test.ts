/** The plans of the queue: a page of it reads no table from end to end but that of assignments. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { sameOutcomeStatements } from '../oversight/same-outcome.ts';
import { reviewQueueStatements, walks } from './statements.ts';

let api: TestApi;
let ledger: Database;
beforeAll(async () => {
  api = await TestApi.open();
  ledger = openReader(join(api.directory, 'proofdesk.db'));
});
afterAll(async () => {
  ledger.close();
  await api.close();
});

const statements = { ...reviewQueueStatements, ...sameOutcomeStatements };

test.each(Object.entries(statements))('%s', (name, sql) => {
  const scans = ledger
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: sql.split('?').length - 1 }, () => 1))
    .map(({ detail }) => detail)
    .filter((each) => each.startsWith('SCAN'));
  expect(scans.length > 0).toBe(walks.includes(name));
});
