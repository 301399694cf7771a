/** The job that imports rows: check every line, then have the writer make them a part of the dataset. */
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import {
  rowMappingSchema,
  type ImportRowsResult,
  type RowError,
} from '../../shared/contract/datasets.ts';
import { parseJsonText } from '../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { PathProfileBuilder } from '../filters/path-profile.ts';
import { readPieces, type ImportFiles } from '../imports/import-files.ts';
import {
  LineReader,
  lineFault,
  linesFormat,
  rowsFormat,
  type ReadLine,
} from '../imports/read-lines.ts';
import { writeFully } from '../imports/spool-upload.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { RowsCommit } from './commit-rows.ts';
import { rowError } from './dataset-writer.ts';
import { DatasetsStore } from './datasets-store.ts';
import { normaliseRow, type NormalisedRow } from './normalise-row.ts';
import { lineErrorOf } from './read-rows.ts';
import { csvRowReader } from './row-csv.ts';
import { rowImportOrder, type RowImportOrder } from './row-import-order.ts';
import { requireDataset } from './routes.ts';
import { stageRow } from './staged-rows.ts';

const pieceBytes = 256 * 1024;
const previewedRows = 5;

export interface ImportRowsJobOptions {
  readonly files: ImportFiles;
  readonly database: ReaderDatabase;
  readonly createId: CreateId;
  /** Runs a task on the writer. */
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
}

const writtenSchema = z.object({ record_count: z.int() }).optional();

export function importRowsJob(options: ImportRowsJobOptions): JobKindRunner {
  return {
    run: async (context) => run(context, options),
    dispose: async (jobId) => options.files.removeAll(jobId),
    // An import that was interrupted has left no row: what it wrote is removed at the next start.
    completedResult: () => undefined,
  };
}

async function run(context: JobContext, options: ImportRowsJobOptions): Promise<JobOutcome> {
  const order = rowImportOrder(context.parameters);
  const check = new RowCheck(order, options);
  const upload = await options.files.openForReading(context.jobId, 'upload');
  try {
    const staged = order.dryRun ? undefined : await options.files.create(context.jobId, 'staged');
    try {
      await readAll(upload, staged, check, context, order);
    } finally {
      await staged?.close();
    }
  } finally {
    await upload.close();
    // From here on only what was staged is needed.
    await options.files.remove(context.jobId, 'upload');
  }
  const result = check.result();
  if (order.dryRun) return { result };
  const refusal = check.refusal();
  if (refusal !== undefined) {
    return {
      result,
      error: { type: refusal.code, message: refusal.message, details: refusal.details },
    };
  }
  const commit: RowsCommit = {
    jobId: context.jobId,
    datasetId: order.datasetId,
    rows: check.accepted,
    bytes: check.bytes,
    paths: [...check.profile.entries()],
  };
  const written = writtenSchema.parse(await options.callWriter('commit-rows', commit));
  if (written === undefined) throw new JobStopped();
  const rows = check.accepted;
  context.report({ phase: 'writing', done: rows, total: rows, unit: 'records' });
  return { result: { ...result, imported: rows, record_count: written.record_count } };
}

async function readAll(
  upload: FileHandle,
  staged: FileHandle | undefined,
  check: RowCheck,
  { report, shouldStop }: JobContext,
  order: RowImportOrder,
): Promise<void> {
  const reader = readerOf(order);
  const take = async (bodies: readonly ReadLine<JsonObject>[]): Promise<void> => {
    const text = check.take(bodies);
    if (text !== '' && staged !== undefined) await writeFully(staged, Buffer.from(text));
  };
  let read = 0;
  try {
    for await (const piece of readPieces(upload, pieceBytes)) {
      report({ phase: 'checking', done: read, total: order.bytes, unit: 'bytes' });
      if (shouldStop()) throw new JobStopped();
      await take(reader.push(piece));
      read += piece.length;
    }
    await take(reader.end());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The header does not fit the mapping: no row can be read.
    const { message, fields } = lineFault(error);
    check.refuse({ line: 1, message, fields: [...fields] });
  }
}

function readerOf({ mediaType, mapping }: RowImportOrder): LineReader<JsonObject> {
  if (mediaType === 'application/x-ndjson') {
    return new LineReader(linesFormat((text) => objectOf(text)));
  }
  const csv = mapping ?? rowMappingSchema.parse({});
  return new LineReader(rowsFormat(csv.delimiter, (header) => csvRowReader(csv, header)));
}

/** What was found so far, and the rows that are good. */
class RowCheck {
  readonly profile = new PathProfileBuilder();
  accepted = 0;
  bytes = 0;
  readonly #order: RowImportOrder;
  readonly #createId: CreateId;
  readonly #datasets: DatasetsStore;
  readonly #dataset: number;
  /** Ids that the file itself brings: those that are made here are new. */
  readonly #ids = new Set<string>();
  readonly #errors: RowError[] = [];
  readonly #preview: JsonObject[] = [];
  #rejected = 0;

  constructor(order: RowImportOrder, { database, createId }: ImportRowsJobOptions) {
    this.#order = order;
    this.#createId = createId;
    this.#datasets = new DatasetsStore(database);
    this.#dataset = requireDataset(this.#datasets, order.datasetId).number;
  }

  /** The good ones of `bodies`, staged; nothing more once a line was refused. */
  take(bodies: readonly ReadLine<JsonObject>[]): string {
    let text = '';
    for (const each of bodies) {
      if ('fault' in each) {
        this.refuse({
          line: each.line,
          message: each.fault.message,
          fields: [...each.fault.fields],
        });
        continue;
      }
      const row = this.#read(each.line, each.item);
      if (row === undefined) continue;
      this.accepted += 1;
      this.bytes += row.bytes;
      if (this.#preview.length < previewedRows) this.#preview.push(row.document);
      if (this.#rejected > 0 || this.#order.dryRun) continue;
      this.profile.add(row.document);
      text += stageRow(row);
    }
    return text;
  }

  refuse(error: RowError): void {
    this.#rejected += 1;
    if (this.#errors.length < limits.importErrors) this.#errors.push(error);
  }

  result(): ImportRowsResult {
    return {
      dataset_id: this.#order.datasetId,
      dry_run: this.#order.dryRun,
      lines: this.accepted + this.#rejected,
      accepted: this.accepted,
      rejected: this.#rejected,
      imported: 0,
      errors: this.#errors,
      preview: this.#preview,
      record_count: null,
    };
  }

  /** Why nothing of the file is imported, if so. */
  refusal(): ApiError | undefined {
    const lines = this.accepted + this.#rejected;
    if (this.#rejected > 0) {
      return new ApiError(
        'validation_error',
        `${this.#rejected} of ${lines} ${lines === 1 ? 'line was' : 'lines were'} refused, so nothing was imported.`,
      );
    }
    return lines === 0
      ? new ApiError('validation_error', 'The file has no rows, so nothing was imported.')
      : undefined;
  }

  #read(line: number, body: JsonObject): NormalisedRow | undefined {
    let row: NormalisedRow;
    try {
      row = normaliseRow(body, () => this.#createId('rec'));
    } catch (error) {
      this.refuse(lineErrorOf(error, line));
      return undefined;
    }
    if (!Object.hasOwn(body, 'record_id')) return row;
    const { recordId } = row;
    const message = this.#ids.has(recordId)
      ? 'is there twice'
      : this.#datasets.row(this.#dataset, recordId, Number.MAX_SAFE_INTEGER) === undefined
        ? undefined
        : 'is a record of the dataset already';
    this.#ids.add(recordId);
    if (message === undefined) return row;
    this.refuse(rowError(line, 'record_id', message));
    return undefined;
  }
}

function objectOf(text: string): JsonObject {
  const value = parseJsonText(text, 'line');
  if (isJsonObject(value)) return value;
  throw validationError([{ field: 'line', message: 'must be an object' }]);
}
