/** Whether the ledger's tables and indexes are those that its migrations make, and nothing was added. */
import type Database from 'better-sqlite3';
import { openScratch } from '../database/open-database.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { readable, UnreadableRow } from '../ledger/ledger-snapshot.ts';

interface SchemaItem {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

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
  const wanted = freshSchema();
  for (const [key, { type, name, sql }] of wanted) {
    const found = stored.get(key);
    if (found === undefined) {
      if (type !== 'trigger') report(`The ${type} ${name} is missing.`, sql);
    } else if (found.sql !== sql && !isOfSearch(name)) {
      report(`The ${type} ${name} is not as it was made.`, sql, found.sql);
    }
  }
  for (const [key, { type, name, sql }] of stored) {
    if (!wanted.has(key)) report(`The ${type} ${name} was put in.`, null, sql);
  }
}

/** The search index's own tables: SQLite words them, and another version may do it differently. */
function isOfSearch(name: string): boolean {
  return name.startsWith('records_search_');
}

let known: ReadonlyMap<string, SchemaItem> | undefined;

/** Made once: it is the same as long as the program runs. */
function freshSchema(): ReadonlyMap<string, SchemaItem> {
  if (known !== undefined) return known;
  const database = openScratch();
  try {
    for (const { sql } of migrations) database.exec(sql);
    known = readSchema(database);
    return known;
  } finally {
    database.close();
  }
}

function readSchema(database: Database.Database): Map<string, SchemaItem> {
  const items = database
    .prepare<[], SchemaItem>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')`,
    )
    .all();
  // A trigger may have the name of a table.
  return new Map(items.map((item) => [`${item.type} ${item.name}`, item]));
}
