/** The plan of every statement over facts of decisions: an index where one is meant, never a scan of records or facts. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openWriter } from '../database/open-database.ts';
import { appliedCheckStatements } from '../proof/recompute/applied-profiles.ts';
import { decisionRowStatements } from '../proof/recompute/decision-rows.ts';
import { subjectsCheckStatements } from '../proof/recompute/decision-subjects.ts';
import { textsCheckStatements } from '../proof/recompute/decision-values.ts';
import { countDecisions, decisionsCheckStatements } from '../proof/recompute/decisions.ts';
import { appliedProfileStatements } from './applied-profiles.ts';
import { decisionSourceStatements } from './decision-source.ts';
import { factRowStatements, insertStatement, updateStatement } from './fact-rows.ts';
import { factValueStatements, useStatements } from './fact-values.ts';
import { factWorkStatements } from './fact-work.ts';
import { personSearchStatements } from './person-searches.ts';
import { profileOf } from './testing/profile-of.ts';

let api: TestApi;
let database: Database;
beforeAll(async () => {
  api = await TestApi.open();
  database = openWriter(join(api.directory, 'proofdesk.db'));
});
afterAll(async () => {
  database.close();
  await api.close();
});

const statements: Readonly<Record<string, string>> = {
  ...appliedProfileStatements,
  ...decisionSourceStatements,
  ...factRowStatements,
  ...factValueStatements,
  ...factWorkStatements,
  ...personSearchStatements,
  ...Object.fromEntries(
    Object.entries({
      ...appliedCheckStatements,
      ...decisionRowStatements,
      ...subjectsCheckStatements,
      ...textsCheckStatements,
      ...decisionsCheckStatements,
      countDecisions,
    }).map(([name, sql]) => [`check ${name}`, sql]),
  ),
  insert: insertStatement(profileOf()),
  update: updateStatement(profileOf()),
  useOfOutcome: useStatements('outcome').one,
  usesOfOutcome: useStatements('outcome').all,
  useOfColumn: useStatements('c1').one,
  usesOfColumn: useStatements('c1').all,
};

/** Statements that walk a table: of the profiles, of which there are few, or all of it as it is meant. */
const walks: Readonly<Record<string, RegExp>> = {
  models: /^SCAN (profiles|applied_profiles) USING/,
  next: /^SCAN applied_profiles$/,
  otherKey: /^SCAN applied_profiles$/,
  anyKey: /^SCAN applied_profiles$/,
  newKey: /^SCAN applied_profiles$/,
  'check sets': /^SCAN applied_profiles$/,
  'check models': /^SCAN profiles USING/,
  'check countDecisions': /^SCAN a$/,
};

test.each(Object.entries(statements))('%s is answered from an index', (name, sql) => {
  const named = [...sql.matchAll(/@(\w+)/g)].map(([, each = '']) => each);
  const parameters =
    named.length > 0
      ? [Object.fromEntries(named.map((each) => [each, '[1]']))]
      : Array.from({ length: sql.split('?').length - 1 }, () => 1);
  const plan = database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail);
  const scans = plan.filter(
    (detail) => detail.startsWith('SCAN ') && !detail.startsWith('SCAN json_each'),
  );
  const walk = walks[name];
  expect(scans.filter((detail) => walk?.test(detail) !== true)).toEqual([]);
});
