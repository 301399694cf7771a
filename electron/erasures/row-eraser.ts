/** Takes rows of datasets out of the ledger, once their erasure is declared. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import { evidenceSideSchema } from '../../shared/contract/evidence.ts';
import type { DatasetsStore, StoredDataset } from '../datasets/datasets-store.ts';
import { rowPosition } from '../datasets/row-position.ts';
import { incompletePath, mostPaths, PathProfileBuilder } from '../filters/path-profile.ts';
import { ColumnsWriter } from '../columns/columns-writer.ts';
import { holdsRow, type Run } from '../receipts/runs.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowEraserStatements = {
  there: `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM dataset_rows
    WHERE position BETWEEN ? AND ?`,
  texts: 'SELECT json(document) FROM dataset_rows WHERE position BETWEEN ? AND ?',
  leaves: 'SELECT seq, prepared FROM evidence WHERE dataset_id = ?',
  requests: `SELECT u.session, u.number, u.request FROM sessions AS s
    JOIN session_usage AS u ON u.session = s.number WHERE s.dataset = ? AND u.request IS NOT NULL`,
} as const;

/** Whose a row is. */
type EntityValue = string | number | boolean;

/** Rows that an erasure takes. */
export interface Erasing {
  readonly dataset: StoredDataset;
  /** Ascending. */
  readonly runs: readonly Run[];
  /** Value of an entity whose rows they are. */
  readonly entity?: EntityValue | undefined;
  /** Whether the dataset goes as a whole: then no request about it stays. */
  readonly isWhole: boolean;
}

const preparedSchema = z
  .object({ inputs: evidenceSideSchema, outputs: evidenceSideSchema.nullable() })
  .loose();

/** Over the writer's connection. The caller holds the transaction, and has declared the erasure. */
export class RowEraser {
  readonly #datasets: DatasetsStore;
  readonly #columns: ColumnsWriter;
  readonly #there: Statement<[number, number], { count: number; bytes: number }>;
  readonly #bury: Statement<[number, number, number]>;
  readonly #remove: Statement<[number, number]>;
  readonly #shrink: Statement<[number, number, number]>;
  readonly #texts: Statement<[number, number], string>;
  readonly #forgetPaths: Statement<[number]>;
  readonly #keepPath: Statement<[number, string, number]>;
  readonly #leaves: Statement<[string], { seq: number; prepared: string }>;
  readonly #rewrite: Statement<[string, number]>;
  readonly #requests: Statement<[number], { session: number; number: number; request: string }>;
  readonly #forgetRequest: Statement<[number, number]>;

  constructor(database: Database, datasets: DatasetsStore) {
    this.#datasets = datasets;
    this.#columns = new ColumnsWriter(database);
    const sql = rowEraserStatements;
    this.#there = database.prepare(sql.there);
    this.#bury = database.prepare(
      `INSERT INTO tombstones (position, seq)
       SELECT position, ? FROM dataset_rows WHERE position BETWEEN ? AND ?`,
    );
    this.#remove = database.prepare('DELETE FROM dataset_rows WHERE position BETWEEN ? AND ?');
    this.#shrink = database.prepare(
      `UPDATE datasets SET total_bytes = total_bytes - ?, erased_count = erased_count + ?
       WHERE number = ?`,
    );
    this.#texts = database.prepare<[number, number], string>(sql.texts).pluck();
    this.#forgetPaths = database.prepare('DELETE FROM dataset_paths WHERE dataset = ?');
    this.#keepPath = database.prepare(
      'INSERT INTO dataset_paths (dataset, path, types) VALUES (?, ?, ?)',
    );
    this.#leaves = database.prepare(sql.leaves);
    this.#rewrite = database.prepare('UPDATE evidence SET prepared = ? WHERE seq = ?');
    this.#requests = database.prepare(sql.requests);
    this.#forgetRequest = database.prepare(
      'UPDATE session_usage SET request = NULL WHERE session = ? AND number = ?',
    );
  }

  /** Rows of runs that are still there. */
  count({ number }: StoredDataset, runs: readonly Run[]): number {
    return runs.reduce(
      (sum, run) => sum + (this.#there.get(...rangeOf(number, run))?.count ?? 0),
      0,
    );
  }

  /** Takes what names rows elsewhere, while they are still there: ids in leaves of evidence, requests. */
  takeNames({ dataset, runs, entity, isWhole }: Erasing): void {
    for (const { seq, prepared } of this.#leaves.all(dataset.datasetId)) {
      const left = this.#withoutIds(dataset, runs, prepared);
      if (left !== prepared) this.#rewrite.run(left, seq);
    }
    if (entity === undefined && !isWhole) return;
    for (const { session, number, request } of this.#requests.all(dataset.number)) {
      const isAbout = isWhole || tells(jsonOrUndefined(request), entity);
      if (isAbout) this.#forgetRequest.run(session, number);
    }
  }

  /** Takes rows that one entry declares, and their salts. */
  take({ number }: StoredDataset, runs: readonly Run[], seq: number): void {
    for (const run of runs) {
      const range = rangeOf(number, run);
      const { count = 0, bytes = 0 } = this.#there.get(...range) ?? {};
      this.#bury.run(seq, ...range);
      this.#remove.run(...range);
      this.#shrink.run(bytes, count, number);
    }
  }

  /** Keeps the paths of rows that are left, and no others: a name may tell of who is gone. */
  keepPaths({ number, recordCount }: StoredDataset): void {
    const profile = new PathProfileBuilder();
    const range = rangeOf(number, { from: 1, to: recordCount });
    for (const text of this.#texts.iterate(...range)) {
      const document = jsonOrUndefined(text);
      if (isJsonObject(document)) profile.add(document);
    }
    this.#forgetPaths.run(number);
    const paths = new Map(profile.entries());
    if (paths.size > mostPaths) paths.set(incompletePath, 0);
    for (const [path, types] of paths) this.#keepPath.run(number, path, types);
  }

  /** Makes the columns of rows that are left, and of no others. */
  keepColumns({ dataset, runs, isWhole }: Erasing): void {
    if (isWhole) this.#columns.removeAll(dataset.number);
    else this.#columns.rewrite(dataset.number, runs);
  }

  /** Leaves of evidence with the numbers of rows in place of their ids. */
  #withoutIds(dataset: StoredDataset, runs: readonly Run[], text: string): string {
    const prepared = preparedSchema.parse(JSON.parse(text));
    let isOther = false;
    for (const side of [prepared.inputs, prepared.outputs]) {
      for (const leaf of side?.leaves ?? []) {
        const row = this.#datasets.row(dataset.number, leaf.record_id, dataset.recordCount);
        if (row === undefined || !holdsRow(runs, row.seq)) continue;
        leaf.record_id = erasedRowId(row.seq);
        isOther = true;
      }
    }
    return isOther ? JSON.stringify(prepared) : text;
  }
}

/** The name of a row in a leaf of evidence once its id is gone. */
export function erasedRowId(seq: number): string {
  return `erased row ${seq}`;
}

function rangeOf(dataset: number, { from, to }: Run): [number, number] {
  return [rowPosition(dataset, from), rowPosition(dataset, to)];
}

/** Whether a request has a value anywhere, also within a text. */
function tells(request: JsonValue | undefined, value: EntityValue | undefined): boolean {
  if (request === undefined || value === undefined) return false;
  if (Array.isArray(request)) return request.some((each) => tells(each, value));
  if (isJsonObject(request)) {
    return Object.entries(request).some(([name, each]) => tells(name, value) || tells(each, value));
  }
  return request === value || (typeof request === 'string' && request.includes(String(value)));
}
