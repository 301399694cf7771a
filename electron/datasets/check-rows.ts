/** The first half of an import of rows: every line is checked and, if it is good, staged. */
import { join } from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf } from '../../shared/contract/faults.ts';
import {
  rowMappingSchema,
  type ImportRowsResult,
  type RowError,
} from '../../shared/contract/datasets.ts';
import { parseJsonText } from '../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateId } from '../../shared/ids.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { PathProfileBuilder } from '../filters/path-profile.ts';
import type { ForeignTask, TaskMeans } from '../foreign/foreign-task.ts';
import type { CsvColumns } from '../imports/csv-columns.ts';
import { ImportFiles, pieceBytes, readPieces, type FileProgress } from '../imports/import-files.ts';
import { judgeColumns } from '../imports/judge-columns.ts';
import {
  LineReader,
  lineFault,
  linesFormat,
  rowsFormat,
  type Format,
  type ReadLine,
} from '../imports/read-lines.ts';
import { writeFully } from '../imports/spool-upload.ts';
import type { JobError } from '../jobs/jobs-store.ts';
import { DatasetsStore } from './datasets-store.ts';
import { normaliseRow, type NormalisedRow } from './normalise-row.ts';
import { lineErrorOf } from './read-rows.ts';
import type { RowImportOrder } from './row-import-order.ts';
import { requireDataset } from './routes.ts';
import { stageRow } from './staged-rows.ts';

const previewedRows = 5;

export interface RowsCheckOrder {
  /** Of the workspace. */
  readonly directory: string;
  readonly jobId: string;
  readonly order: RowImportOrder;
}

/** Result of a check. `refusal` says why nothing of the file is to be written, if so. */
export interface RowsCheck {
  readonly result: ImportRowsResult;
  readonly refusal: JobError | undefined;
  /** Of the accepted rows. */
  readonly bytes: number;
  readonly paths: [path: string, types: number][];
}

/** Checks the upload of a job and stages what is good. */
export const checkRowsTask: ForeignTask<RowsCheckOrder, RowsCheck, FileProgress> = {
  name: 'check-rows',
  run: async ({ directory, jobId, order }, means) => {
    const files = new ImportFiles(directory);
    const database = openReader(join(directory, 'proofdesk.db'));
    const check = new RowCheck(order, { database, createId: means.createId });
    const upload = await files.openForReading(jobId, 'upload');
    try {
      const staged = order.dryRun ? undefined : await files.create(jobId, 'staged');
      try {
        if (!(await readAll(upload, staged, check, means, order))) return undefined;
      } finally {
        await staged?.close();
      }
    } finally {
      await upload.close();
      database.close();
    }
    const paths = [...check.profile.entries()];
    return { result: check.result(), refusal: check.refusal(), bytes: check.bytes, paths };
  },
};

/** False where it was stopped. */
async function readAll(
  upload: FileHandle,
  staged: FileHandle | undefined,
  check: RowCheck,
  { tell, shouldStop }: TaskMeans<FileProgress>,
  order: RowImportOrder,
): Promise<boolean> {
  const goOn = (phase: FileProgress['phase'], bytes: number) => {
    tell({ phase, bytes });
    return !shouldStop();
  };
  const take = async (bodies: readonly ReadLine<JsonObject>[]): Promise<void> => {
    const text = check.take(bodies);
    if (text !== '' && staged !== undefined) await writeFully(staged, Buffer.from(text));
  };
  let read = 0;
  try {
    if (order.mediaType === 'text/csv') {
      const mapping = { ...(order.mapping ?? noMapping), fixedTypes: memberTypes };
      check.columns = await judgeColumns(upload, mapping, (bytes) => goOn('judging', bytes));
      if (check.columns === undefined) return false;
    }
    const reader = new LineReader(formatOf(order, check.columns));
    for await (const piece of readPieces(upload, pieceBytes)) {
      if (!goOn('checking', read)) return false;
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
  return true;
}

const noMapping = rowMappingSchema.parse({});
/** An id is text, also where it looks like a number. */
const memberTypes = new Map([['record_id', 'string' as const]]);

function formatOf(
  { mapping }: RowImportOrder,
  columns: CsvColumns | undefined,
): Format<JsonObject> {
  if (columns === undefined) return linesFormat((text) => objectOf(text));
  return rowsFormat((mapping ?? noMapping).delimiter, () => (cells, line) => {
    const row = columns.createObject();
    columns.place(cells, line, row);
    return row;
  });
}

/** What was found so far, and the rows that are good. */
class RowCheck {
  /** Of a CSV file, once they were judged. */
  columns: CsvColumns | undefined;
  readonly profile = new PathProfileBuilder();
  accepted = 0;
  bytes = 0;
  readonly #order: RowImportOrder;
  readonly #createId: CreateId;
  readonly #database: ReaderDatabase;
  readonly #datasets: DatasetsStore;
  readonly #dataset: number;
  /** Ids that the file itself brings: those that are made here are new. */
  readonly #ids = new Set<string>();
  readonly #errors: RowError[] = [];
  readonly #preview: JsonObject[] = [];
  #rejected = 0;

  constructor(
    order: RowImportOrder,
    { database, createId }: { readonly database: ReaderDatabase; readonly createId: CreateId },
  ) {
    this.#order = order;
    this.#createId = createId;
    this.#database = database;
    this.#datasets = new DatasetsStore(database);
    this.#dataset = requireDataset(this.#datasets, order.datasetId).number;
  }

  /** The good ones of `bodies`, staged; nothing more once a line was refused. */
  take(bodies: readonly ReadLine<JsonObject>[]): string {
    // One state of the rows that are there, asked for once: that is quicker than once a row.
    return this.#database.transaction(() => this.#staged(bodies)).deferred();
  }

  #staged(bodies: readonly ReadLine<JsonObject>[]): string {
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
      columns: this.columns?.told() ?? [],
      record_count: null,
    };
  }

  /** Why nothing of the file is imported, if so. A dry run refuses nothing. */
  refusal(): JobError | undefined {
    const lines = this.accepted + this.#rejected;
    if (this.#order.dryRun || (this.#rejected === 0 && lines > 0)) return undefined;
    const message =
      lines === 0
        ? 'The file has no rows, so nothing was imported.'
        : `${this.#rejected} of ${lines} ${lines === 1 ? 'line was' : 'lines were'} refused, so nothing was imported.`;
    return { type: 'validation_error', message, details: {} };
  }

  #read(line: number, body: JsonObject): NormalisedRow | undefined {
    let row: NormalisedRow;
    try {
      row = normaliseRow(body, () => this.#createId('rec'));
    } catch (error) {
      this.refuse(lineErrorOf(this.columns?.named(error, line) ?? error, line));
      return undefined;
    }
    if (!Object.hasOwn(body, 'record_id')) return row;
    const { recordId } = row;
    const found = this.#ids.has(recordId)
      ? faultOf('there_twice')
      : this.#datasets.holds(this.#dataset, recordId, Number.MAX_SAFE_INTEGER)
        ? faultOf('in_dataset_already')
        : undefined;
    this.#ids.add(recordId);
    if (found === undefined) return row;
    const fault = validationError([{ field: 'record_id', ...found }]);
    this.refuse(lineErrorOf(this.columns?.named(fault, line) ?? fault, line));
    return undefined;
  }
}

function objectOf(text: string): JsonObject {
  const value = parseJsonText(text, 'line');
  if (isJsonObject(value)) return value;
  throw validationError([faultAt('line', 'type_object')]);
}
