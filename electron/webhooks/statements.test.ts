/** The plan of every statement of webhooks: an index where one is meant. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { deliveryStatements } from './deliveries-store.ts';
import { endpointStatements } from './endpoints-store.ts';
import { eventLogStatements } from './event-log.ts';
import { eventStatements } from './events-store.ts';

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

/** Of the types that an endpoint chose each is looked up in its list; endpoints are a hundred at most. */
const usual = /^(SEARCH|SCALAR SUBQUERY|LIST SUBQUERY|SCAN json_each|CREATE BLOOM|SCAN events$)/;

describe('Statements over events', () => {
  test.each(Object.entries({ ...eventStatements, ...eventLogStatements }))('%s', (name, sql) => {
    const [first = ''] = planOf(ledger, sql);
    if (name === 'insert') return;
    expect(first).toMatch(/^SEARCH events/);
    for (const step of planOf(ledger, sql)) expect(step).toMatch(usual);
  });
});

describe('Statements over endpoints', () => {
  test.each(Object.entries(endpointStatements))('%s', (name, sql) => {
    const walks = ['inForce', 'list', 'count'].includes(name);
    const expected = walks ? /^SCAN webhook_endpoints/ : /^SEARCH webhook_endpoints/;
    for (const step of planOf(ledger, sql)) expect(step).toMatch(expected);
  });
});

describe('Statements over deliveries', () => {
  test.each(Object.entries(deliveryStatements))('%s', (_name, sql) => {
    for (const step of planOf(jobs, sql)) expect(step).toMatch(/^(SEARCH|SCALAR SUBQUERY)/);
  });
});
