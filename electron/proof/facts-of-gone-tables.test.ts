/** A ledger from before decision profiles had the rules of reviews: its facts about policies stay, and it verifies. */
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import type { Finding } from '../../shared/contract/chain.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { factMembers, factType } from '../../shared/ledger/facts.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { openReader, openWriter } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const clock = () => Date.parse('2026-01-05T09:00:00.000Z');
const before = migrations.filter(({ version }) => version < 14);

/** Makes a ledger of the schema of before, in which two policies were set. */
function makeOld(path: string): void {
  const database = openWriter(path, { migrations: before });
  const random = countingRandom();
  const createId = createIdFactory({ now: clock, random });
  const journal = new Journal(database, { clock, random, createId });
  journal.ensureGenesis(testKey);
  const by = { id: 'operator', role: 'operator' };
  for (const [n, id] of ['kyc', 'lending'].entries()) {
    journal.transaction(() => {
      const set = { second_actor: true, review_below: 0.5 };
      const members = factMembers({ table: 'review_policies', id, by, set });
      const place = journal.appendEntry(
        (where) => otherEntry({ type: factType, ...where, commitments: [], members }),
        [],
      );
      database.prepare('INSERT INTO facts VALUES (?, ?, ?)').run(place.seq, 'review_policies', id);
      database.prepare('INSERT INTO review_policies VALUES (?, 1, 0.5, ?)').run(id, n + 1);
    });
  }
  database.close();
}

async function findingsOf(path: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const reader = openReader(path);
  await verifyLedger(reader, {
    onFinding: (finding) => found.push(finding),
    onProgress: () => true,
    indexes: 'all',
  });
  reader.close();
  return found;
}

test('opens, verifies, and what was altered in such a fact is found @whole', async () => {
  const path = `${folder.newDirectory()}/proofdesk.db`;
  makeOld(path);
  const database = openWriter(path, { clock });
  const has = database
    .prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'review_policies'")
    .pluck();
  expect(has.get()).toBe(0);
  database.close();
  expect(await findingsOf(path)).toEqual([]);

  const altered = new Database(path);
  altered.exec(`DROP TRIGGER entries_no_update;
    UPDATE entries SET bytes = replace(bytes, '0.5', '0.1') WHERE seq = 1`);
  altered.close();
  expect((await findingsOf(path)).map(({ seq }) => seq)).toContain(1);
});
