/** Opens a ledger file for the writer or for a reader, or says what is wrong with it. */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../../shared/time.ts';
import { DatabaseError, describeDatabaseError } from './database-error.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations/all-migrations.ts';
import { makeFolder } from './make-folder.ts';

declare const access: unique symbol;

/** The only connection of a process that may write. */
export type WriterDatabase = Database.Database & { readonly [access]: 'writer' };
/** A connection that cannot write. */
export type ReaderDatabase = Database.Database & { readonly [access]: 'reader' };

export interface OpenOptions {
  /** The schema to reach, in order; the program's own unless a test says otherwise. */
  readonly migrations?: readonly Migration[];
  /** Names the backup made before a migration. */
  readonly clock?: Clock;
  /** Of the program, for the manifest of that backup. */
  readonly programVersion?: string;
  /** How long to wait for another connection's lock, in milliseconds. */
  readonly busyTimeout?: number;
}

/** Marks the file as a Proofdesk ledger ("PDSK") for SQLite and for `file(1)`. */
export const applicationId = 0x5044534b;

/** The schema version that this program writes. */
export const newestSchema = migrations.at(-1)?.version ?? 0;

const defaultBusyTimeout = 5_000;

/**
 * Opens (or makes) the ledger at `path` for writing: folder 0700, file 0600, WAL with
 * `synchronous=FULL`, and the schema brought up to date after a verified backup
 * (architecture.md, "Data rules").
 * @throws {DatabaseError} and leaves the file as it was
 */
export function openWriter(path: string, options: OpenOptions = {}): WriterDatabase {
  const steps = options.migrations ?? migrations;
  const timeout = options.busyTimeout ?? defaultBusyTimeout;
  let database: Database.Database | undefined;
  try {
    createPrivateFile(path);
    refuseForeignFile(path, steps, timeout);
    database = new Database(path, { fileMustExist: true, timeout });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma('secure_delete = ON');
    database.pragma('checkpoint_fullfsync = ON');
    migrate(database, {
      path,
      steps,
      clock: options.clock ?? Date.now,
      applicationId,
      programVersion: options.programVersion ?? 'unknown',
    });
    return asWriter(database);
  } catch (error) {
    database?.close();
    throw describeDatabaseError(error, path);
  }
}

/**
 * Opens an existing, migrated ledger for reading only.
 * @throws {DatabaseError}
 */
export function openReader(path: string, options: OpenOptions = {}): ReaderDatabase {
  const steps = options.migrations ?? migrations;
  const timeout = options.busyTimeout ?? defaultBusyTimeout;
  let database: Database.Database | undefined;
  try {
    statSync(path);
    database = new Database(path, { readonly: true, fileMustExist: true, timeout });
    refuseVersion(database, path, steps);
    database.pragma('query_only = ON');
    database.pragma('trusted_schema = OFF');
    return asReader(database);
  } catch (error) {
    database?.close();
    throw describeDatabaseError(error, path);
  }
}

/**
 * Opens an existing ledger for reading where nothing can be written: on a full disk. It is the only
 * connection then, since what several of them share would have to be a file.
 * @throws {DatabaseError}
 */
export function openAlone(path: string): ReaderDatabase {
  let database: Database.Database | undefined;
  try {
    statSync(path);
    database = connectAlone(path);
    refuseVersion(database, path, migrations);
    if (database.pragma('user_version', { simple: true }) !== newestSchema) {
      throw new DatabaseError(
        'full',
        path,
        `${path} has to be brought up to date before it can be read, and there is no room left on its disk. Free some space, then try again.`,
      );
    }
    return asReader(database);
  } catch (error) {
    database?.close();
    throw describeDatabaseError(error, path);
  }
}

/** A connection that writes nothing, not even beside the file, and lets no other one in. */
export function connectAlone(path: string): Database.Database {
  const database = new Database(path, { fileMustExist: true, timeout: defaultBusyTimeout });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('query_only = ON');
    database.pragma('temp_store = MEMORY');
    database.pragma('trusted_schema = OFF');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * A second read-only connection to the file behind `database`, opened whatever state that file is in:
 * for work that keeps one snapshot for long.
 */
export function openBeside(database: ReaderDatabase | WriterDatabase): ReaderDatabase {
  const beside = new Database(database.name, { readonly: true, fileMustExist: true });
  beside.pragma('trusted_schema = OFF');
  return asReader(beside);
}

/** An unnamed database for work in progress: on disk where it grows, gone when it is closed. */
export function openScratch(): Database.Database {
  return new Database('');
}

/** Opens (or makes, file mode 0600) a database of state that may be lost: WAL, never synced. */
export function openUnsynced(path: string): Database.Database {
  const isNew = !existsSync(path);
  const database = new Database(path, { timeout: defaultBusyTimeout });
  try {
    if (isNew) chmodSync(path, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = OFF');
    database.pragma('trusted_schema = OFF');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function asWriter(database: Database.Database): WriterDatabase {
  if (!isWriter(database)) throw new TypeError('This connection cannot write.');
  return database;
}

function isWriter(database: Database.Database): database is WriterDatabase {
  return !database.readonly;
}

function asReader(database: Database.Database): ReaderDatabase {
  if (!isReader(database)) throw new TypeError('This connection can write.');
  return database;
}

function isReader(database: Database.Database): database is ReaderDatabase {
  return database.readonly || database.pragma('query_only', { simple: true }) === 1;
}

function createPrivateFile(path: string): void {
  const folder = dirname(path);
  makeFolder(folder);
  chmodSync(folder, 0o700);
  // SQLite gives the -wal and -shm files the mode of the database file. A file that is there already
  // is not opened here: closing a descriptor of it would drop the locks of this process on it.
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
}

/** Looks before the first write: a read-only connection changes neither the file nor its WAL. */
function refuseForeignFile(path: string, steps: readonly Migration[], timeout: number): void {
  if (statSync(path).size === 0) return;
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout });
  try {
    refuseVersion(database, path, steps);
  } finally {
    database.close();
  }
}

function refuseVersion(
  database: Database.Database,
  path: string,
  steps: readonly Migration[],
): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (tables === 0 && version === 0) return;
  if (database.pragma('application_id', { simple: true }) !== applicationId) {
    throw new DatabaseError(
      'foreign',
      path,
      `${path} is an SQLite file, but not a Proofdesk ledger. It was left as it is.`,
    );
  }
  const known = steps.at(-1)?.version ?? 0;
  if (version > known) {
    throw new DatabaseError(
      'newer',
      path,
      `${path} has schema version ${version}; this version of Proofdesk knows up to ${known}. It was left as it is; open it with a newer version.`,
      { versions: { found: version, known } },
    );
  }
}
