/** What a file in the place of a ledger holds, before it is opened as one. */
import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Content of a file, as far as it is a ledger; undefined where it is not there or empty, `entries` also where nobody can tell. */
export function heldBy(path: string): 'entries' | 'tables' | 'nothing' | undefined {
  if (!existsSync(path) || statSync(path).size === 0) return undefined;
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    const tables = database.prepare('SELECT name FROM sqlite_schema').pluck().all();
    if (tables.length === 0) return 'nothing';
    if (!tables.includes('entries')) return 'entries';
    const first = database.prepare('SELECT seq FROM entries LIMIT 1').pluck().get();
    return first === undefined ? 'tables' : 'entries';
  } catch {
    // What is wrong with it is told when it is opened.
    return 'entries';
  } finally {
    database?.close();
  }
}
