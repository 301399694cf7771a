/** Imports that write rows: those rows stand beyond the end of their dataset until all of them are there. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { ColumnsWriter } from '../columns/columns-writer.ts';
import { rowPosition } from './row-position.ts';

/** Rows removed at a time: some ten milliseconds. */
const rowsPerRemoval = 1_000;

export class RowImports {
  readonly #active = new Set<string>();
  readonly #datasets: Statement<[], { number: number; record_count: number }>;
  readonly #remove: Statement<[number, number, number]>;
  readonly #columns: ColumnsWriter;

  constructor(database: Database) {
    this.#columns = new ColumnsWriter(database);
    this.#datasets = database.prepare('SELECT number, record_count FROM datasets');
    this.#remove = database.prepare(
      `DELETE FROM dataset_rows WHERE position IN
         (SELECT position FROM dataset_rows WHERE position > ? AND position < ? LIMIT ?)`,
    );
  }

  /** @throws {ApiError} `conflict` while an import writes to the dataset */
  refuse(datasetId: string): void {
    if (!this.#active.has(datasetId)) return;
    throw new ApiError(
      'conflict',
      'An import is writing rows to this dataset. Send the request again when it is over.',
      { details: { dataset_id: datasetId } },
    );
  }

  begin(datasetId: string): void {
    this.refuse(datasetId);
    this.#active.add(datasetId);
  }

  end(datasetId: string): void {
    this.#active.delete(datasetId);
  }

  /** Removes some of the rows beyond the last of a dataset; false once there are none. */
  removeSome(dataset: number, last: number): boolean {
    this.#columns.cutBehind(dataset, last);
    const { changes } = this.#remove.run(
      rowPosition(dataset, last),
      rowPosition(dataset + 1, 0),
      rowsPerRemoval,
    );
    return changes === rowsPerRemoval;
  }

  /** Removes what a process that ended in the middle of an import left behind. */
  removeUnfinished(): void {
    for (const { number, record_count: last } of this.#datasets.all()) {
      while (this.removeSome(number, last));
    }
  }
}
