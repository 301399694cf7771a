/** The disk is waited for again once rows that nobody sees are written, however that ended. */
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { openWriter } from './open-database.ts';
import { syncedLater } from './synced-later.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-synced-'));
const database = openWriter(join(folder, 'proofdesk.db'));
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const synchronous = () => database.pragma('synchronous', { simple: true });
const [normal, full] = [1, 2];

test('a transaction within does not wait for the disk, the next one does', () => {
  const write = database.transaction(() => synchronous());
  expect(syncedLater(database, () => write.immediate())).toBe(normal);
  expect(synchronous()).toBe(full);
});

test('nor does what failed leave it so', () => {
  const failing = database.transaction(() => {
    throw new Error('no room');
  });
  expect(() => syncedLater(database, () => failing.immediate())).toThrow('no room');
  expect(synchronous()).toBe(full);
});
