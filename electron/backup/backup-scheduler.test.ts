/**
 * The scheduler: what is due is started once, nothing without a change, and after an erasure at once.
 * @push
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { BackupReason } from '../../shared/contract/backups.ts';
import { openWriter } from '../database/open-database.ts';
import { moved } from '../database/open-place.ts';
import { Remover } from '../database/remover.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import { draftBackup, sealBackup } from '../database/sealed-backup.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { BackupScheduler } from './backup-scheduler.ts';
import { defaultSettings, noteBackup, readState, writeSettings } from './backup-settings.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const hour = 3_600_000;
const began = Date.parse('2026-03-01T12:00:00.000Z');

test('starts what is due', async () => {
  const directory = join(folder.path, 'local');
  mkdirSync(directory);
  const database = openWriter(join(directory, 'proofdesk.db'));
  const append = (seq: number, text: string) =>
    database.prepare('INSERT INTO entries VALUES (?, ?, ?)').run(seq, text, Buffer.alloc(32));
  append(0, '{"created_at":"2026-03-01T12:00:00.000Z","origin":"o","vkey":"o+1+k"}');
  let now = began;
  let isUnderWay = false;
  const started: BackupReason[] = [];
  const scheduler = new BackupScheduler({
    remover: new Remover(),
    database,
    place: anywhere,
    directory,
    kind: 'local',
    clock: () => now,
    isUnderWay: () => isUnderWay,
    start: (reason) => void started.push(reason),
    schedule: () => () => {},
    onFailure: (error) => {
      throw error;
    },
  });
  const look = async (hours: number) => {
    now = began + hours * hour;
    started.length = 0;
    await scheduler.look();
    return [...started];
  };
  const backUp = async () => {
    const draft = draftBackup(join(directory, 'backups'), 'scheduled', now);
    await database.backup(draft.copy);
    const { backup_id, created_at } = sealBackup(draft, {
      reason: 'scheduled',
      clock: () => now,
      programVersion: '1',
      contradiction: () => undefined,
    });
    const last_success = { backup_id, created_at };
    noteBackup(directory, { done_at: created_at, last_success, last_failure: null });
  };

  expect(await look(23)).toEqual([]);
  expect(await look(25)).toEqual(['scheduled']);
  isUnderWay = true;
  expect(await look(25)).toEqual([]);
  isUnderWay = false;
  await backUp();
  expect(await look(26)).toEqual([]);

  // A day later nothing has changed: that counts as done.
  expect(await look(50)).toEqual([]);
  expect((await readState(directory)).done_at).toBe('2026-03-03T14:00:00.000Z');
  append(1, '{"created_at":"2026-03-03T15:00:00.000Z"}');
  expect(await look(51)).toEqual([]);
  expect(await look(75)).toEqual(['scheduled']);

  const failure = { at: new Date(now).toISOString(), message: 'no room' };
  noteBackup(directory, { last_failure: failure });
  expect(await look(75.1)).toEqual([]);
  expect(await look(75.3)).toEqual(['scheduled']);
  await backUp();

  database
    .prepare(
      `INSERT INTO erasures (seq, legal_basis, actor_id, actor_role, created_at, hash)
       VALUES (2, 'l', 'a', 'r', '2026', x'01')`,
    )
    .run();
  writeSettings(directory, { ...defaultSettings('demo'), schedule: 'off' });
  expect(await look(76)).toEqual(['erasure']);
  append(2, '{"created_at":"2026-03-04T15:00:00.000Z"}');

  writeFileSync(join(directory, 'backup-settings.json'), 'not JSON');
  expect(await look(76)).toEqual(['erasure']);
  scheduler.stop();
  expect(await look(200)).toEqual([]);
  database.close();
});

test.each([0, 1, 2, 3, 4, 8])(
  'a look of %s turns writes nothing any more once it is stopped',
  async (turns) => {
    const directory = join(folder.path, `stopped-${turns}`);
    mkdirSync(directory);
    const database = openWriter(join(directory, 'proofdesk.db'));
    database
      .prepare('INSERT INTO entries VALUES (0, ?, ?)')
      .run('{"created_at":"2026-03-01T12:00:00.000Z"}', Buffer.alloc(32));
    const scheduler = new BackupScheduler({
      remover: new Remover(),
      database,
      place: anywhere,
      directory,
      kind: 'local',
      clock: () => began,
      isUnderWay: () => false,
      start: () => {},
      schedule: () => () => {},
      onFailure: () => {},
    });
    const looking = scheduler.look();
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    scheduler.stop();
    const written = () => readdirSync(directory).filter((name) => name.startsWith('backup-state'));
    const before = written();
    await looking;
    expect(written()).toEqual(before);
    database.close();
  },
);

test('a look notes nothing in what stands there once the ledger is moved beneath it', async () => {
  const directory = join(folder.path, 'moved');
  mkdirSync(directory);
  const database = openWriter(join(directory, 'proofdesk.db'));
  let looks = 0;
  const confirm = () => {
    looks += 1;
    if (looks > 1) throw moved(directory, 'is not there any more');
  };
  const scheduler = new BackupScheduler({
    remover: new Remover(),
    database,
    place: { confirm, confirmLately: confirm },
    directory,
    kind: 'local',
    clock: () => began,
    isUnderWay: () => false,
    start: () => {},
    schedule: () => () => {},
    onFailure: () => {},
  });
  await expect(scheduler.look()).rejects.toThrow('is not there any more');
  expect(readdirSync(directory).filter((name) => name.startsWith('backup-state'))).toEqual([]);
  database.close();
});
