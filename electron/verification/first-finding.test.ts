/** The first finding, as the API tells it of a finished verification, names the cause of what was altered. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import type { TestApi } from '../api/test-api.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { openFullLedger } from './testing/full-ledger.ts';
import { moneyChanges } from './testing/money-changes.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
const kept = join(folder.path, 'kept');
let api: TestApi;

beforeAll(async () => {
  api = await openFullLedger();
  await api.reopen(() => cpSync(api.directory, kept, { recursive: true }));
}, 120_000);
afterAll(async () => {
  await api.close();
  folder.remove();
});

/** Alters the ledger as whoever has its file does: what guards the rows is there again afterwards. */
function alter(path: string, sql: string): void {
  const database = new Database(path);
  try {
    database.pragma('foreign_keys = OFF');
    database.pragma('ignore_check_constraints = ON');
    const guards = database
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid",
      )
      .all();
    for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`);
    database.exec(sql);
    for (const guard of guards) database.exec(guard.sql);
  } finally {
    database.close();
  }
}

/** The ledger as it was, with a change; what its verification says. */
async function verified(sql: string) {
  await api.reopen(() => {
    rmSync(api.directory, { recursive: true });
    cpSync(kept, api.directory, { recursive: true });
    alter(join(api.directory, 'proofdesk.db'), sql);
  });
  const { result } = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(result);
}

test('is none where nothing was altered', async () => {
  expect(await verified('')).toMatchObject({ first_finding: null, findings_total: 0 });
});

test.each(oneIn(4, moneyChanges))('names %s @whole', async (_title, table, sql, column) => {
  expect((await verified(sql)).first_finding).toMatchObject({ table, column });
});
