/** The job that imports a file: check every line, then have the writer commit what was staged. */
import { z } from 'zod';
import { csvMappingSchema, type ImportResult } from '../../shared/contract/imports.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { Remover } from '../database/remover.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { givenBack } from '../jobs/given-back.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import { checkImportTask, type Check, type ImportOrder } from './check-import.ts';
import { importCommitSchema, readImportCommit, type ImportCommit } from './commit-import.ts';
import { longestPiece, type ImportFiles } from './import-files.ts';

/** The order of an import as it stands in the row of its job. */
const importOrderSchema = z.object({
  mediaType: z.enum(['application/x-ndjson', 'text/csv']),
  mapping: csvMappingSchema.optional(),
  dryRun: z.boolean(),
  onError: z.enum(['abort', 'skip']),
  bytes: z.int(),
});

export interface ImportJobOptions {
  readonly files: ImportFiles;
  readonly remover: Remover;
  readonly database: ReaderDatabase;
  readonly foreign: RunForeign;
  /** Runs a task on the writer. */
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
}

export function importJob(options: ImportJobOptions): JobKindRunner {
  const { files, remover, database, callWriter } = options;
  return {
    run: async (context) => runImport(context, options),
    dispose: async (jobId) =>
      (await remover.remove(files.allOf(jobId))) + (await givenBack(callWriter)),
    completedResult: (jobId) => {
      const commit = readImportCommit(database, jobId);
      if (commit === undefined) return undefined;
      // What was refused is no longer known; what was written is.
      const { imported } = commit;
      const empty = { dry_run: false, lines: imported, accepted: imported, rejected: 0 };
      return { ...empty, errors: [], preview: [], columns: [], ...commit } satisfies ImportResult;
    },
  };
}

async function runImport(context: JobContext, options: ImportJobOptions): Promise<JobOutcome> {
  const order = orderOf(context);
  const { result, refusal } = await check(context, order, options);
  if (refusal !== undefined) return { result, error: refusal };
  if (order.dryRun) return { result };
  const written = await commit(context.jobId, result.accepted, options);
  if (written === undefined) throw new JobStopped();
  const { imported } = written;
  context.report({ phase: 'writing', done: imported, total: imported, unit: 'records' });
  return { result: { ...result, ...written } };
}

/** Has the writer commit what was staged; undefined when it was stopped. */
async function commit(
  jobId: string,
  records: number,
  { callWriter, database }: ImportJobOptions,
): Promise<ImportCommit | undefined> {
  try {
    return importCommitSchema
      .optional()
      .parse(await callWriter('commit-import', { jobId, records }));
  } catch (error) {
    // The writer may have failed after the commit: then the records are there, and that is told.
    const written = readImportCommit(database, jobId);
    if (written === undefined) throw error;
    return written;
  }
}

async function check(
  { jobId, report, freed, shouldStop }: JobContext,
  order: ImportOrder,
  { files, remover, foreign }: ImportJobOptions,
): Promise<Check> {
  try {
    const params = { directory: files.directory, jobId, order };
    const found = await foreign(checkImportTask, params, {
      quietMs: longestPiece,
      onNews: ({ phase, bytes }) =>
        report({ phase, done: bytes, total: order.bytes, unit: 'bytes' }),
      shouldStop,
    });
    if (found === undefined) throw new JobStopped();
    return found;
  } finally {
    // From here on only what was staged is needed.
    freed(await remover.remove([files.pathOf(jobId, 'upload')]));
  }
}

function orderOf({ parameters }: JobContext): ImportOrder {
  const { mapping, ...order } = importOrderSchema.parse(parameters);
  return { ...order, mapping };
}
