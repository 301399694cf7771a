/** What can be said of a ledger's file without saying what is in it. Damage is told, not thrown. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { readLedgerFacts, reading } from '../database/ledger-facts.ts';
import { newestSchema } from '../database/open-database.ts';
import { copyName } from '../database/backup-files.ts';

/** Schema, rows of each table, SQLite's quick check: names of tables and numbers. */
export async function inspectForDiagnostics(directory: string): Promise<unknown> {
  const path = join(directory, copyName);
  return {
    path,
    known_schema: newestSchema,
    ...attempt('facts', () => reading(path, readLedgerFacts)),
    ...attempt('file', () => reading(path, fileFacts)),
    ...attempt('rows', () => reading(path, rowsOf)),
    ...attempt('quick_check', () =>
      reading(path, (database) => database.pragma('quick_check(20)')),
    ),
  };
}

function attempt(name: string, read: () => unknown): Record<string, unknown> {
  try {
    return { [name]: read() };
  } catch (error) {
    return { [name]: { error: error instanceof Error ? error.message : String(error) } };
  }
}

const pragmas = [
  'application_id',
  'user_version',
  'page_size',
  'page_count',
  'freelist_count',
  'journal_mode',
  'encoding',
  'auto_vacuum',
] as const;

function fileFacts(database: Database): unknown {
  const values = pragmas.map((name) => [name, database.pragma(name, { simple: true })]);
  const sqlite: unknown = database.prepare('SELECT sqlite_version()').pluck().get();
  return { sqlite, ...Object.fromEntries(values) };
}

function rowsOf(database: Database): Record<string, number | string> {
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((name) => {
      try {
        const sql = `SELECT count(*) FROM "${name.replaceAll('"', '""')}"`;
        return [name, Number(database.prepare(sql).pluck().get() ?? 0)];
      } catch (error) {
        return [name, error instanceof Error ? error.message : String(error)];
      }
    }),
  );
}
