/** What can be wrong with a database file, told apart so that each has its own screen. */
import Database from 'better-sqlite3';

/**
 * `corrupt`: not a readable ledger. `locked`: another process holds it. `unwritable`: the file, its
 * folder or its disk refuses (missing, read-only, full, failing). `newer`: made by a later version.
 */
export type DatabaseFault = 'corrupt' | 'locked' | 'unwritable' | 'newer';

/** A database that cannot be opened. The file is left as it is: nothing is repaired or replaced. */
export class DatabaseError extends Error {
  readonly fault: DatabaseFault;
  readonly path: string;

  constructor(fault: DatabaseFault, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseError';
    this.fault = fault;
    this.path = path;
  }
}

/** The fault behind an error of SQLite or of the file system; undefined for any other error. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseError) return error.fault;
  const code = errorCode(error);
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ|IOERR_CORRUPTFS)/.test(code)) return 'corrupt';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked';
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH|FULL|IOERR)/.test(code)) return 'unwritable';
  if (/^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|ENOSPC|EDQUOT|EIO|EEXIST|EMFILE)$/.test(code)) {
    return 'unwritable';
  }
  return undefined;
}

/** Whether SQLite says that the file is damaged, or is no database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error));
}

/** Whether a read failed for the state of the file or of its schema, not for a fault of the program. */
export function isReadFailure(error: unknown): error is Error {
  return (
    error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|IOERR|ERROR|NOTADB)/.test(error.code)
  );
}

/** The same error as a `DatabaseError` with a message that names the file, where it is one. */
export function describeDatabaseError(error: unknown, path: string): unknown {
  if (error instanceof DatabaseError) return error;
  const fault = databaseFaultOf(error);
  if (fault === undefined) return error;
  return new DatabaseError(fault, path, messages[fault](path, error), error);
}

const messages: Record<DatabaseFault, (path: string, error: unknown) => string> = {
  corrupt: (path) =>
    `${path} is not a readable ledger. It was left as it is; restore a backup, or export diagnostics.`,
  locked: (path) => `${path} is in use by another program. Close that program, then try again.`,
  unwritable: (path, error) =>
    `${path} cannot be opened for writing (${errorCode(error)}). Check the folder, its permissions and the free space, then try again.`,
  newer: (path) =>
    `${path} was written by a newer version of Proofdesk. It was left as it is; open it with that version.`,
};

function errorCode(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && 'code' in error) return String(error.code);
  return '';
}
