/** The plans of the review queue: what was never escalated, proposed or asked for is not looked at. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { planOf } from '../database/testing/plan-of.ts';
import { blindnessStatements } from '../interventions/blindness.ts';
import { profileStatements } from '../oversight/profile-store.ts';
import { reviewRuleStatements } from '../oversight/review-rules.ts';
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

test.each(['escalated', 'second_actor'] as const)('%s starts at those that ask', (reason) => {
  const plan = planOf(ledger, reviewStatements[reason]);
  expect(plan.join('\n')).toContain('interventions_that_ask');
  expect(plan.filter((each) => /^SCAN (i|r|records|later)\b/.test(each))).toEqual([]);
});

test('what was answered starts at the records with interventions', () => {
  const plan = planOf(ledger, reviewStatements.answered);
  expect(plan[0]).toMatch(/^SEARCH r USING (COVERING )?INDEX records_with_interventions/);
  expect(plan.filter((each) => /^SCAN (i|r|later)\b/.test(each))).toEqual([]);
});

test.each(['below', 'drawn', 'outputs'] as const)('%s takes new records of one model', (name) => {
  const plan = planOf(ledger, reviewStatements[name]);
  expect(plan[0]).toMatch(
    /^SEARCH (r|records) USING INDEX records_by_model \(model_id=\? AND rowid>\?\)$/,
  );
  expect(plan.filter((each) => each.startsWith('SCAN'))).toEqual([]);
});

test('outcomes are found in the facts of one profile', () => {
  expect(planOf(ledger, reviewStatements.outcomes)).toEqual([
    'SEARCH decision_values USING COVERING INDEX sqlite_autoindex_decision_values_1 (profile=? AND slot=?)',
  ]);
  expect(planOf(ledger, reviewStatements.withOutcomes)[0]).toBe(
    'SEARCH decision_facts USING PRIMARY KEY (profile=? AND position>?)',
  );
});

test('second reviews start at the records with interventions, and at those that review again', () => {
  expect(planOf(ledger, reviewStatements.second_review)[0]).toMatch(
    /^SEARCH r USING INDEX records_with_interventions/,
  );
  expect(planOf(ledger, reviewStatements.reviewedAgain)[0]).toBe(
    'SCAN i USING COVERING INDEX interventions_that_review_again',
  );
  expect(planOf(ledger, reviewStatements.lastErasure)).toEqual(['SEARCH erasures']);
});

test('profiles of a model are read in their order', () => {
  expect(planOf(ledger, reviewRuleStatements.confirmed)).toEqual([
    'SEARCH profiles USING INDEX profiles_by_model (model_id=?)',
  ]);
});

test('the rules in force are those of one profile a model', () => {
  expect(planOf(ledger, reviewRuleStatements.revision)).toEqual(['SEARCH profiles']);
  expect(planOf(ledger, profileStatements.inForce)[0]).toMatch(
    /^SEARCH profiles USING INDEX profiles_by_model/,
  );
  expect(planOf(ledger, reviewRuleStatements.inForce)).toContainEqual(
    expect.stringMatching(/^SEARCH profiles USING (COVERING )?INDEX profiles_by_model/),
  );
});

test('what was asked about a record before a second review is found by the record', () => {
  expect(planOf(ledger, blindnessStatements.asked)).toEqual([
    'SEARCH audit_events USING INDEX audit_events_by_object (object_id=?)',
  ]);
});
