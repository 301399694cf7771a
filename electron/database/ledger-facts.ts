/** What a ledger file is, read from the file alone: whose, how long, which end. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describeDatabaseError } from './database-error.ts';

/** Statements of a ledger file about itself. Null where it has no such table, entry or member. */
export interface LedgerFacts {
  readonly applicationId: number;
  readonly schemaVersion: number;
  readonly origin: string | null;
  /** The key that its genesis names. */
  readonly vkey: string | null;
  readonly entries: number;
  readonly records: number;
  /** `sha256:<hex>` of the last entry. */
  readonly headHash: string | null;
  /** UTC instant of the last entry. */
  readonly newestAt: string | null;
}

/** Reads the facts over any connection, in one state of the file, whatever schema it has. */
export function readLedgerFacts(database: Database.Database): LedgerFacts {
  return database.transaction(() => {
    const has = database
      .prepare<[string], number>(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?",
      )
      .pluck();
    const hasEntries = has.get('entries') === 1;
    const one = (sql: string): string | null => {
      const text = hasEntries ? database.prepare(sql).pluck().get() : null;
      return typeof text === 'string' ? text : null;
    };
    const number = (table: string, sql: string): number =>
      has.get(table) === 1 ? Number(database.prepare(sql).pluck().get() ?? 0) : 0;
    const genesis = one('SELECT bytes FROM entries WHERE seq = 0');
    const head = one('SELECT bytes FROM entries ORDER BY seq DESC LIMIT 1');
    return {
      applicationId: Number(database.pragma('application_id', { simple: true })),
      schemaVersion: Number(database.pragma('user_version', { simple: true })),
      origin: memberOf(genesis, 'origin'),
      vkey: memberOf(genesis, 'vkey'),
      entries: number('entries', 'SELECT coalesce(max(seq) + 1, 0) FROM entries'),
      records: number('records', 'SELECT coalesce(max(position), 0) FROM records'),
      headHash: head === null ? null : hashOfEntry(head),
      newestAt: memberOf(head, 'created_at'),
    };
  })();
}

/**
 * The facts of a file that may be damaged, newer or something else; it is not changed.
 * @throws {DatabaseError} where it cannot be read
 */
export function inspectLedger(path: string): LedgerFacts {
  return reading(path, readLedgerFacts);
}

/** Runs `read` over a connection that cannot write. @throws {DatabaseError} */
export function reading<Result>(
  path: string,
  read: (database: Database.Database) => Result,
): Result {
  let database: Database.Database | undefined;
  try {
    statSync(path);
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
    database.pragma('trusted_schema = OFF');
    return read(database);
  } catch (error) {
    throw describeDatabaseError(error, path);
  } finally {
    database?.close();
  }
}

/** Tells whether there is a table of that name. */
export function hasTable(database: Pick<Database.Database, 'prepare'>, name: string): boolean {
  return (
    database
      .prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?")
      .pluck()
      .get(name) === 1
  );
}

/** Result of SQLite's own check of a file: `ok`, or what is wrong. @throws {DatabaseError} */
export function integrityOf(path: string): string {
  return reading(path, (database) =>
    String(database.pragma('integrity_check(1)', { simple: true })),
  );
}

/** The hash of an entry, `sha256:<hex>` of its canonical text. */
export function hashOfEntry(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function memberOf(text: string | null, name: string): string | null {
  try {
    const entry: unknown = JSON.parse(text ?? 'null');
    const members = new Map(
      typeof entry === 'object' && entry !== null ? Object.entries(entry) : [],
    );
    const value: unknown = members.get(name);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
