/** The plan that SQLite makes for a statement. */
import type { Database } from 'better-sqlite3';

/** The steps of a plan in words, one each; every place of the statement, with a name or without, is given something. */
export function planOf(database: Database, sql: string): string[] {
  return database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...boundOf(sql))
    .map(({ detail }) => detail);
}

function boundOf(sql: string): unknown[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => name);
  return names.length === 0
    ? Array.from({ length: sql.split('?').length - 1 }, () => 1)
    : [Object.fromEntries(names.map((name) => [name, 1]))];
}
