/** Whether indexes find the rows that decide about access: one that was made over something else hides them. */
import type { Database } from 'better-sqlite3';
import { factTables } from '../../shared/ledger/columns.ts';
import type { AccessTable, AlteredRow } from './access-tables.ts';

/**
 * The rows that an index hides or makes up: those whose facts are found by their index otherwise than without it, and
 * every row of a table that has an index that does not hold its rows.
 * @param database a connection within one state of the ledger
 */
export function misfoundAccess(
  database: Database,
  tables: readonly AccessTable[],
): readonly AlteredRow[] {
  return [
    ...misfoundFacts(database, tables),
    ...tables.flatMap((table) => (holdsItsRows(database, table) ? [] : allRows(database, table))),
  ];
}

/** All tables at once, so that the facts are walked through once. */
function misfoundFacts(database: Database, tables: readonly AccessTable[]): AlteredRow[] {
  const named = `table_name IN (${tables.map((table) => `'${table}'`).join()})`;
  return database
    .prepare<[], AlteredRow>(
      `WITH found AS MATERIALIZED (SELECT table_name, row, seq FROM facts WHERE ${named}),
         kept AS MATERIALIZED (SELECT table_name, row, seq FROM facts NOT INDEXED WHERE ${named})
       SELECT table_name AS "table", row FROM (SELECT * FROM found EXCEPT SELECT * FROM kept)
       UNION
       SELECT table_name, row FROM (SELECT * FROM kept EXCEPT SELECT * FROM found)`,
    )
    .all();
}

/** SQLite compares each index of the table with its rows. */
function holdsItsRows(database: Database, table: AccessTable): boolean {
  const said = database.prepare<[], string>(`PRAGMA integrity_check("${table}")`).pluck().all();
  return !said.some((text) => /\bindex\b/.test(text));
}

/** Each of these tables has one column as its key. */
function allRows(database: Database, table: AccessTable): AlteredRow[] {
  const { columns } = factTables[table];
  const key = Object.entries(columns).find(([, { source }]) => source === 'key')?.[0];
  return database
    .prepare<[], string>(`SELECT CAST("${key}" AS TEXT) FROM ${table} NOT INDEXED`)
    .pluck()
    .all()
    .map((row) => ({ table, row }));
}
