/** Opening a ledger file: what is set, what is refused, and that a refused file is left as it is. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { DatabaseError, databaseFaultOf } from './database-error.ts';
import { isStorageFull } from './error-code.ts';
import { migrations } from './migrations/all-migrations.ts';
import { applicationId, openReader, openWriter } from './open-database.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let files = 0;
function newPath(): string {
  files += 1;
  return join(folder.path, `case-${files}`, 'proofdesk.db');
}

function faultOf(open: () => { close(): unknown }): string {
  try {
    open().close();
  } catch (error) {
    if (error instanceof DatabaseError) return error.fault;
    throw error;
  }
  return 'none';
}

/** Every file of a folder with its bytes. */
function contents(path: string): Record<string, string> {
  const directory = join(path, '..');
  return Object.fromEntries(
    readdirSync(directory)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(directory, name)).toString('base64')]),
  );
}

describe('openWriter', () => {
  it('makes a private file in a private folder, at the newest version', () => {
    const path = newPath();
    const database = openWriter(path);
    database.exec("INSERT INTO entries VALUES (0, '{}', x'00')");
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    expect(database.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
    expect(database.pragma('application_id', { simple: true })).toBe(applicationId);
    database.close();
  });

  it('sets what durability and safety rest on', () => {
    const database = openWriter(newPath());
    const settings = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'trusted_schema',
      'secure_delete',
      'checkpoint_fullfsync',
    ].map((name) => database.pragma(name, { simple: true }));
    expect(settings).toEqual(['wal', 2, 1, 0, 1, 1]);
    database.close();
  });

  it('opens its own file again, and another process may read it', () => {
    const path = newPath();
    openWriter(path).close();
    const writer = openWriter(path);
    const reader = openReader(path);
    expect(() => reader.exec("INSERT INTO entries VALUES (0, '{}', x'00')")).toThrow('readonly');
    expect(reader.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(0);
    reader.close();
    writer.close();
  });
});

describe('refused', () => {
  it('a file of a newer version, untouched byte for byte, with its log', () => {
    const path = newPath();
    const source = openWriter(newPath());
    source.pragma('user_version = 99');
    source.exec("INSERT INTO entries VALUES (0, 'from the future', x'00')");
    mkdirSync(join(path, '..'), { recursive: true });
    copyFileSync(source.name, path);
    copyFileSync(`${source.name}-wal`, `${path}-wal`);
    source.close();
    const before = contents(path);
    expect(before).toHaveProperty('proofdesk.db-wal');
    expect(faultOf(() => openWriter(path))).toBe('newer');
    expect(faultOf(() => openReader(path))).toBe('newer');
    expect(contents(path)).toEqual(before);
  });

  it('a file that is not SQLite, and one that is not a ledger', () => {
    const garbage = newPath();
    mkdirSync(join(garbage, '..'));
    writeFileSync(
      garbage,
      'this is a letter, not a database, and long enough to be sure'.repeat(50),
    );
    const before = contents(garbage);
    expect(faultOf(() => openWriter(garbage))).toBe('corrupt');
    expect(faultOf(() => openReader(garbage))).toBe('corrupt');
    expect(contents(garbage)).toEqual(before);
    const foreign = newPath();
    mkdirSync(join(foreign, '..'));
    const other = new Database(foreign);
    other.exec('CREATE TABLE addresses (name TEXT)');
    other.close();
    expect(faultOf(() => openWriter(foreign))).toBe('foreign');
  });

  it('a ledger cut short or overwritten', () => {
    const path = newPath();
    openWriter(path).close();
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, 4096 * 3));
    expect(faultOf(() => openWriter(path))).toBe('corrupt');
    writeFileSync(
      path,
      Buffer.concat([whole.subarray(0, 100), Buffer.alloc(3996, 0x5a), whole.subarray(4096)]),
    );
    expect(faultOf(() => openWriter(path))).toBe('corrupt');
  });

  it('a file another program holds', () => {
    const path = newPath();
    openWriter(path).close();
    const holder = new Database(path);
    holder.pragma('locking_mode = EXCLUSIVE');
    holder.exec('BEGIN EXCLUSIVE');
    expect(faultOf(() => openWriter(path, { busyTimeout: 1 }))).toBe('locked');
    expect(faultOf(() => openReader(path, { busyTimeout: 1 }))).toBe('locked');
    holder.close();
    expect(faultOf(() => openWriter(path))).toBe('none');
  });

  it('a place that cannot be written', () => {
    const path = newPath();
    mkdirSync(join(path, '..'));
    writeFileSync(path, '');
    expect(faultOf(() => openWriter(join(path, 'below-a-file', 'proofdesk.db')))).toBe(
      'unwritable',
    );
    const directory = newPath();
    mkdirSync(directory, { recursive: true });
    expect(faultOf(() => openWriter(directory))).toBe('unwritable');
  });

  it('a file that is not there, for a reader', () => {
    const path = newPath();
    expect(faultOf(() => openReader(path))).toBe('unwritable');
    expect(existsSync(path)).toBe(false);
  });

  it('says which file, and what to do', () => {
    const path = newPath();
    mkdirSync(join(path, '..'));
    writeFileSync(path, 'not a database, but a text of some length.'.repeat(100));
    expect(() => openWriter(path)).toThrow(
      `${path} is not a readable ledger. It was left as it is`,
    );
  });
});

function fault(code: string) {
  return databaseFaultOf(new Database.SqliteError('x', code));
}

describe('databaseFaultOf', () => {
  it('tells the faults of SQLite and of the file system apart', () => {
    expect(['SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'].map(fault)).toEqual(['corrupt', 'corrupt']);
    expect(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'].map(fault)).toEqual(['locked', 'locked']);
    expect(['SQLITE_READONLY', 'SQLITE_IOERR_WRITE'].map(fault)).toEqual([
      'unwritable',
      'unwritable',
    ]);
    expect(fault('SQLITE_FULL')).toBe('full');
    expect(databaseFaultOf(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe('full');
    expect(fault('SQLITE_CONSTRAINT')).toBeUndefined();
    expect(databaseFaultOf(new Error('x'))).toBeUndefined();
    expect(databaseFaultOf(Object.assign(new Error('x'), { code: 'EACCES' }))).toBe('unwritable');
    expect(isStorageFull(new Database.SqliteError('x', 'SQLITE_FULL'))).toBe(true);
    expect(isStorageFull(new Database.SqliteError('x', 'SQLITE_READONLY'))).toBe(false);
  });
});
