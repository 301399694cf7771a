/** The job that takes a bundle in and makes a case of it. */
import { z } from 'zod';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { Remover } from '../database/remover.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import type { ImportFiles } from '../imports/import-files.ts';
import {
  JobStopped,
  type JobContext,
  type JobKindRunner,
  type JobOutcome,
} from '../jobs/job-runner.ts';
import type { CaseFiles } from './case-files.ts';
import { importCaseTask } from './import-case-task.ts';

export const caseOrderSchema = z.object({ name: z.string() });

/** How long a bundle may be worked on without a sign; milliseconds. Its indexes are made in one go. */
const longestSilence = 10 * 60_000;

export interface ImportCaseOptions {
  readonly dataRoot: string;
  readonly files: ImportFiles;
  readonly cases: CaseFiles;
  readonly remover: Remover;
  readonly foreign: RunForeign;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

export function importCaseJob(options: ImportCaseOptions): JobKindRunner {
  return {
    run: async (context) => importCase(context, options),
    dispose: (jobId) =>
      options.remover.remove([...options.cases.draftsOf(jobId), ...options.files.allOf(jobId)]),
    completedResult: () => undefined,
  };
}

async function importCase(
  { jobId, parameters, report, shouldStop }: JobContext,
  { dataRoot, files, cases, foreign, changed }: ImportCaseOptions,
): Promise<JobOutcome> {
  const { name } = caseOrderSchema.parse(parameters);
  const found = await foreign(
    importCaseTask,
    { dataRoot, jobId, zip: files.pathOf(jobId, 'upload'), name },
    { quietMs: longestSilence, onNews: report, shouldStop },
  );
  if (found === undefined) throw new JobStopped();
  cases.keep(jobId, found);
  changed(['cases']);
  return { result: found };
}
