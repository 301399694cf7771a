/** The mean size of a row as a grant would give it out, from the first rows of a dataset. */
import type { Database, Statement } from 'better-sqlite3';
import { limits } from '../../shared/contract/limits.ts';
import { parseDocument, type StoredDataset } from '../datasets/datasets-store.ts';
import { rowPosition } from '../datasets/row-position.ts';
import { SeenFields } from '../sessions/seen-fields.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowSizeStatements = {
  first: `SELECT json(document) FROM dataset_rows WHERE position > ? AND position <= ?
    ORDER BY position LIMIT ?`,
} as const;

export class RowSizes {
  readonly #first: Statement<[number, number, number], string>;

  constructor(database: Database) {
    this.#first = database
      .prepare<[number, number, number], string>(rowSizeStatements.first)
      .pluck();
  }

  /** Bytes of JSON text, rounded; 0 without rows. */
  mean({ number, recordCount, policy }: StoredDataset, fields: readonly string[]): number {
    const seen = new SeenFields(policy.restricted_fields, fields);
    const from = rowPosition(number, 0);
    const to = rowPosition(number, recordCount);
    let bytes = 0;
    let rows = 0;
    for (const text of this.#first.iterate(from, to, limits.grants.sampledRows)) {
      bytes += Buffer.byteLength(JSON.stringify(seen.strip(parseDocument(text))));
      rows += 1;
    }
    return rows === 0 ? 0 : Math.round(bytes / rows);
  }
}
