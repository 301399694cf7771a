/** What can be wrong with a database file, told apart so that each has its own screen. */
import { isDamageCode, isRefusal, isStorageFull } from './error-code.ts';

/**
 * `corrupt`: not a readable ledger. `locked`: another process holds it. `unwritable`: the file, its
 * folder or its disk refuses (missing, read-only, failing). `full`: no room on the disk or in the
 * quota. `newer`: made by a later version. `older`: made by an earlier
 * version, and cannot be brought up to date. `foreign`: whole, but not the ledger that belongs here.
 * `moved`: its path does not name it any more.
 */
export type DatabaseFault =
  | 'corrupt'
  | 'locked'
  | 'unwritable'
  | 'full'
  | 'newer'
  | 'older'
  | 'foreign'
  | 'moved';

/** Those that SQLite or the file system name. */
type SystemFault = Exclude<DatabaseFault, 'moved'>;

/** Schema versions: the one of a file, and the newest that this program knows. */
export interface SchemaVersions {
  readonly found: number;
  readonly known: number;
}

/** A database that cannot be opened. The file is left as it is: nothing is repaired or replaced. */
export class DatabaseError extends Error {
  readonly fault: DatabaseFault;
  readonly path: string;
  /** What SQLite or the file system called it: `SQLITE_NOTADB`, `EACCES`, …; empty for neither. */
  readonly systemCode: string;
  /** Of a file that is newer or older. */
  readonly versions: SchemaVersions | undefined;

  constructor(
    fault: DatabaseFault,
    path: string,
    message: string,
    more: { readonly cause?: unknown; readonly versions?: SchemaVersions } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'DatabaseError';
    this.fault = fault;
    this.path = path;
    this.systemCode = errorCode(more.cause);
    this.versions = more.versions;
  }
}

/** The fault behind an error of SQLite or of the file system; undefined for any other error. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  return error instanceof DatabaseError ? error.fault : systemFaultOf(error);
}

function systemFaultOf(error: unknown): SystemFault | undefined {
  const code = errorCode(error);
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|IOERR_CORRUPTFS)/.test(code)) return 'corrupt';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked';
  if (isStorageFull(error)) return 'full';
  return isRefusal(code) ? 'unwritable' : undefined;
}

/** Tells whether SQLite says that the file is damaged, or is no database. */
export function isDamage(error: unknown): boolean {
  return isDamageCode(errorCode(error));
}

/** Tells whether a read failed for the state of the file or of its schema, not for a fault of the program. */
export function isReadFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === 'SqliteError' &&
    /^SQLITE_(CORRUPT|IOERR|ERROR|NOTADB)/.test(errorCode(error))
  );
}

/** The same error as a `DatabaseError` with a message that names the file, where it is one. */
export function describeDatabaseError(error: unknown, path: string): unknown {
  if (error instanceof DatabaseError) return error;
  const fault = systemFaultOf(error);
  if (fault === undefined) return error;
  return new DatabaseError(fault, path, messages[fault](path, error), { cause: error });
}

const messages: Record<SystemFault, (path: string, error: unknown) => string> = {
  corrupt: (path) =>
    `${path} is not a readable ledger. It was left as it is; restore a backup, or export diagnostics.`,
  locked: (path) => `${path} is in use by another program. Close that program, then try again.`,
  unwritable: (path, error) =>
    `${path} cannot be opened for writing (${errorCode(error)}). Check the folder and its permissions, then try again.`,
  full: (path) => `There is no room left on the disk of ${path}. Free some space, then try again.`,
  newer: (path) =>
    `${path} was written by a newer version of Proofdesk. It was left as it is; open it with that version.`,
  older: (path) =>
    `${path} was written by an earlier version of Proofdesk, and cannot be brought up to date. It was left as it is; open it with that version.`,
  foreign: (path) => `${path} is not the ledger that belongs here. It was left as it is.`,
};

/** Of SQLite's errors too, which this module knows by their name: a host's own process loads no SQLite. */
function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return '';
}
