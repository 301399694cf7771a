/** The mean size of a row as a grant would give it out, from the first rows of a dataset. */
import type { Database, Statement } from 'better-sqlite3';
import type { GrantKind, Policy } from '../../shared/contract/policies.ts';
import { limits } from '../../shared/contract/limits.ts';
import { keyOf, parseDocument, type StoredDataset } from '../datasets/datasets-store.ts';
import { rowPosition, rowSeq } from '../datasets/row-position.ts';
import { previewKey } from '../policies/grant-key.ts';
import { View } from '../policies/view.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowSizeStatements = {
  first: `SELECT position, json(document) FROM dataset_rows WHERE position > ? AND position <= ?
    ORDER BY position LIMIT ?`,
} as const;

/** Fields that a grant would give out. */
export interface ViewedFields {
  readonly policy: Policy;
  readonly kind: GrantKind;
  readonly fields: readonly string[];
}

export class RowSizes {
  readonly #first: Statement<[number, number, number], readonly [number, string]>;

  constructor(database: Database) {
    this.#first = database
      .prepare<[number, number, number], readonly [number, string]>(rowSizeStatements.first)
      .raw();
  }

  /** Bytes of JSON text, rounded; 0 without rows. */
  mean(dataset: StoredDataset, { policy, kind, fields }: ViewedFields): number {
    const { number, recordCount } = dataset;
    const key = keyOf(dataset);
    const keys = { grant: previewKey(key), dataset: key };
    const view = new View({ policy, kind, fields, keys, dataset: number });
    const from = rowPosition(number, 0);
    const to = rowPosition(number, recordCount);
    let bytes = 0;
    let rows = 0;
    for (const [position, text] of this.#first.iterate(from, to, limits.grants.sampledRows)) {
      const row = view.row({ seq: rowSeq(position), document: parseDocument(text) });
      bytes += Buffer.byteLength(JSON.stringify(row));
      rows += 1;
    }
    return rows === 0 ? 0 : Math.round(bytes / rows);
  }
}
