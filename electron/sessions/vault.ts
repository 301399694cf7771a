/** Tokens and the values they stand for: written with the evidence of the transformation, read by the holder. */
import type { Database, Statement } from 'better-sqlite3';
import type { VaultEntry } from '../transformations/transformation.ts';

/** The caller holds the transaction. */
export class VaultWriter {
  readonly #insert: Statement<[string, number, string]>;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO vault (token, dataset, value) VALUES (?, ?, ?) ON CONFLICT (token) DO NOTHING',
    );
  }

  /** A token that is there already stands for the same value, and stays. */
  put(dataset: number, entries: readonly VaultEntry[]): void {
    for (const { token, value } of entries) this.#insert.run(token, dataset, value);
  }
}
