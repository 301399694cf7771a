/** The plan of every statement of connections: an index where one is meant. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../../api/test-api.ts';
import { openReader } from '../../database/open-database.ts';
import { planOf } from '../../database/testing/plan-of.ts';
import { sourceConnectionStatements } from './source-connections-store.ts';

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

/** Connections are two hundred at most: their lists are walked. */
const walks: ReadonlySet<string> = new Set(['list', 'count', 'named']);

test.each(Object.entries(sourceConnectionStatements))('%s', (name, sql) => {
  for (const step of planOf(ledger, sql)) {
    expect(step).toMatch(walks.has(name) ? /^SCAN source_connections/ : /^SEARCH/);
  }
});
