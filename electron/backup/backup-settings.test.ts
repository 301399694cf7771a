/** The state of backups beside a ledger: each thread that tells something keeps it, whoever else does meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { noteBackup, readState, writeKeyExport } from './backup-settings.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const exported = { at: '2026-03-02T12:00:00.000Z', later: ['2.sealed'] };
const failure = { at: '2026-03-01T12:00:00.000Z', message: 'no room' };

test('loses nothing of what was noted at the same time', async () => {
  noteBackup(folder.path, { last_failure: failure });
  const read = () => readFileSync(join(folder.path, 'backup-state.json'), 'utf8');
  const before = read();
  // The host's thread tells of a key export where the writer is between two notes.
  writeKeyExport(folder.path, exported);
  expect(read()).toBe(before);
  noteBackup(folder.path, { since: '2026-01-01T00:00:00.000Z' });
  noteBackup(folder.path, { done_at: '2026-03-03T12:00:00.000Z' });
  expect(await readState(folder.path)).toEqual({
    since: '2026-01-01T00:00:00.000Z',
    done_at: '2026-03-03T12:00:00.000Z',
    last_success: null,
    last_failure: failure,
    key_export: exported,
  });
});

test('tells the key export that an earlier program kept with it, until there is another', async () => {
  const directory = folder.path;
  const state = { since: null, done_at: null, last_success: null, last_failure: null };
  const text = JSON.stringify({ ...state, key_export: { at: failure.at, later: [] } });
  writeFileSync(join(directory, 'backup-state.json'), text);
  writeFileSync(join(directory, 'key-export.json'), '{');
  expect((await readState(directory)).key_export).toEqual({ at: failure.at, later: [] });
  writeKeyExport(directory, exported);
  expect((await readState(directory)).key_export).toEqual(exported);
});
