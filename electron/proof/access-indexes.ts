/** Whether indexes find the rows that decide about access: one that was made over something else hides them. */
import type { Database } from 'better-sqlite3';
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
  return tables.flatMap((table) => [
    ...misfoundFacts(database, table),
    ...(holdsItsRows(database, table) ? [] : allRows(database, table)),
  ]);
}

function misfoundFacts(database: Database, table: AccessTable): AlteredRow[] {
  const found = `SELECT row, seq FROM facts WHERE table_name = @table`;
  const kept = `SELECT row, seq FROM facts NOT INDEXED WHERE table_name = @table`;
  return database
    .prepare<[{ table: string }], string>(
      `SELECT row FROM (${found} EXCEPT ${kept}) UNION SELECT row FROM (${kept} EXCEPT ${found})`,
    )
    .pluck()
    .all({ table })
    .map((row) => ({ table, row }));
}

/** SQLite compares each index of the table with its rows. */
function holdsItsRows(database: Database, table: AccessTable): boolean {
  const said = database.prepare<[], string>(`PRAGMA integrity_check("${table}")`).pluck().all();
  return !said.some((text) => /\bindex\b/.test(text));
}

const keyOf: Readonly<Record<AccessTable, string>> = {
  api_keys: 'key_id',
  people: 'person_id',
  profiles: 'profile_id',
  rate_limits: 'one',
};

function allRows(database: Database, table: AccessTable): AlteredRow[] {
  return database
    .prepare<[], string>(`SELECT CAST(${keyOf[table]} AS TEXT) FROM ${table} NOT INDEXED`)
    .pluck()
    .all()
    .map((row) => ({ table, row }));
}
