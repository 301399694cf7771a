/** Which error it was, without the database's own code: the host's process, which opens none, asks too. */

/** The `code` of a thrown value: `ENOSPC`, `SQLITE_FULL`, … Empty when it has none. */
export function errorCodeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}

/**
 * Tells whether a write failed because the disk or the quota is full (`storage_full`). What SQLite calls
 * SHMSIZE is the file beside a database that could not be made as large as it has to be.
 */
export function isStorageFull(error: unknown): boolean {
  return /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/.test(errorCodeOf(error));
}

/** Tells whether SQLite says that a file is damaged, or is no database. */
export function isDamageCode(code: string): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Tells whether SQLite or the file system refused a file: missing, no permission, read-only, failing. */
export function isRefusal(code: string): boolean {
  return (
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH|IOERR)/.test(code) ||
    /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|EIO|EEXIST|EMFILE|ENFILE|EFBIG|ELOOP)$/.test(code)
  );
}
