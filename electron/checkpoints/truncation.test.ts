/** Every length that a ledger of 1,000 entries can be cut to is told by one checkpoint outside it. */
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader, openWriter } from '../database/open-database.ts';
import { checkpointText } from '../ledger/ledger-key.ts';
import {
  copyLedger,
  tamper,
  temporaryFolder,
  testBody,
  testKey,
  TestLedger,
} from '../ledger/testing/test-ledger.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { cases } from '../testing/rounds.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { CheckpointFiles } from './checkpoint-files.ts';
import { judgeVerification, readStanding } from './judge-checkpoints.ts';

const size = 1_000;
const folder = temporaryFolder();
const files = new CheckpointFiles(folder.path);
let path = '';

beforeAll(() => {
  const ledger = new TestLedger(folder.path);
  ledger.journal.transaction(() => {
    for (let n = 1; n < size; n += 1) ledger.append(testBody(n));
  });
  const root = Buffer.from(readTreeRoot(ledger.database, size), 'hex');
  files.keep(testKey.signNote(checkpointText(testKey.origin, size, root)));
  path = ledger.path;
  ledger.close();
});
afterAll(folder.remove);

/** Takes the last entry away; wholly, or only from the journal. */
function cutLast(database: SqliteDatabase.Database, length: number, wholly: boolean): void {
  database.prepare('DELETE FROM entries WHERE seq >= ?').run(length);
  if (!wholly) return;
  const kept = Math.max(0, length - 1);
  database.prepare('DELETE FROM payloads WHERE seq >= ?').run(length);
  database.prepare('DELETE FROM records WHERE seq >= ?').run(length);
  database.prepare('DELETE FROM records_search_docsize WHERE id > ?').run(kept);
  const full = Math.floor(length / 256);
  database.prepare('DELETE FROM tiles WHERE level = 0 AND position >= ?').run(full);
  database
    .prepare(
      'UPDATE tiles SET hashes = substr(hashes, 1, ?) WHERE level = 1 AND length(hashes) > ?',
    )
    .run(full * 32, full * 32);
}

describe('a ledger of 1,000 entries below its checkpoint', () => {
  it.each(
    cases<[string, string, boolean]>(
      [['every trace of its end', 'ROLLED_BACK', true]],
      [['the journal only', 'TRUNCATED', false]],
    ),
  )('is found cut at every length when it lost %s @whole', (_what, verdict, wholly) => {
    const copy = copyLedger(path, folder.path, verdict);
    const found = new Map<string, number>();
    tamper(copy, (raw) => {
      const database = openWriter(copy);
      raw.pragma('busy_timeout = 0');
      database.unsafeMode(true);
      database.exec('BEGIN');
      for (let length = size - 1; length > 0; length -= 1) {
        cutLast(database, length, wholly);
        const standing = readStanding(database, files);
        expect(standing.ledger.size).toBe(length);
        found.set(standing.verdict, (found.get(standing.verdict) ?? 0) + 1);
      }
      database.exec('ROLLBACK');
      database.close();
    });
    console.log(`${size - 1} truncations: ${[...found].map((each) => each.join(' ')).join(', ')}`);
    expect([...found]).toEqual([[verdict, size - 1]]);
  });

  it.each(cases([512], [999, 768, 300, 1]))(
    'is told so by verification at %i entries',
    async (length) => {
      const copy = copyLedger(path, folder.path, `verify-${length}`);
      tamper(copy, (database) => cutLast(database, length, false));
      const database = openReader(copy);
      const { verdict } = await verifyLedger(database, {
        onFinding: () => {},
        onProgress: () => true,
        judge: (snapshot, findings) => judgeVerification(snapshot, files, findings),
      });
      database.close();
      expect(verdict).toBe('TRUNCATED');
    },
  );

  it('whole is VERIFIED_SIGNED, and with another entry in place of one FORKED @whole', async () => {
    const whole = openReader(path);
    expect(readStanding(whole, files).verdict).toBe('VERIFIED_SIGNED');
    whole.close();
    const other = temporaryFolder();
    const ledger = new TestLedger(other.path);
    ledger.journal.transaction(() => {
      for (let n = 1; n < size; n += 1) ledger.append(testBody(n === 500 ? 501 : n));
    });
    expect(readStanding(ledger.database, files).verdict).toBe('FORKED');
    ledger.close();
    const database = openReader(join(other.path, 'proofdesk.db'));
    const { verdict, findings_total: findings } = await verifyLedger(database, {
      onFinding: () => {},
      onProgress: () => true,
      judge: (snapshot, count) => judgeVerification(snapshot, files, count),
    });
    database.close();
    other.remove();
    expect([verdict, findings]).toEqual(['FORKED', 0]);
  });
});
