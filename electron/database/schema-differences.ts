/** How the tables, indexes and triggers of a ledger differ from those that its migrations make. */
import type { Database } from 'better-sqlite3';
import { migrations } from './migrations/all-migrations.ts';
import { openScratch } from './open-database.ts';
import { newestSchemaDigest } from './newest-schema.ts';
import { digestOfSchema, isOfSearch, readSchema, type SchemaItem } from './schema-digest.ts';

export interface SchemaDifference {
  readonly message: string;
  readonly expected: string | null;
  /** Undefined where it is missing. */
  readonly actual?: string | null;
}

/** Differences of a schema from a fresh one; a guard that is missing says nothing of the rows, and is none. */
export function schemaDifferences(stored: ReadonlyMap<string, SchemaItem>): SchemaDifference[] {
  const found: SchemaDifference[] = [];
  const wanted = freshSchema();
  for (const [key, { type, name, sql }] of wanted) {
    const item = stored.get(key);
    if (item === undefined) {
      if (type === 'trigger') continue;
      found.push({ message: `The ${type} ${name} is missing.`, expected: sql });
    } else if (item.sql !== sql && !isOfSearch(name)) {
      const message = `The ${type} ${name} is not as it was made.`;
      found.push({ message, expected: sql, actual: item.sql });
    }
  }
  for (const [key, { type, name, sql }] of stored) {
    if (wanted.has(key)) continue;
    found.push({ message: `The ${type} ${name} was put in.`, expected: null, actual: sql });
  }
  return found;
}

/** Differences that a connection found as it was opened: only another program makes any. */
const known = new WeakMap<Database, number>();

/** How many tables, indexes and triggers of a ledger that is opened differ; quick where none does. */
export function countSchemaDifferences(database: Database): number {
  const before = known.get(database);
  if (before !== undefined) return before;
  const isSame = digestOfSchema(database) === newestSchemaDigest;
  const count = isSame ? 0 : schemaDifferences(readSchema(database)).length;
  known.set(database, count);
  return count;
}

let fresh: ReadonlyMap<string, SchemaItem> | undefined;

/** Made once: it is the same as long as the program runs. */
function freshSchema(): ReadonlyMap<string, SchemaItem> {
  if (fresh !== undefined) return fresh;
  const database = openScratch();
  try {
    for (const { sql } of migrations) database.exec(sql);
    fresh = readSchema(database);
    return fresh;
  } finally {
    database.close();
  }
}
