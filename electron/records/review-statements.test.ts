/** The plans of the review queue: what was never escalated, proposed or asked for is not looked at. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { reviewStatements } from './review-statements.ts';

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

function planOf(sql: string): string[] {
  return ledger
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: sql.split('?').length - 1 }, () => 1))
    .map(({ detail }) => detail);
}

test.each(['escalated', 'second_actor'] as const)('%s starts at those that ask', (reason) => {
  const plan = planOf(reviewStatements[reason]);
  expect(plan.join('\n')).toContain('interventions_that_ask');
  expect(plan.filter((each) => /^SCAN (i|r|records|later)\b/.test(each))).toEqual([]);
});

test('policy starts at the policies, and takes their records by index', () => {
  const plan = planOf(reviewStatements.policy);
  expect(plan[0]).toMatch(/^SCAN p\b/);
  expect(plan[1]).toMatch(/^SEARCH r USING (COVERING )?INDEX records_by_policy/);
  expect(plan.filter((each) => /^SCAN (i|r|later)\b/.test(each))).toEqual([]);
});

test('the revision is read from its index', () => {
  expect(planOf(reviewStatements.revision)[0]).toMatch(/^SEARCH review_policies USING/);
});
