/** The second half of an import of rows: the staged rows become part of their dataset, all at once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { syncedLater } from '../database/synced-later.ts';
import { readPieces, type ImportFiles } from '../imports/import-files.ts';
import { LineReader } from '../imports/staged-records.ts';
import { LeavesAhead } from '../proof/sealer.ts';
import type { DatasetWriter } from './dataset-writer.ts';
import type { DatasetsStore, StoredDataset } from './datasets-store.ts';
import type { RowImports } from './row-imports.ts';
import { requireDataset } from './routes.ts';
import { unstageRow, type StagedRow } from './staged-rows.ts';

const pieceBytes = 1024 * 1024;
/** Rows in one transaction, or so many characters of them: some ten milliseconds, so that accesses meanwhile hardly wait. */
const rowsPerSlice = 1_000;
const charactersPerSlice = 1024 * 1024;

export const rowsCommitSchema = z.object({
  jobId: z.string(),
  datasetId: z.string(),
  rows: z.int(),
  bytes: z.int(),
  paths: z.array(z.tuple([z.string(), z.int()])),
});
export type RowsCommit = z.infer<typeof rowsCommitSchema>;

export interface CommitRowsOptions {
  readonly database: WriterDatabase;
  readonly datasets: DatasetsStore;
  readonly writer: DatasetWriter;
  readonly imports: RowImports;
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly lock: WriteLock;
  readonly uploads: ImportFiles;
  /** Called between slices with the rows written so far; false undoes all of them. */
  readonly onProgress: (done: number) => boolean;
}

/**
 * Writes the staged rows in slices beyond the end of the dataset, where nobody sees them, and then
 * makes all of them a part of it in one transaction: the writer is never held for long. Undefined
 * when it was stopped; then, as after an error, the rows are removed again.
 */
export async function commitRows(
  order: RowsCommit,
  options: CommitRowsOptions,
): Promise<{ record_count: number } | undefined> {
  const { datasets, imports, lock, transaction } = options;
  imports.begin(order.datasetId);
  try {
    const dataset = requireDataset(datasets, order.datasetId);
    let isWhole = false;
    try {
      const leaves = await writeSlices(order, dataset, options);
      if (leaves === undefined) return undefined;
      const whole = await lock.run(() =>
        transaction((now) => {
          // The holder may have withdrawn it meanwhile.
          const { number, recordCount, erasedCount } = requireDataset(datasets, order.datasetId);
          const { rows, bytes, paths } = order;
          options.writer.complete(number, { rows, bytes, paths, leaves }, now);
          return { record_count: recordCount - erasedCount + rows };
        }),
      );
      isWhole = true;
      return whole;
    } finally {
      if (!isWhole) await removeRows(dataset, options);
    }
  } finally {
    imports.end(order.datasetId);
  }
}

/** Returns the leaves of the rows, so that the last transaction need not read them; undefined when it was stopped. */
async function writeSlices(
  order: RowsCommit,
  dataset: StoredDataset,
  options: CommitRowsOptions,
): Promise<LeavesAhead | undefined> {
  const { database, uploads, lock, transaction, writer, onProgress } = options;
  const { number, recordCount } = dataset;
  const unseen = <Result>(run: () => Result): Promise<Result> =>
    lock.run(() => syncedLater(database, () => transaction(run)));
  const leaves = new LeavesAhead(recordCount + 1);
  const columns = await unseen(() => writer.columnsBehind(number, recordCount));
  let done = 0;
  const write = async (rows: readonly StagedRow[]): Promise<boolean> => {
    if (!onProgress(done)) return false;
    await unseen(() => {
      leaves.add(writer.insertLeaves(dataset, recordCount + done, rows));
      columns.add(rows);
    });
    done += rows.length;
    await nextTurn();
    return true;
  };
  const file = await uploads.openForReading(order.jobId, 'staged');
  try {
    const reader = new LineReader();
    let slice: StagedRow[] = [];
    let characters = 0;
    for await (const piece of readPieces(file, pieceBytes)) {
      for (const line of reader.push(piece)) {
        slice.push(unstageRow(line));
        characters += line.length;
        if (slice.length < rowsPerSlice && characters < charactersPerSlice) continue;
        if (!(await write(slice))) return undefined;
        slice = [];
        characters = 0;
      }
    }
    if (slice.length > 0 && !(await write(slice))) return undefined;
    await unseen(() => columns.end());
    if (done !== order.rows) throw new Error(`${done} of ${order.rows} rows were staged.`);
    return onProgress(done) ? leaves : undefined;
  } finally {
    await file.close();
  }
}

async function removeRows(
  { number, recordCount }: StoredDataset,
  { imports, lock, transaction }: CommitRowsOptions,
): Promise<void> {
  let more = true;
  while (more) {
    more = await lock.run(() => transaction(() => imports.removeSome(number, recordCount)));
    await nextTurn();
  }
}
