/** The plan of every statement over datasets, sessions and evidence: an index where one is meant. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { analysisStatements } from '../datasets/analysis-store.ts';
import { columnsReaderStatements } from '../columns/columns-reader.ts';
import { columnsWriterStatements } from '../columns/columns-writer.ts';
import { datasetStatements } from '../datasets/datasets-store.ts';
import { policyStatements } from '../datasets/policies-store.ts';
import { grantAnswerStatements } from './grant-answers.ts';
import { evidenceStatements } from './evidence-store.ts';
import { receiptAnchorStatements } from './receipt-anchors.ts';
import { receiptStatements } from './receipts-store.ts';
import { sessionStatements } from './sessions-store.ts';

let api: TestApi;
let database: Database;
beforeAll(async () => {
  api = await TestApi.open();
  database = openReader(join(api.directory, 'proofdesk.db'));
});
afterAll(async () => {
  database.close();
  await api.close();
});

/** Lists for people walk their table from its end: the newest come first, and a page is short. */
const walks: Readonly<Record<string, RegExp>> = {
  list: /^SCAN [ds]$/,
  count: /^SCAN [ds]$/,
  // Datasets whose rows the ledger does not hold are few.
  watched: /^SCAN o /,
};

describe.each([
  ['datasets', datasetStatements],
  ['columns', columnsReaderStatements],
  ['columns that are written', columnsWriterStatements],
  ['analyses', analysisStatements],
  ['policies', policyStatements],
  ['answers of grants', grantAnswerStatements],
  ['sessions', sessionStatements],
  ['evidence', evidenceStatements],
  ['receipts', receiptStatements],
  ['batches of receipts', receiptAnchorStatements],
])('Statements over %s', (_what, statements) => {
  test.each(Object.entries(statements))('%s', (name, sql) => {
    const plan = planOf(database, sql);
    const sorts = plan.filter((step) => step.includes('TEMP B-TREE'));
    // Sessions on several datasets of one holder: each dataset has its own in order, together not.
    expect(sorts).toHaveLength(name === 'listOfHolder' ? 1 : 0);
    const [first = ''] = plan;
    expect(first).toMatch(walks[name] ?? /^SEARCH /);
    const others = plan.filter((step) => step.startsWith('SCAN ') && step !== first);
    expect(others).toEqual([]);
  });
});
