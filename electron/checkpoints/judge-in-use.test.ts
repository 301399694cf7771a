/** A ledger that grows and is signed while it is looked at is never told to be an earlier state of itself. */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { KeyRotations } from '../ledger/key-rotations.ts';
import { checkpointText, createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import {
  tamper,
  temporaryFolder,
  testBody,
  testKey,
  TestLedger,
} from '../ledger/testing/test-ledger.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { rounds } from '../testing/rounds.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { CheckpointFiles } from './checkpoint-files.ts';
import { judgeVerification, standingTo } from './judge-checkpoints.ts';

/** So few that notes are thinned in every other verification. */
const keptNotes = 6;

let folder: ReturnType<typeof temporaryFolder>;
let ledger: TestLedger;
let reader: ReaderDatabase;
let files: CheckpointFiles;
let key: LedgerKey;

beforeEach(() => {
  folder = temporaryFolder();
  ledger = new TestLedger(folder.path);
  ledger.journal.transaction(() => {
    for (let n = 1; n < 280; n += 1) ledger.append(testBody(n));
  });
  reader = openReader(ledger.path);
  files = new CheckpointFiles(folder.path, keptNotes);
  key = testKey;
});
afterEach(() => {
  reader.close();
  ledger.close();
  folder.remove();
});

/** Signs what is in the ledger and keeps the note, as the signer does. */
function sign(): void {
  const { size } = ledger.journal;
  const root = Buffer.from(readTreeRoot(ledger.database, size), 'hex');
  files.keep(key.signNote(checkpointText(key.origin, size, root)));
}

function appendAndSign(): void {
  ledger.append(testBody(ledger.journal.size));
  sign();
}

/** Verifies, and does something between the first slices of the run. */
async function verifyDuring(meanwhile: () => void) {
  let slices = 0;
  const {
    verdict,
    total,
    findings_total: findings,
  } = await verifyLedger(reader, {
    onFinding: () => {},
    onProgress: () => {
      slices += 1;
      if (slices <= 3) meanwhile();
      return true;
    },
    judge: (snapshot, count) => judgeVerification(snapshot, files, count),
  });
  return { verdict, total, findings };
}

describe('a verification', () => {
  const times = rounds({ usual: 4, all: 100 });
  test(`holds each of ${times} times beside appends and signed checkpoints`, async () => {
    sign();
    const verdicts = new Map<string, number>();
    for (let run = 0; run < times; run += 1) {
      const before = ledger.journal.size;
      const { verdict, total } = await verifyDuring(appendAndSign);
      expect(total).toBe(before);
      expect(ledger.journal.size).toBeGreaterThan(before);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect([...verdicts]).toEqual([['VERIFIED_SIGNED', times]]);
  });

  test('is vouched for by a checkpoint that was signed first while it ran', async () => {
    const { verdict } = await verifyDuring(appendAndSign);
    expect(verdict).toBe('VERIFIED_SIGNED');
  });

  test('holds beside a change of key', async () => {
    sign();
    const { verdict } = await verifyDuring(() => {
      if (key === testKey) {
        const next = createLedgerKey(
          testKey.origin,
          Uint8Array.from({ length: 32 }, () => 7),
        );
        const rotations = new KeyRotations(ledger.database);
        ledger.journal.transaction(() => rotations.append(ledger.journal, testKey, next));
        for (const { seq, text } of rotations.entries()) files.keepRotation(seq, text);
        key = next;
      }
      appendAndSign();
    });
    expect(verdict).toBe('VERIFIED_SIGNED');
  });

  test('is FORKED where the ledger that was signed since does not go on from what was verified', async () => {
    sign();
    let isExchanged = false;
    const { verdict, findings } = await verifyDuring(() => {
      if (isExchanged) return;
      isExchanged = true;
      tamper(ledger.path, (database) => {
        database.exec('UPDATE tiles SET hashes = zeroblob(length(hashes))');
      });
      appendAndSign();
    });
    expect([verdict, findings]).toEqual(['FORKED', 0]);
  });

  test('does not fail where a note is taken away while they are read', async () => {
    sign();
    symlinkSync('taken away', join(folder.path, 'checkpoints', noteName(9)));
    const { verdict } = await verifyDuring(() => {});
    expect(verdict).toBe('VERIFIED_SIGNED');
    expect(readdirSync(join(folder.path, 'checkpoints'))).toContain(noteName(9));
  });
});

test('a connection that holds an earlier moment judges what was signed since by the ledger of now', () => {
  sign();
  reader.exec('BEGIN');
  const size = reader.prepare('SELECT count(*) FROM entries').pluck().get();
  appendAndSign();
  const standing = standingTo(reader, files.own());
  expect(standing.verdict).toBe('VERIFIED_SIGNED');
  expect(standing.ledger.size).toBe(size);
  reader.exec('COMMIT');
});

function noteName(size: number): string {
  return `${String(size).padStart(16, '0')}-${'0'.repeat(16)}.note`;
}
