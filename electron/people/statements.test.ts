/** The plan of every statement over people and their signatures: the few people are read whole, entries never. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { unsignedPeopleStatements } from '../overview/unsigned-people.ts';
import { signatureStatements } from '../proof/check-signatures.ts';
import { peopleStatements } from '../proof/people.ts';
import { shownPeopleStatements } from './shown-people.ts';

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

/** All people, of whom there are few. */
const walks: ReadonlySet<string> = new Set(['all', 'inForce']);

describe('Statements over people', () => {
  test.each(
    Object.entries({
      ...peopleStatements,
      ...shownPeopleStatements,
      ...signatureStatements,
      ...unsignedPeopleStatements,
    }),
  )('%s reads rows by a key', (name, sql) => {
    const plan = ledger
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+|\?/g, "'1'")}`)
      .all()
      .map(({ detail }) => detail);
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(
      walks.has(name) ? ['SCAN people'] : [],
    );
    expect(plan.join()).not.toContain('TEMP B-TREE');
  });
});
