/** The plan of every statement over the ledger and the jobs: an index where one is meant, never a scan. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { jobStatements } from '../jobs/jobs-store.ts';
import { chainStatements } from '../ledger/chain-store.ts';
import { keyRotationStatements } from '../ledger/key-rotation.ts';
import { recordStatements } from '../records/record-statements.ts';
import { TestApi } from './test-api.ts';

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

const anySearch = /^SEARCH /;

/** What is not a plain search, and why that is meant. */
const recordPlans: Readonly<Record<string, readonly RegExp[]>> = {
  // Every value is asked for: one whole index is read, once.
  modelCounts: [/^SCAN records USING COVERING INDEX records_by_model$/],
  modelColumn: [/^SCAN records USING COVERING INDEX records_by_model$/],
  // A search for each next model: the index is stepped over, never read through.
  modelIds: [
    /^CO-ROUTINE model$/,
    /^SETUP$/,
    /^SEARCH records USING COVERING INDEX records_by_model$/,
    /^RECURSIVE STEP$/,
    /^SCAN model$/,
    /^CORRELATED SCALAR SUBQUERY/,
    /^SEARCH records USING COVERING INDEX records_by_model \(model_id>\?\)$/,
    /^SCAN model$/,
  ],
  // The full-text index, with its words and a lower bound of the position.
  wordPositions: [/^SCAN records_search VIRTUAL TABLE INDEX 0:M\d>$/],
  // The rows that came since the last time, grouped: they are few.
  newModelCounts: [/INTEGER PRIMARY KEY \(rowid>\?\)$/, /^USE TEMP B-TREE FOR GROUP BY$/],
  newPolicyCounts: [/INTEGER PRIMARY KEY \(rowid>\?\)$/, /^USE TEMP B-TREE FOR GROUP BY$/],
  newModelColumn: [/INTEGER PRIMARY KEY \(rowid>\?\)$/, /^USE TEMP B-TREE FOR GROUP BY$/],
  newPolicyColumn: [/INTEGER PRIMARY KEY \(rowid>\?\)$/, /^USE TEMP B-TREE FOR GROUP BY$/],
};

const chainPlans: Readonly<Record<string, readonly RegExp[]>> = {
  // From the end, one row.
  last: [/^SCAN entries$/],
  // Each table is looked at from its end.
  lastErasure: [
    /^SCAN CONSTANT ROW$/,
    /^SCALAR SUBQUERY/,
    /^SEARCH erasures$/,
    /^SCALAR SUBQUERY/,
    /^SEARCH row_erasures$/,
  ],
};

const jobPlans: Readonly<Record<string, readonly RegExp[]>> = {
  bundleOfFigure: [/^SCAN jobs$/],
  // Of the last 200 jobs a page is a walk from the end, and a count is a walk.
  list: [/^SCAN jobs$/],
  count: [/^SCAN jobs$/],
  unfinished: [/^SCAN jobs USING INDEX jobs_unfinished$/],
  verifying: [/^SCAN jobs USING INDEX jobs_unfinished$/],
  verified: [/^SCAN jobs USING INDEX jobs_verified$/],
  countVerified: [/^SCAN jobs USING (COVERING )?INDEX jobs_verified$/],
  outdated: [/^SEARCH jobs USING INTEGER PRIMARY KEY/, /^SCALAR SUBQUERY/, /^SEARCH jobs$/],
};

describe('Statements over records', () => {
  test.each(Object.entries(recordStatements))('%s', (name, sql) => {
    const expected = recordPlans[name] ?? [anySearch];
    expect(planOf(ledger, sql)).toEqual(expected.map((each) => expect.stringMatching(each)));
  });

  test('filter by an index of their own, which alone is read', () => {
    for (const [name, index] of [
      ['modelPositions', 'records_by_model'],
      ['transactionPositions', 'records_by_transaction'],
      ['hashPositions', 'sqlite_autoindex_records_3'],
      ['idPositions', 'sqlite_autoindex_records_2'],
      ['firstFrom', 'records_by_time'],
      ['lastUpTo', 'records_by_time'],
    ] as const) {
      expect(planOf(ledger, recordStatements[name])).toEqual([
        expect.stringContaining(`USING COVERING INDEX ${index} `),
      ]);
    }
    expect(planOf(ledger, recordStatements.intervenedPositions)[0]).toContain(
      'USING INDEX records_with_interventions ',
    );
  });

  test('never look into payloads to find records', () => {
    const reading = Object.entries(recordStatements).filter(([, sql]) => /\bpayloads\b/.test(sql));
    expect(reading.map(([name]) => name)).toEqual(['payloads', 'output', 'briefPayloadsFrom']);
    expect(planOf(ledger, recordStatements.payloads)).toEqual([
      'SEARCH payloads USING PRIMARY KEY (seq=?)',
    ]);
    expect(planOf(ledger, recordStatements.briefPayloadsFrom)).toEqual([
      'SEARCH payloads USING PRIMARY KEY (seq>?)',
    ]);
  });
});

describe('Statements over the chain', () => {
  test.each(Object.entries(chainStatements))('%s', (name, sql) => {
    const expected = chainPlans[name] ?? [anySearch];
    expect(planOf(ledger, sql)).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});

describe('Statements over the keys of a ledger', () => {
  test.each(Object.entries(keyRotationStatements))('%s', (_name, sql) => {
    for (const step of planOf(ledger, sql)) expect(step).toMatch(anySearch);
  });
});

describe('Statements over jobs', () => {
  test.each(Object.entries(jobStatements).filter(([, sql]) => !sql.startsWith('INSERT')))(
    '%s',
    (name, sql) => {
      const expected = jobPlans[name] ?? [anySearch];
      expect(planOf(jobs, sql)).toEqual(expected.map((each) => expect.stringMatching(each)));
    },
  );
});
