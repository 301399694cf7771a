/** The tables, indexes and triggers of a ledger, and one digest of those that this version makes. */
import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';

export interface SchemaItem {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** The items of a schema by type and name, but for what SQLite counts to plan questions. */
export function readSchema(database: Database): Map<string, SchemaItem> {
  const items = database
    .prepare<[], SchemaItem>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')`,
    )
    .all();
  // A trigger may have the name of a table.
  return new Map(items.map((item) => [`${item.type} ${item.name}`, item]));
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
