/** The first half of an import: every line is checked and, if it is good, prepared and staged. */
import type { FileHandle } from 'node:fs/promises';
import { ApiError } from '../../shared/contract/errors.ts';
import type {
  CsvMapping,
  ImportColumn,
  ImportLineError,
  ImportResult,
} from '../../shared/contract/imports.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';
import type { JobError } from '../jobs/jobs-store.ts';
import { poolRandom } from '../ledger/random-pool.ts';
import { memberTypes } from './csv-mapping.ts';
import { ImportFiles, pieceBytes, readPieces, type FileProgress } from './import-files.ts';
import { judgeColumns } from './judge-columns.ts';
import { lineFault, LineReader, type ReadLine } from './read-lines.ts';
import { csvFormat, ndjsonFormat, type ReadRecord } from './record-formats.ts';
import { writeFully, type FileSink } from './spool-upload.ts';
import { stageRecord } from './staged-records.ts';

const previewedBodies = 5;

/** Order of an import, kept with the job. */
export interface ImportOrder {
  readonly mediaType: 'application/x-ndjson' | 'text/csv';
  /** Of text/csv. */
  readonly mapping: CsvMapping | undefined;
  readonly dryRun: boolean;
  readonly onError: 'abort' | 'skip';
  /** Bytes of the file. */
  readonly bytes: number;
}

interface CheckOptions {
  readonly order: ImportOrder;
  readonly upload: FileHandle;
  /** Where the good records go; undefined when nothing is to be written. */
  readonly staged: FileSink | undefined;
  /** Salts for the committed values of the records. */
  readonly random: RandomBytes;
  /** Called between pieces with the bytes read so far; false stops the check. */
  readonly onProgress: (phase: FileProgress['phase'], bytes: number) => boolean;
}

/** Result of a check. `refusal` says why nothing of the file is to be written, if so. */
export interface Check {
  readonly result: ImportResult;
  readonly refusal: JobError | undefined;
}

export interface ImportCheckOrder {
  /** Of the workspace. */
  readonly directory: string;
  readonly jobId: string;
  readonly order: ImportOrder;
}

/** Checks the upload of a job and stages what is good. */
export const checkImportTask: ForeignTask<ImportCheckOrder, Check, FileProgress> = {
  name: 'check-import',
  run: async ({ directory, jobId, order }, { random, tell, shouldStop }) => {
    const files = new ImportFiles(directory);
    const upload = await files.openForReading(jobId, 'upload');
    try {
      const staged = order.dryRun ? undefined : await files.create(jobId, 'staged');
      try {
        return await checkImport({
          order,
          upload,
          staged,
          random: poolRandom(random),
          onProgress: (phase, bytes) => {
            tell({ phase, bytes });
            return !shouldStop();
          },
        });
      } finally {
        await staged?.close();
      }
    } finally {
      await upload.close();
    }
  },
};

/**
 * Checks a file; nothing is imported yet. Undefined when it was stopped. Once a line is refused in an
 * import that is all or nothing, the others are still checked, so that all faults are known at once,
 * but nothing more is staged.
 * @throws the system's error of a failed write
 */
async function checkImport(options: CheckOptions): Promise<Check | undefined> {
  const { order, upload, random, onProgress } = options;
  const tally = new Tally(order.dryRun);
  let read = 0;
  try {
    let format = ndjsonFormat(random);
    if (order.mapping !== undefined) {
      const mapping = { ...order.mapping, fixedTypes: memberTypes };
      const columns = await judgeColumns(upload, mapping, (bytes) => onProgress('judging', bytes));
      if (columns === undefined) return undefined;
      tally.columns = columns.told();
      format = csvFormat(mapping, columns, random);
    }
    const reader = new LineReader(format);
    for await (const piece of readPieces(upload, pieceBytes)) {
      if (!onProgress('checking', read)) return undefined;
      await take(reader.push(piece), tally, options);
      read += piece.length;
    }
    await take(reader.end(), tally, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The header does not fit the mapping: no row can be read.
    const fault = lineFault(error);
    tally.refuse({ line: 1, message: fault.message, fields: [...fault.fields] });
    const { message, fields } = fault;
    const refusal = { type: 'validation_error', message, details: { fields } };
    return { result: tally.result(), refusal };
  }
  if (!onProgress('checking', read)) return undefined;
  return { result: tally.result(), refusal: refusalOf(tally, order) };
}

async function take(
  lines: readonly ReadLine<ReadRecord>[],
  tally: Tally,
  { order, staged }: CheckOptions,
): Promise<void> {
  let text = '';
  for (const each of lines) {
    if ('fault' in each) {
      const { message, fields } = each.fault;
      tally.refuse({ line: each.line, message, fields: [...fields] });
    } else {
      if (staged !== undefined && (order.onError === 'skip' || tally.rejected === 0)) {
        text += stageRecord(each.item.record);
      }
      tally.accept(each.item);
    }
  }
  if (text !== '' && staged !== undefined) await writeFully(staged, Buffer.from(text));
}

/** Why a file is not imported, if so. A dry run refuses nothing: it was asked what would happen. */
function refusalOf(tally: Tally, { onError, dryRun }: ImportOrder): JobError | undefined {
  const { accepted, rejected } = tally;
  if (dryRun) return undefined;
  const refuse = (message: string) => ({ type: 'validation_error', message, details: {} });
  if (rejected > 0 && (onError === 'abort' || accepted === 0)) {
    const lines = accepted + rejected;
    return refuse(
      `${rejected} of ${lines} ${lines === 1 ? 'line was' : 'lines were'} refused, so nothing was imported.`,
    );
  }
  return accepted === 0 ? refuse('The file has no records, so nothing was imported.') : undefined;
}

/** What was found so far: counts of all, and the first of each. */
class Tally {
  readonly #dryRun: boolean;
  readonly #errors: ImportLineError[] = [];
  readonly #preview: Record<string, unknown>[] = [];
  columns: ImportColumn[] = [];
  accepted = 0;
  rejected = 0;

  constructor(dryRun: boolean) {
    this.#dryRun = dryRun;
  }

  accept({ body }: ReadRecord): void {
    this.accepted += 1;
    if (this.#preview.length < previewedBodies) this.#preview.push({ ...body() });
  }

  refuse(error: ImportLineError): void {
    this.rejected += 1;
    if (this.#errors.length < limits.importErrors) this.#errors.push(error);
  }

  result(): ImportResult {
    return {
      dry_run: this.#dryRun,
      lines: this.accepted + this.rejected,
      accepted: this.accepted,
      imported: 0,
      rejected: this.rejected,
      errors: this.#errors,
      preview: this.#preview,
      columns: this.columns,
      first_seq: null,
      last_seq: null,
    };
  }
}
