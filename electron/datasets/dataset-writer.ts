/** Makes datasets, appends their rows, withdraws them. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { CreateDataset, RowError } from '../../shared/contract/datasets.ts';
import { limits } from '../../shared/contract/limits.ts';
import { rowLine } from '../../shared/ledger/batches.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { incompletePath, mostPaths } from '../filters/path-profile.ts';
import type { StoredDataset } from './datasets-store.ts';
import { ColumnsWriter, type FollowingColumns } from '../columns/columns-writer.ts';
import type { Facts } from '../proof/facts.ts';
import type { Events } from '../webhooks/event-log.ts';
import { leavesOf, type LeavesAhead, type Sealer } from '../proof/sealer.ts';
import type { Stream } from '../proof/lines.ts';
import { rowPosition } from './row-position.ts';
import type { StagedRow } from './staged-rows.ts';

const keyBytes = 32;
/** A salt keeps whoever knows the leaf of a row from guessing the row. */
const saltBytes = 16;

/** A row and the line it came from. */
export interface LinedRow {
  readonly line: number;
  readonly row: StagedRow;
}

/** A row that was inserted, with its number in the dataset. */
interface SaltedRow {
  readonly row: StagedRow;
  readonly n: number;
  readonly salt: Buffer;
}

/** Rows that an import inserted. */
export interface ImportedRows {
  readonly rows: number;
  readonly bytes: number;
  readonly paths: readonly (readonly [path: string, types: number])[];
  readonly leaves: LeavesAhead;
}

export interface DatasetWriterOptions {
  readonly facts: Facts;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly createId: CreateId;
  readonly random: RandomBytes;
}

export class DatasetWriter {
  readonly #options: DatasetWriterOptions;
  readonly #columns: ColumnsWriter;
  readonly #insertRow: Statement<[number, string, number, string, Buffer]>;
  readonly #hasRecord: Statement<[number, string], number>;
  readonly #insertPath: Statement<[number, string, number]>;
  readonly #countPaths: Statement<[number], number>;
  readonly #grow: Statement<[number, number, string, number]>;

  constructor(database: Database, options: DatasetWriterOptions) {
    this.#options = options;
    this.#columns = new ColumnsWriter(database);
    this.#insertRow = database.prepare(
      `INSERT INTO dataset_rows (position, record_id, bytes, document, salt)
       VALUES (?, ?, ?, jsonb(?), ?)`,
    );
    this.#hasRecord = database
      .prepare<[number, string], number>(
        'SELECT 1 FROM dataset_rows WHERE position >> 36 = ? AND record_id = ?',
      )
      .pluck();
    this.#insertPath = database.prepare(
      `INSERT INTO dataset_paths (dataset, path, types) VALUES (?, ?, ?)
       ON CONFLICT (dataset, path) DO UPDATE SET types = types | excluded.types
       WHERE types | excluded.types <> types`,
    );
    this.#countPaths = database
      .prepare<[number], number>('SELECT count(*) FROM dataset_paths WHERE dataset = ?')
      .pluck();
    this.#grow = database.prepare(
      `UPDATE datasets SET record_count = record_count + ?, total_bytes = total_bytes + ?,
         last_appended_at = ? WHERE number = ?`,
    );
  }

  /** Makes a dataset and returns its id. `taken` says whether an id is in use. */
  create(body: CreateDataset, now: string, taken: (datasetId: string) => boolean): string {
    const { facts, createId, random } = this.#options;
    const datasetId = body.dataset_id ?? createId('ds');
    if (taken(datasetId)) {
      throw new ApiError(
        'conflict',
        `There is a dataset ${datasetId} already. Choose another id.`,
        {
          details: { dataset_id: datasetId },
        },
      );
    }
    facts.write(
      'datasets',
      datasetId,
      {
        set: {
          holder_id: body.holder_id,
          created_at: now,
          key_id: createId('key'),
        },
        commit: { name: body.name },
      },
      { key: Buffer.from(random(keyBytes)) },
    );
    return datasetId;
  }

  /**
   * Appends rows after the last, with the paths they hold.
   * @throws {ApiError} `validation_error` naming every line whose record_id is there already
   */
  append(
    dataset: StoredDataset,
    rows: readonly LinedRow[],
    paths: readonly (readonly [path: string, types: number])[],
    now: string,
  ): void {
    const taken = this.#takenIds(dataset, rows);
    if (taken.length > 0) throw refusedRows(taken, rows.length);
    this.keepPaths(dataset.number, paths);
    this.#insert(
      dataset.number,
      dataset.recordCount,
      rows.map(({ row }) => row),
    );
    this.#grow.run(rows.length, bytesOf(rows), now, dataset.number);
    this.#columns.cover(dataset.number, dataset.recordCount + rows.length);
    this.#options.sealer.sealFull(streamOf(dataset.number));
  }

  /** Inserts rows after row `last` of a dataset; they are part of it once they are counted. Returns each with its number and salt. */
  #insert(dataset: number, last: number, rows: readonly StagedRow[]): SaltedRow[] {
    const salts = Buffer.from(this.#options.random(saltBytes * rows.length));
    return rows.map((row, index) => {
      const n = last + index + 1;
      const salt = salts.subarray(index * saltBytes, (index + 1) * saltBytes);
      this.#insertRow.run(rowPosition(dataset, n), row.recordId, row.bytes, row.text, salt);
      return { row, n, salt };
    });
  }

  /** Adds to what the paths of a dataset have ever held. */
  keepPaths(dataset: number, paths: Iterable<readonly [path: string, types: number]>): void {
    for (const [path, types] of paths) this.#insertPath.run(dataset, path, types);
    // Documents that are used as maps would have no end of paths: then the profile says nothing.
    if ((this.#countPaths.get(dataset) ?? 0) > mostPaths) {
      this.#insertPath.run(dataset, incompletePath, 0);
    }
  }

  /** The columns of rows that are inserted behind row `last`. */
  columnsBehind(dataset: number, last: number): FollowingColumns {
    return this.#columns.following(dataset, last);
  }

  /** Inserts rows after row `last`, and answers their leaves, 32 bytes each: nobody has to read them again. */
  insertLeaves(
    { number, datasetId }: StoredDataset,
    last: number,
    rows: readonly StagedRow[],
  ): Buffer {
    const lines = this.#insert(number, last, rows).map(({ row: { recordId, text }, n, salt }) =>
      rowLine({ datasetId, n, salt: salt.toString('base64url'), recordId, text }),
    );
    return leavesOf(lines, lines.length);
  }

  /** Makes rows that an import inserted a part of the dataset, and seals all that are open. */
  complete(dataset: number, imported: ImportedRows, now: string): void {
    this.keepPaths(dataset, imported.paths);
    this.#grow.run(imported.rows, imported.bytes, now, dataset);
    this.#options.sealer.seal(streamOf(dataset), imported.leaves);
  }

  /** Withdraws a dataset; one that is withdrawn stays as it is. */
  revoke(dataset: StoredDataset, reason: string, by: string, now: string): void {
    withdrawDataset(this.#options, dataset, { reason, by, now });
  }

  /** Whether the dataset has a row of this id. */
  hasRecord(dataset: number, recordId: string): boolean {
    return this.#hasRecord.get(dataset, recordId) !== undefined;
  }

  #takenIds(dataset: StoredDataset, rows: readonly LinedRow[]): RowError[] {
    const seen = new Set<string>();
    const errors: RowError[] = [];
    for (const { line, row } of rows) {
      const { recordId } = row;
      const found = seen.has(recordId)
        ? faultOf('there_twice')
        : this.hasRecord(dataset.number, recordId)
          ? faultOf('in_dataset_already')
          : undefined;
      seen.add(recordId);
      if (found !== undefined) errors.push(rowError(line, 'record_id', found));
    }
    return errors;
  }
}

/** One fault of a row, as an error of its line. */
export function rowError(line: number, field: string, found: Fault): RowError {
  return { line, message: `${field} ${found.message}.`, fields: [{ field, ...found }] };
}

/** Why an append was refused as a whole, with the line of each error. */
export function refusedRows(errors: readonly RowError[], rows: number): ApiError {
  const told = errors.slice(0, limits.importErrors);
  return new ApiError(
    'validation_error',
    `${errors.length} of ${rows} ${rows === 1 ? 'row was' : 'rows were'} refused, so nothing was appended.`,
    {
      fields: told.map(({ line, message }) =>
        faultAt(`line ${line}`, 'in_words', { words: message }),
      ),
      // The lines are told as they always were; `faults` has the codes.
      details: {
        lines: told.map(({ line, message, fields }) => ({
          line,
          message,
          fields: fields.map((each) => ({ field: each.field, message: each.message })),
        })),
      },
    },
  );
}

function streamOf(dataset: number): Stream {
  return { table: 'dataset_rows', dataset };
}

function bytesOf(rows: readonly LinedRow[]): number {
  return rows.reduce((sum, { row }) => sum + row.bytes, 0);
}

/** Withdraws a dataset; one that is withdrawn stays as it is. */
export function withdrawDataset(
  { facts, events }: Pick<DatasetWriterOptions, 'facts' | 'events'>,
  { datasetId, holderId, revokedAt }: StoredDataset,
  { reason, by, now }: { readonly reason: string; readonly by: string; readonly now: string },
): void {
  if (revokedAt !== null) return;
  facts.write('datasets', datasetId, {
    set: { revoked_at: now },
    commit: { revoked_by: by, revocation_reason: reason },
  });
  events.emit({ type: 'dataset.revoked', at: now, holderId, data: { dataset_id: datasetId } });
}
