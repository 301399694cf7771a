/**
 * What a kill, or a disk that takes no more, leaves of a backup and of a restore: the old or the new, whole.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectLedger } from '../database/ledger-facts.ts';
import { openWriter } from '../database/open-database.ts';
import { Remover } from '../database/remover.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { cases } from '../testing/rounds.ts';
import { unfinishedIn } from './backup-folders.ts';
import { makeIncomingKey, resumeRestore } from './restore-marker.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const newDirectory = () => folder.newDirectory();

/** A database with so many entries, which are nothing but their number. */
function makeLedger(path: string, entries: number, filler = ''): string {
  const database = openWriter(path);
  const insert = database.prepare('INSERT INTO entries (seq, bytes, leaf_hash) VALUES (?, ?, ?)');
  database.transaction(() => {
    for (let seq = 0; seq < entries; seq += 1) {
      insert.run(seq, `{"n":${seq},"f":"${filler}"}`, Buffer.alloc(32));
    }
  })();
  database.close();
  return path;
}

function run(script: string, parameters: readonly string[], limit = 'unlimited') {
  const path = join(import.meta.dirname, 'testing', script);
  const command = `ulimit -f ${limit}; exec "$0" "$@"`;
  return spawnSync('sh', ['-c', command, process.execPath, path, ...parameters], {
    encoding: 'utf8',
  });
}

describe('A restore that is killed', () => {
  const copy = makeLedger(join(newDirectory(), 'copy.db'), 2);

  test.each(
    cases<[string, number]>(
      [['moved proofdesk.db', 2]],
      [
        ['copied', 5],
        ['marked', 5],
        ['swapping', 2],
        ['moved jobs.db', 2],
        ['swapped', 2],
        ['declaring', 2],
      ],
    ),
  )('after "%s" is undone or completed at the next start', (step, entries) => {
    const directory = newDirectory();
    const ledger = makeLedger(join(directory, 'proofdesk.db'), 5);
    makeLedger(join(directory, 'jobs.db'), 0);
    const { signal } = run('stop-at.ts', [step, directory, copy]);
    expect(signal).toBe('SIGKILL');
    const left = resumeRestore(directory);
    expect(inspectLedger(ledger).entries).toBe(entries);
    expect(left?.step).toBe(entries === 2 ? 'declaring' : undefined);
    expect(existsSync(join(directory, 'proofdesk.db.restoring'))).toBe(false);
    const replaced = join(directory, 'replaced', '20260301T120000000Z', 'proofdesk.db');
    const old = entries === 2 ? replaced : ledger;
    expect(inspectLedger(old).entries).toBe(5);
    // Told again as often as it is asked, until it is declared.
    expect(resumeRestore(directory)).toEqual(left);
    expect(inspectLedger(ledger).entries).toBe(entries);
  });
});

describe('A restore that brings its key, killed @whole', () => {
  const copy = makeLedger(join(newDirectory(), 'copy.db'), 2);

  test.each(
    cases<[string, boolean]>(
      [['moved ledger.key', true]],
      [
        ['copied', false],
        ['swapping', true],
        ['moved proofdesk.db', true],
        ['key arriving', true],
        ['arrived ledger.key', true],
        ['key', true],
        ['swapped', true],
        ['declaring', true],
      ],
    ),
  )('after "%s", leaves the old pair or the new one', (step, isNew) => {
    const directory = newDirectory();
    const ledger = makeLedger(join(directory, 'proofdesk.db'), 5);
    writeFileSync(join(directory, 'ledger.key'), 'old');
    const incoming = makeIncomingKey(directory);
    writeFileSync(join(incoming, 'ledger.key'), 'new');
    mkdirSync(join(incoming, 'keys'));
    expect(run('stop-at.ts', [step, directory, copy, 'brings-key']).signal).toBe('SIGKILL');
    resumeRestore(directory);
    const keyIn = (folderOf: string) => readFileSync(join(folderOf, 'ledger.key'), 'utf8');
    expect([inspectLedger(ledger).entries, keyIn(directory)]).toEqual(
      isNew ? [2, 'new'] : [5, 'old'],
    );
    expect(existsSync(join(directory, 'keys'))).toBe(isNew);
    const aside = join(directory, 'replaced', '20260301T120000000Z');
    expect(existsSync(aside) ? keyIn(aside) : undefined).toBe(isNew ? 'old' : undefined);
    expect(readdirSync(directory).filter((name) => name.startsWith('key.'))).toEqual([]);
  });
});

describe('A backup', () => {
  const ledger = makeLedger(join(newDirectory(), 'proofdesk.db'), 3_000, 'x'.repeat(300));

  test('that finds no room leaves nothing, and says so @whole', () => {
    const backups = newDirectory();
    // In blocks of 512 bytes: enough for the log of the ledger, not for the copy.
    const { status, stdout } = run('back-up-here.ts', [ledger, backups], '1200');
    expect({ status, stdout }).toMatchObject({ status: 7, stdout: expect.stringMatching(/\w/) });
    expect(readdirSync(backups)).toEqual([]);
    expect(inspectLedger(ledger).entries).toBe(3_000);
    expect(run('back-up-here.ts', [ledger, backups]).status).toBe(0);
    expect(readdirSync(backups)).toEqual(['bak_20260301T120000000Z-manual']);
  });

  test('that is killed leaves a draft, which is never taken for a backup, and goes @whole', async () => {
    const backups = newDirectory();
    expect(run('back-up-here.ts', [ledger, backups, 'killed']).signal).toBe('SIGKILL');
    const draft = 'bak_20260301T120000000Z-manual.unfinished';
    expect(readdirSync(backups)).toEqual([draft]);
    expect(await unfinishedIn(backups, false, Date.now())).toEqual([]);
    const left = await unfinishedIn(backups, true, Date.now());
    expect(left).toEqual([join(backups, draft)]);
    const remover = new Remover();
    await remover.remove(left);
    // It is not waited for to its end where that takes long.
    await expect.poll(() => readdirSync(backups)).toEqual([]);
    await remover.close();
  });
});
