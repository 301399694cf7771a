/** Migration 2 on a ledger that has records: everything stays, the new tables only take rows. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Journal } from '../../ledger/journal.ts';
import { ModelJournal } from '../../ledger/model-journal.ts';
import { prepareRecord } from '../../ledger/prepare-record.ts';
import {
  countingRandom,
  temporaryFolder,
  testBody,
  testKey,
  verifyFile,
} from '../../ledger/testing/test-ledger.ts';
import { createIdFactory } from '../../../shared/ids.ts';
import { openWriter, type WriterDatabase } from '../open-database.ts';
import { ledgerMigration } from './0001-ledger.ts';
import { migrations } from './all-migrations.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const random = countingRandom();
const clock = () => Date.UTC(2026, 0, 1);
const createId = createIdFactory({ now: clock, random });

function journalOf(database: WriterDatabase): Journal {
  const journal = new Journal(database, { clock, createId, random });
  journal.ensureGenesis({ origin: testKey.origin, vkey: testKey.vkey });
  return journal;
}

test('a ledger of version 1 is backed up, keeps its bytes, and registers cards', async () => {
  const path = join(folder.path, 'proofdesk.db');
  const old = openWriter(path, { migrations: [ledgerMigration], clock });
  const before = journalOf(old);
  before.transaction(() => before.appendRecord(prepareRecord(testBody(1), random)));
  const entries = old.prepare('SELECT * FROM entries').all();
  old.close();

  const database = openWriter(path, { clock });
  expect(database.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
  expect(database.prepare('SELECT * FROM entries').all()).toEqual(entries);
  expect(readdirSync(join(folder.path, 'backups'))).toHaveLength(1);

  const journal = journalOf(database);
  const models = new ModelJournal(database, createId);
  journal.transaction(() => {
    models.appendCard(journal, { model_id: 'm', version: '1.0.0' });
    models.appendArtifactCheck(journal, {
      modelId: 'm',
      version: '1.0.0',
      method: 'sha256',
      actual: `sha256:${'0'.repeat(64)}`,
      name: 'f',
      files: 1,
      bytes: 1,
    });
  });
  for (const table of ['models', 'artifact_checks']) {
    expect(() => database.exec(`UPDATE ${table} SET version = '2.0.0'`)).toThrow('append-only');
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow('append-only');
  }
  expect(() =>
    journal.transaction(() => models.appendCard(journal, { model_id: 'm', version: '1.0.0' })),
  ).toThrow('UNIQUE');
  expect(journal.size).toBe(4);
  database.close();
  expect((await verifyFile(path)).result).toMatchObject({ findings_total: 0, checked: 4 });
});
