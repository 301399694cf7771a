/** The job that imports rows: check every line, then have the writer make them a part of the dataset. */
import { z } from 'zod';
import type { Remover } from '../database/remover.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { longestPiece, type ImportFiles } from '../imports/import-files.ts';
import { givenBack } from '../jobs/given-back.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import { checkRowsTask } from './check-rows.ts';
import type { RowsCommit } from './commit-rows.ts';
import { rowImportOrder } from './row-import-order.ts';

export interface ImportRowsJobOptions {
  readonly files: ImportFiles;
  readonly remover: Remover;
  readonly foreign: RunForeign;
  /** Runs a task on the writer. */
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
}

const writtenSchema = z.object({ record_count: z.int() }).optional();

export function importRowsJob(options: ImportRowsJobOptions): JobKindRunner {
  return {
    run: async (context) => run(context, options),
    dispose: async (jobId) =>
      (await options.remover.remove(options.files.allOf(jobId))) +
      (await givenBack(options.callWriter)),
    // An import that was interrupted has left no row: what it wrote is removed at the next start.
    completedResult: () => undefined,
  };
}

async function run(
  { jobId, parameters, report, freed, shouldStop }: JobContext,
  { files, remover, foreign, callWriter }: ImportRowsJobOptions,
): Promise<JobOutcome> {
  const order = rowImportOrder(parameters);
  const check = await foreign(
    checkRowsTask,
    { directory: files.directory, jobId, order },
    {
      quietMs: longestPiece,
      onNews: ({ phase, bytes }) =>
        report({ phase, done: bytes, total: order.bytes, unit: 'bytes' }),
      shouldStop,
    },
    // From here on only what was staged is needed.
  ).finally(async () => freed(await remover.remove([files.pathOf(jobId, 'upload')])));
  if (check === undefined) throw new JobStopped();
  const { result, refusal, bytes, paths } = check;
  if (order.dryRun) return { result };
  if (refusal !== undefined) return { result, error: refusal };
  const rows = result.accepted;
  const commit: RowsCommit = { jobId, datasetId: order.datasetId, rows, bytes, paths };
  const written = writtenSchema.parse(await callWriter('commit-rows', commit));
  if (written === undefined) throw new JobStopped();
  report({ phase: 'writing', done: rows, total: rows, unit: 'records' });
  return { result: { ...result, imported: rows, record_count: written.record_count } };
}
