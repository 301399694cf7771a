/** Whether the ledger's tables and indexes are those that its migrations make, and nothing was added. */
import type Database from 'better-sqlite3';
import {
  digestOfSchema,
  isOfSearch,
  newestSchemaDigest,
  readSchema,
  type SchemaItem,
} from '../database/schema-digest.ts';
import { openScratch } from '../database/open-database.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { readable, UnreadableRow } from '../ledger/ledger-snapshot.ts';

/**
 * Compares the schema with a fresh one: a table, index or trigger that was changed or put in, and a
 * table or index that is missing. A missing guard trigger alone says nothing about the rows, which
 * are all compared; it is not reported.
 * @param seq what the findings carry, since they belong to no entry
 */
export function checkSchema(
  database: Database.Database,
  onFinding: (finding: EntryFinding) => void,
  seq: number,
): void {
  const report = (message: string, expected?: string | null, actual?: string | null) =>
    onFinding(
      createFinding('PROJECTION_MISMATCH', message, { seq, field: 'schema', expected, actual }),
    );
  const stored = readable(() => readSchema(database));
  if (stored instanceof UnreadableRow) {
    report(`The schema of the ledger cannot be read: ${stored.reason}.`);
    return;
  }
  for (const { message, expected, actual } of differences(stored))
    report(message, expected, actual);
}

interface SchemaDifference {
  readonly message: string;
  readonly expected: string | null;
  /** Undefined where it is missing. */
  readonly actual?: string | null;
}

/** How a schema differs from a fresh one. */
function differences(stored: ReadonlyMap<string, SchemaItem>): SchemaDifference[] {
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
const known = new WeakMap<Database.Database, number>();

/** How many tables, indexes and triggers of a ledger that is opened differ; quick where none does. */
export function countSchemaDifferences(database: Database.Database): number {
  const before = known.get(database);
  if (before !== undefined) return before;
  const isSame = digestOfSchema(database) === newestSchemaDigest;
  const count = isSame ? 0 : differences(readSchema(database)).length;
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
