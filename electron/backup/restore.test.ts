/** Restores beside what other tests of them say: schemas that are not today's, a key that comes along, a second try at the entry. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { newestSchema, openWriter } from '../database/open-database.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { genesisEntry } from '../../shared/ledger/entries.ts';
import { keyFileName, sealedKeyFileName } from '../hosts/key-file.ts';
import { TestLedger, temporaryFolder, testKey, testSeed } from '../ledger/testing/test-ledger.ts';
import { declareRestore } from './declare-restore.ts';
import { previewRestore, restoreBackup } from './preview-restore.ts';
import {
  dropIncomingKey,
  makeIncomingKey,
  resumeRestore,
  writeMarker,
  type RestoreMarker,
} from './restore-marker.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const created_at = '2026-01-01T00:00:00.000Z';
const newDirectory = () => folder.newDirectory();

/** A ledger with nothing but its genesis, in one file, in the schema of so many migrations. */
function copyOfSchema(steps: number): string {
  const path = join(newDirectory(), 'copy.db');
  const database = openWriter(path, { migrations: migrations.slice(0, steps) });
  const { origin, vkey } = testKey;
  const text = genesisEntry({ origin, vkey, createdAt: created_at });
  database.prepare('INSERT INTO entries VALUES (0, ?, ?)').run(text, Buffer.alloc(32));
  database.pragma('journal_mode = DELETE');
  database.close();
  return path;
}

const order = {
  restoreId: 'rest_1',
  requestedBy: 'operator',
  eraseAgain: true,
  clock: () => Date.parse('2026-03-01T12:00:00.000Z'),
};

describe('A copy of another schema', () => {
  test('that is newer is refused, and told by its numbers', async () => {
    const path = copyOfSchema(migrations.length);
    const database = new Database(path);
    database.pragma(`user_version = ${newestSchema + 1}`);
    database.close();
    const place = { directory: newDirectory(), signingSeed: testSeed };
    expect(await previewRestore(place, { path })).toMatchObject({
      obstacle: 'newer',
      message: `It was made by a newer version of Proofdesk (schema ${newestSchema + 1}; this one knows up to ${newestSchema}).`,
    });
    const restoring = restoreBackup(place, { path }, { ...order, confirm: '' });
    await expect(restoring).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(place.directory, 'proofdesk.db'))).toBe(false);
  });

  test('that is older is brought up to date by the opening that follows', async () => {
    const path = copyOfSchema(3);
    const before = readFileSync(path);
    const place = { directory: newDirectory(), signingSeed: testSeed };
    const { migrates, backup, obstacle } = await previewRestore(place, { path });
    expect({ migrates, obstacle }).toEqual({ migrates: true, obstacle: null });
    await restoreBackup(place, { path }, { ...order, confirm: backup?.head_hash ?? '' });
    const database = openWriter(join(place.directory, 'proofdesk.db'));
    expect(database.pragma('user_version', { simple: true })).toBe(newestSchema);
    expect(database.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(1);
    database.close();
    expect(readFileSync(path)).toEqual(before);
  });
});

test('A restore that was declared is not declared again by a start that finds its marker', () => {
  const ledger = new TestLedger(newDirectory());
  const directory = join(ledger.path, '..');
  const head_hash = `sha256:${'1'.repeat(64)}`;
  const marker: RestoreMarker = {
    step: 'declaring',
    replaced_folder: 'replaced/20260301T120000000Z',
    declaration: {
      restore_id: 'rest_1',
      backup_id: null,
      requested_by: 'operator',
      restored: { entries: 1, head_hash },
      replaced: null,
    },
    revoked_keys: [],
    erasures: [
      { target_id: 'rec_1', fields: ['input'], legal_basis: 'x', actor: { id: 'u', role: 'r' } },
    ],
    brings_key: false,
    from_another: false,
  };
  const erased: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    // As it stands after a kill between the entry and the end of the marker.
    writeMarker(directory, marker);
    const left = resumeRestore(directory);
    if (left === undefined) throw new Error('The marker is gone.');
    declareRestore(ledger.database, ledger.journal, {
      marker: left,
      directory,
      eraseAgain: (erasure) => void erased.push(erasure.target_id),
    });
    expect(resumeRestore(directory)).toBeUndefined();
  }
  const texts = ledger.database.prepare('SELECT bytes FROM entries').pluck().all();
  expect(texts.filter((text) => String(text).includes('ledger.restore/v1'))).toHaveLength(1);
  expect(erased).toEqual(['rec_1']);
  ledger.database.close();
});

describe('A key that comes with a ledger', () => {
  test('is dropped where its restore never began', () => {
    const directory = newDirectory();
    writeFileSync(join(makeIncomingKey(directory), keyFileName), 'key');
    dropIncomingKey(directory);
    expect(existsSync(join(directory, 'key.restoring'))).toBe(false);
  });

  test('is known by the names under which hosts keep one', () => {
    expect([keyFileName, sealedKeyFileName]).toEqual(['ledger.key', 'ledger.sealed']);
  });
});
