/** The plan of every statement of access: an index where one is meant. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { accessStatements } from './access-store.ts';
import { jobOwnerStatement, openerStatement, ownerStatements } from './object-owners.ts';

let api: TestApi;
let ledger: Database;
let jobs: Database;
beforeAll(async () => {
  api = await TestApi.open();
  ledger = openReader(join(api.directory, 'proofdesk.db'));
  jobs = openJobsDatabase(join(api.directory, 'jobs.db'));
});
afterAll(async () => {
  ledger.close();
  jobs.close();
  await api.close();
});

describe('Statements over keys', () => {
  test.each(Object.entries(accessStatements))('%s', (name, sql) => {
    // Keys are few, and their lists are for people: the table is walked from its end.
    const walks = ['all', 'list', 'count'].includes(name);
    expect(planOf(ledger, sql)).toEqual([
      expect.stringMatching(walks ? /^SCAN api_keys/ : /^SEARCH /),
    ]);
  });
});

describe('Whose an object is', () => {
  test.each(Object.entries(ownerStatements))('%s', (_kind, sql) => {
    for (const step of planOf(ledger, sql)) {
      expect(step).toMatch(/^(SEARCH |SCALAR SUBQUERY|CORRELATED)/);
    }
  });

  test('opener of a session', () => {
    expect(planOf(ledger, openerStatement)).toEqual([expect.stringMatching(/^SEARCH /)]);
  });

  test('job', () => {
    expect(planOf(jobs, jobOwnerStatement)).toEqual([expect.stringMatching(/^SEARCH jobs/)]);
  });
});
