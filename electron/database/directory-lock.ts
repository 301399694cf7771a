/** One process owns a data directory: a lock of the operating system that dies with its process. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { instant, type Clock } from '../../shared/time.ts';
import { databaseFaultOf, describeDatabaseError } from './database-error.ts';
import { lockFileName } from './file-names.ts';
import { makeFolder } from './make-folder.ts';

export interface LockHolder {
  readonly pid: number;
  /** UTC instant. */
  readonly started_at: string;
  /** What the process calls itself, e.g. "Proofdesk" or "proofdesk serve". */
  readonly label: string;
}

export interface DirectoryLock {
  release(): void;
}

/** Another process (or this one) has the directory. `holder` is null when it cannot be read. */
export class DirectoryLockedError extends Error {
  readonly directory: string;
  readonly holder: LockHolder | null;

  constructor(directory: string, holder: LockHolder | null) {
    const who =
      holder === null
        ? 'another process'
        : `${holder.label} (process ${holder.pid}, since ${holder.started_at})`;
    super(`${directory} is in use by ${who}. Close it, or choose another data directory.`);
    this.name = 'DirectoryLockedError';
    this.directory = directory;
    this.holder = holder;
  }
}

/**
 * Takes `dataRoot/lock` for this process. The lock is an open write transaction on a small SQLite
 * file: the kernel drops it when the process ends, however it ends, and others can still read the
 * committed row that names the holder. On a full disk no name can be written: then nobody reads one.
 * Nothing else may open that file: closing any descriptor of it drops POSIX locks.
 * @throws {DirectoryLockedError | DatabaseError}
 */
export function acquireDirectoryLock(
  dataRoot: string,
  options: { readonly label: string; readonly clock?: Clock; readonly pid?: number },
): DirectoryLock {
  const path = join(dataRoot, lockFileName);
  const holder: LockHolder = {
    pid: options.pid ?? process.pid,
    started_at: instant((options.clock ?? Date.now)()),
    label: options.label,
  };
  let database: Database.Database | undefined;
  try {
    makeFolder(dataRoot);
    chmodSync(dataRoot, 0o700);
    database = openLockFile(path);
    take(database, holder);
    const lock = database;
    heldLocks.add(lock);
    return {
      release() {
        heldLocks.delete(lock);
        lock.close();
      },
    };
  } catch (error) {
    const locked = databaseFaultOf(error) === 'locked';
    const other = locked && database !== undefined ? readHolder(database) : null;
    database?.close();
    if (locked) throw new DirectoryLockedError(dataRoot, other);
    throw describeDatabaseError(error, path);
  }
}

/** A lock file that nobody refers to would be collected as garbage, and the lock with it. */
const heldLocks = new Set<Database.Database>();

function openLockFile(path: string): Database.Database {
  try {
    // Only the one who makes the file opens it directly: see the note on POSIX locks.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const database = new Database(path, { fileMustExist: true, timeout: 200 });
  database.pragma('trusted_schema = OFF');
  return database;
}

function take(database: Database.Database, holder: LockHolder): void {
  try {
    while (!claim(database, holder)) {
      // Someone else wrote its name between our two transactions: ask again, and be told.
    }
  } catch (error) {
    if (databaseFaultOf(error) !== 'full') throw error;
    // Exclusive, since what the file says of its holder is of an earlier one.
    database.exec('BEGIN EXCLUSIVE');
  }
}

/** Writes the holder's name, then keeps a write transaction open. False when another came between. */
function claim(database: Database.Database, holder: LockHolder): boolean {
  const name = JSON.stringify(holder);
  database
    .transaction(() => {
      database.exec('CREATE TABLE IF NOT EXISTS holder (name TEXT NOT NULL) STRICT');
      database.exec('DELETE FROM holder');
      database.prepare('INSERT INTO holder (name) VALUES (?)').run(name);
    })
    .immediate();
  database.exec('BEGIN IMMEDIATE');
  if (database.prepare('SELECT name FROM holder').pluck().get() === name) return true;
  database.exec('ROLLBACK');
  return false;
}

function readHolder(database: Database.Database): LockHolder | null {
  try {
    const name = database.prepare('SELECT name FROM holder').pluck().get();
    const holder: unknown = typeof name === 'string' ? JSON.parse(name) : null;
    return isHolder(holder) ? holder : null;
  } catch {
    // The holder is just writing its name, or the file is not readable: the lock itself is certain.
    return null;
  }
}

function isHolder(value: unknown): value is LockHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'started_at' in value &&
    typeof value.started_at === 'string' &&
    'label' in value &&
    typeof value.label === 'string'
  );
}
