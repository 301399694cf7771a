/** When checkpoints are signed: 30 s after a change, once for many, on closing, and daily. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WriteLock } from '../access/write-lock.ts';
import { DatabaseError } from '../database/database-error.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { temporaryFolder, testBody, testKey, TestLedger } from '../ledger/testing/test-ledger.ts';
import { CheckpointFiles } from './checkpoint-files.ts';
import { CheckpointSigner, signAfter, signIdle } from './checkpoint-signer.ts';

let folder: ReturnType<typeof temporaryFolder>;
let ledger: TestLedger;
let files: CheckpointFiles;
let signer: CheckpointSigner;
let lock: WriteLock;
let place: { confirm(): void };
let failures: unknown[];
/** What waits for its time. */
let waiting: { milliseconds: number; run: () => void }[];

beforeEach(() => {
  folder = temporaryFolder();
  ledger = new TestLedger(folder.path);
  files = new CheckpointFiles(folder.path);
  lock = new WriteLock(anywhere);
  place = anywhere;
  failures = [];
  waiting = [];
  signer = new CheckpointSigner({
    database: ledger.database,
    files,
    lock,
    place: { ...anywhere, confirm: () => place.confirm() },
    key: () => testKey,
    schedule: (milliseconds, run) => {
      const entry = { milliseconds, run };
      waiting.push(entry);
      return () => void waiting.splice(waiting.indexOf(entry), 1);
    },
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => {
  ledger.close();
  folder.remove();
});

/** Lets the time pass that one kind of signing waits for. */
async function pass(milliseconds: number): Promise<void> {
  for (const each of waiting.filter((one) => one.milliseconds === milliseconds)) {
    waiting.splice(waiting.indexOf(each), 1);
    each.run();
  }
  await lock.run(() => {});
}

const sizes = () => files.own().map(({ note }) => Number(note.split('\n')[1]));

test('many changes are covered by one checkpoint, 30 s after the first', async () => {
  for (let n = 0; n < 5; n += 1) {
    ledger.append(testBody(n));
    signer.noticed();
  }
  expect(waiting.filter((each) => each.milliseconds === signAfter)).toHaveLength(1);
  expect(sizes()).toEqual([]);
  await pass(signAfter);
  expect(sizes()).toEqual([6]);
  signer.noticed();
  await pass(signAfter);
  expect(sizes()).toEqual([6]);
});

test('an idle ledger is signed once a day', async () => {
  await pass(signIdle);
  expect(sizes()).toEqual([1]);
  expect(waiting.map((each) => each.milliseconds)).toEqual([signIdle]);
});

test('closing signs what is left, and nothing waits any more', () => {
  ledger.append(testBody(1));
  signer.noticed();
  signer.close();
  expect(sizes()).toEqual([2]);
  expect(waiting).toEqual([]);
});

test('nothing is signed that is not committed', async () => {
  ledger.journal.begin();
  ledger.append(testBody(1));
  await expect(signer.sign()).rejects.toThrow('not committed');
  signer.noticed();
  await pass(signAfter);
  expect(failures).toHaveLength(1);
  ledger.journal.rollback();
  expect(sizes()).toEqual([]);
});

test('nothing is signed beside a ledger that was moved, on closing neither', async () => {
  place = {
    confirm: () => {
      throw new DatabaseError('moved', folder.path, 'It was moved.');
    },
  };
  ledger.append(testBody(1));
  await expect(signer.sign()).rejects.toThrow('moved');
  signer.close();
  expect(failures).toHaveLength(1);
  expect(sizes()).toEqual([]);
});

test('of very many notes the older ones grow sparse, and the newest stay', () => {
  const few = new CheckpointFiles(folder.path, 20);
  for (let size = 1; size <= 52; size += 1) {
    few.keep(testKey.signNote(`${testKey.origin}\n${size}\n${'A'.repeat(43)}=\n`));
  }
  const kept = sizes();
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept.slice(0, 8)).toEqual([52, 51, 50, 49, 48, 47, 46, 45]);
});
