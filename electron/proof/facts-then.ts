/** Rows as their facts had them at an instant, by what these tell in clear. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import { keyText, type RowKey } from '../../shared/ledger/facts.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const factThenStatements = {
  told: `SELECT CAST(e.bytes AS TEXT) FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = ? AND f.row = ? AND json_extract(e.bytes, '$.created_at') <= ? ORDER BY f.seq`,
} as const;

/** Over one connection. */
export class FactsThen {
  readonly #told: Statement<[string, string, string], string>;

  constructor(database: Database) {
    this.#told = database
      .prepare<[string, string, string], string>(factThenStatements.told)
      .pluck();
  }

  /** Members of a row in clear at an instant; undefined where it was not there, or not there any more. */
  of(table: FactTableName, id: RowKey, at: string): JsonObject | undefined {
    let row: JsonObject | undefined;
    for (const text of this.#told.all(table, keyText(id), at)) {
      const entry = parseStrictJson(text);
      const set = isJsonObject(entry) ? entry['set'] : undefined;
      row = isJsonObject(set) ? { ...row, ...set } : undefined;
    }
    return row;
  }
}
