/** Opens a ledger file for the writer or for a reader, or says what is wrong with it. */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../../shared/time.ts';
import { DatabaseError, describeDatabaseError } from './database-error.ts';
import { prepareLate } from './late-statements.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrate.ts';
import { migrations, type Migration } from './migrations/all-migrations.ts';
import { identityOf, refuseOther } from './open-place.ts';

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
  /** Told before the tables of a ledger of an earlier version are brought up to date. */
  readonly migrating?: (() => void) | undefined;
  /** How long to wait for another connection's lock, in milliseconds. */
  readonly busyTimeout?: number;
}

/** Marks the file as a Proofdesk ledger ("PDSK") for SQLite and for `file(1)`. */
export const applicationId = 0x5044534b;

/** The schema version that this program writes. */
export const newestSchema = migrations.at(-1)?.version ?? 0;
/** The oldest that it opens. */
export const oldestSchema = beginningOf(migrations);

const defaultBusyTimeout = 5_000;
const existing = { fileMustExist: true, timeout: defaultBusyTimeout } as const;

/**
 * Opens (or makes) the ledger at `path` for writing: folder 0700, file 0600, WAL with
 * `synchronous=FULL`, and the schema brought up to date after a verified backup.
 * @throws {DatabaseError} and leaves the file as it was
 */
export function openWriter(path: string, options: OpenOptions = {}): WriterDatabase {
  const steps = options.migrations ?? migrations;
  const timeout = options.busyTimeout ?? defaultBusyTimeout;
  return describing(path, () => {
    createPrivateFile(path);
    const identity = identityOf(path);
    refuseForeignFile(path, steps, timeout);
    return connect(path, { fileMustExist: true, timeout }, (database) => {
      // In a file that is begun, so that pages that nothing needs can be given back to the disk. Said
      // again of another one it would write to it, also where the file is not ours to change.
      if (database.pragma('page_count', { simple: true }) === 0) {
        database.pragma('auto_vacuum = INCREMENTAL');
      }
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
        migrating: options.migrating,
      });
      // What SQLite opened was the file that stands there still.
      refuseOther(path, identity);
      return asWriter(database);
    });
  });
}

/**
 * Opens an existing, migrated ledger for reading only.
 * @throws {DatabaseError}
 */
export function openReader(path: string, options: OpenOptions = {}): ReaderDatabase {
  const steps = options.migrations ?? migrations;
  const timeout = options.busyTimeout ?? defaultBusyTimeout;
  return describing(path, () => {
    statSync(path);
    return connect(path, { readonly: true, fileMustExist: true, timeout }, (database) => {
      refuseVersion(database, path, steps);
      readSchema(database);
      database.pragma('query_only = ON');
      database.pragma('trusted_schema = OFF');
      return asReader(database);
    });
  });
}

/**
 * Opens an existing ledger for reading where nothing can be written: on a full disk. It is the only
 * connection then, since what several of them share would have to be a file.
 * @throws {DatabaseError}
 */
export function openAlone(path: string): ReaderDatabase {
  return describing(path, () => {
    statSync(path);
    return connect(path, existing, (database) => {
      standAlone(database);
      refuseVersion(database, path, migrations);
      readSchema(database);
      if (database.pragma('user_version', { simple: true }) !== newestSchema) {
        throw new DatabaseError(
          'full',
          path,
          `${path} has to be brought up to date before it can be read, and there is no room left on its disk. Free some space, then try again.`,
        );
      }
      return asReader(database);
    });
  });
}

/** A connection that writes nothing, not even beside the file, and lets no other one in. */
export function connectAlone(path: string): Database.Database {
  return connect(path, existing, standAlone);
}

function standAlone(database: Database.Database): Database.Database {
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('query_only = ON');
  database.pragma('temp_store = MEMORY');
  database.pragma('trusted_schema = OFF');
  return database;
}

/**
 * A second read-only connection to the file behind `database`, opened whatever state that file is in:
 * for work that keeps one snapshot for long.
 */
export function openBeside(database: ReaderDatabase | WriterDatabase): ReaderDatabase {
  return connect(database.name, { ...existing, readonly: true }, (beside) => {
    beside.pragma('trusted_schema = OFF');
    return asReader(beside);
  });
}

/** An unnamed database for work in progress: on disk where it grows, gone when it is closed. */
export function openScratch(): Database.Database {
  return new Database('');
}

/**
 * Makes a database (file mode 0600) that is filled by one connection and kept when it is whole. Its
 * journal is in memory, since a half of it is thrown away (SQLite's defensive mode refuses `OFF`).
 */
export function openDraft(path: string): Database.Database {
  closeSync(openSync(path, 'wx', 0o600));
  return connect(path, existing, (database) => {
    database.pragma('journal_mode = MEMORY');
    database.pragma('synchronous = OFF');
    database.pragma('trusted_schema = OFF');
    return database;
  });
}

/** Opens what `openDraft` made, for reading. */
export function openKept(path: string): Database.Database {
  return connect(path, { ...existing, readonly: true }, (database) => {
    database.pragma('trusted_schema = OFF');
    return database;
  });
}

/** Opens (or makes, file mode 0600) a database of state that may be lost: WAL, never synced. */
export function openUnsynced(path: string): Database.Database {
  const isNew = !existsSync(path);
  return connect(path, { timeout: defaultBusyTimeout }, (database) => {
    if (isNew) chmodSync(path, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = OFF');
    database.pragma('trusted_schema = OFF');
    return database;
  });
}

/** Opens a file and prepares its connection, which is closed again where that fails. */
function connect<Connection>(
  path: string,
  options: Database.Options,
  prepare: (database: Database.Database) => Connection,
): Connection {
  const database = new Database(path, options);
  prepareLate(database);
  try {
    return prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What `open` answers. @throws {DatabaseError} that says what is wrong with the file at `path` */
function describing<Connection>(path: string, open: () => Connection): Connection {
  try {
    return open();
  } catch (error) {
    throw describeDatabaseError(error, path);
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

function beginningOf(steps: readonly Migration[]): number {
  return steps.findLast(({ isBeginning }) => isBeginning)?.version ?? 0;
}

/** Reads it before it is needed, so that one that is damaged is told as the file is opened. */
function readSchema(database: Database.Database): void {
  hasNoTable(database);
}

function hasNoTable(database: Database.Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}

function refuseVersion(
  database: Database.Database,
  path: string,
  steps: readonly Migration[],
): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  const isOurs = database.pragma('application_id', { simple: true }) === applicationId;
  // Only a file without a version is looked into: to read its tables is most of what opening it takes.
  if (version === 0 && !isOurs && hasNoTable(database)) return;
  if (!isOurs) {
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
  const beginning = beginningOf(steps);
  if (version < beginning) {
    throw new DatabaseError(
      'older',
      path,
      `${path} has schema version ${version}; this version of Proofdesk opens ledgers from version ${beginning} on. It was left as it is; open it with the version that made it.`,
      { versions: { found: version, known } },
    );
  }
}
