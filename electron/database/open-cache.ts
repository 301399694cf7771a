/** Opens files of SQLite that hold only what can be had again. */
import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

export type CacheDatabase = Database.Database;

/**
 * The file at `path`, 0600, made where there is none. Losing what it holds costs nothing: it needs not be on the disk
 * before anything goes on.
 * @param schema makes its tables where they are not there yet
 * @param mark tells whose content it is, from 0 to 2^31 − 1; where the file has another mark, `begin` is run
 * @throws where the file is no database
 */
export function openCache(
  path: string,
  {
    schema,
    mark,
    begin,
  }: { readonly schema: string; readonly mark: number; readonly begin: string },
): CacheDatabase {
  closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path);
  try {
    database.pragma('journal_mode = MEMORY');
    database.pragma('synchronous = OFF');
    database.pragma('secure_delete = ON');
    database.exec(schema);
    if (database.pragma('user_version', { simple: true }) !== mark) {
      database.exec(begin);
      database.pragma(`user_version = ${mark}`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
