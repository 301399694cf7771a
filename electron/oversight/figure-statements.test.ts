/** The plans of the statements that recorded figures are kept and counted again by. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { figureBundleStatements } from '../bundles/select-figure.ts';
import { figureCheckStatements } from '../proof/recompute/figures.ts';
import { figureLossStatements } from './figure-losses.ts';
import { figureStatements } from './figure-store.ts';

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

/** People record figures one by one: a page, and what is summed over all of them, may walk their table. */
const walks: Readonly<Record<string, readonly string[]>> = {
  newest: ['SCAN f'],
  oldest: ['SCAN f'],
  count: ['SCAN f'],
  decisions: ['SCAN figures'],
};

test.each([
  ...Object.entries(figureStatements),
  ...Object.entries(figureLossStatements),
  ...Object.entries(figureCheckStatements),
  ...Object.entries(figureBundleStatements),
])('%s is answered by an index', (name, sql) => {
  const plan = planOf(ledger, sql);
  expect(plan.filter((each) => each.startsWith('SCAN '))).toEqual(walks[name] ?? []);
  expect(plan.filter((each) => each.includes('TEMP B-TREE'))).toEqual([]);
});
