/** The tables, indexes and triggers of a ledger, and one digest of those that this version makes. */
import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';

export interface SchemaItem {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * Tables that Litestream puts into a database that it replicates: a row that it changes where it wants
 * something in the log, and one to lock by. Nothing of the ledger is in them, and nothing reads them.
 */
const tablesOfReplicator: ReadonlyMap<string, string> = new Map([
  ['_litestream_seq', 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)'],
  ['_litestream_lock', 'CREATE TABLE _litestream_lock (id INTEGER)'],
]);

/** Tells whether an item is a table of Litestream, exactly as it makes it. */
function isOfReplicator({ type, name, sql }: SchemaItem): boolean {
  return type === 'table' && sql !== null && tablesOfReplicator.get(name) === sql;
}

/**
 * The items of a schema by type and name, but for what SQLite counts to plan questions, and what Litestream
 * makes beside the ledger.
 */
export function readSchema(database: Database): Map<string, SchemaItem> {
  const items = database
    .prepare<[], SchemaItem>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')`,
    )
    .all();
  // A trigger may have the name of a table.
  const own = items.filter((item) => !isOfReplicator(item));
  return new Map(own.map((item) => [`${item.type} ${item.name}`, item]));
}

/** The search index's own tables: SQLite words them, and another version may do it differently. */
export function isOfSearch(name: string): boolean {
  return name.startsWith('records_search_');
}

/** SHA-256 over type, name and text of every item, in order; hex. */
export function digestOfSchema(database: Database): string {
  const items = [...readSchema(database).values()]
    .map(({ type, name, sql }) => JSON.stringify([type, name, isOfSearch(name) ? null : sql]))
    .toSorted();
  return createHash('sha256').update(items.join('\n')).digest('hex');
}
