/**
 * Room is given back in short turns, never while somebody reads from it, and to the last page.
 * @push
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { openReader, openWriter, type WriterDatabase } from './open-database.ts';
import { emptyLog, Room } from './room.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let database: WriterDatabase;
/** What is to be tried later. */
let later: (() => void)[];
let room: Room;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'proofdesk.db');
  database = openWriter(path);
  later = [];
  room = new Room({
    database,
    inTurn: async (work) => work(),
    schedule: (_milliseconds, run) => void later.push(run),
    isClosing: () => false,
  });
});
afterEach(() => {
  database.close();
  folder.remove();
});

const sizeOf = (file: string) => statSync(file).size;

/** Rows of some twenty megabytes, there and gone again. */
function writeInVain(): void {
  database.exec(`CREATE TABLE in_vain (text TEXT);
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5000)
    INSERT INTO in_vain SELECT hex(zeroblob(2000)) FROM counted;
    DROP TABLE in_vain`);
}

test('pages that nothing needs leave the file, and the log is empty', async () => {
  expect(emptyLog(database)).toBe(true);
  const before = sizeOf(path);
  writeInVain();
  const freed = await room.giveBack();
  expect(sizeOf(path)).toBeLessThanOrEqual(before + 4_096);
  expect(sizeOf(`${path}-wal`)).toBe(0);
  expect(freed).toBeGreaterThan(10_000_000);
  expect(later).toEqual([]);
});

test('a log that is read is left, at once, and emptied when nobody reads any more', async () => {
  const reader = openReader(path);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM entries').get();
  writeInVain();
  // It does not wait for as long as a connection may wait for another.
  const usual = Number(database.pragma('busy_timeout', { simple: true }));
  const pragma = vi.spyOn(database, 'pragma');
  expect(emptyLog(database)).toBe(false);
  const asked = pragma.mock.calls.map(([text]) => text);
  expect(asked).toEqual(['busy_timeout', 'busy_timeout = 0', `busy_timeout = ${usual}`]);
  expect(usual).toBeGreaterThan(0);
  await room.giveBack();
  expect(later).toHaveLength(1);
  reader.close();
  later[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sizeOf(`${path}-wal`)).toBe(0);
  expect(later).toHaveLength(1);
});
