/** The plan of every statement over the registry: an index where one is meant, never a scan of rows. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { modelStatements } from './model-statements.ts';

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

describe('Statements over the registry', () => {
  test.each(Object.entries(modelStatements))('%s reads no table whole', (_name, sql) => {
    const plan = planOf(ledger, sql);
    expect(plan.filter((step) => /SCAN (models|artifact_checks)\b/.test(step))).toEqual([]);
    const searches = plan.filter((step) => /^SEARCH (m|o|models|artifact_checks)\b/.test(step));
    expect(searches.length).toBeGreaterThan(0);
    // In the order of an index: rows are not sorted (the handful of models of a page may be).
    const sorts = plan.filter((step) => step.includes('TEMP B-TREE'));
    expect(sorts.length).toBeLessThanOrEqual(sql.startsWith('WITH RECURSIVE') ? 1 : 0);
  });

  test('versions are found in the order of their numbers', () => {
    for (const name of ['latest', 'versions', 'inForce'] as const) {
      expect(planOf(ledger, modelStatements[name]).join()).toMatch(
        /INDEX sqlite_autoindex_models_\d/,
      );
    }
  });
});
