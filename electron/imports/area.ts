/** Imports of decision records. */
import { z } from 'zod';
import { limits } from '../../shared/contract/limits.ts';
import type { Area, Task, WriteContext } from '../area.ts';
import { ProgressReporter } from '../jobs/progress-reporter.ts';
import { commitImport } from './commit-import.ts';
import { ImportFiles } from './import-files.ts';
import { importJob } from './import-job.ts';
import { importWriteRoutes } from './routes.ts';

const commitImportSchema = z.object({ jobId: z.string(), records: z.int() });

export const importsArea = {
  openWrites: (context) => {
    const { uploads, remover, starter, createId, leftJobs } = context;
    remover.removeLater(uploads.left(leftJobs));
    return {
      handlers: importWriteRoutes({
        files: uploads,
        remover,
        jobs: starter,
        createId,
        maximumBytes: limits.importBytes,
      }),
      tasks: { 'commit-import': commitImportTask(context) },
    };
  },
  jobs: ({ workspace, remover, database, foreign, supervisor }) => {
    const files = new ImportFiles(workspace.directory);
    const { callWriter } = supervisor;
    return { import: importJob({ files, remover, database, foreign, callWriter }) };
  },
} satisfies Area;

function commitImportTask(context: WriteContext): Task {
  const { database, journal, lock, uploads, clock, jobs, signer, isClosing, changed } = context;
  return async (params) => {
    const { jobId, records } = commitImportSchema.parse(params);
    const reporter = new ProgressReporter(jobId, { store: jobs, clock, changed });
    const commit = await commitImport(jobId, {
      database,
      journal,
      lock,
      files: uploads,
      clock,
      onProgress: (done) => {
        reporter.report({ phase: 'writing', done, total: records, unit: 'records' });
        return !isClosing() && !jobs.shouldStop(jobId);
      },
    });
    if (commit !== undefined) {
      await signer.sign();
      changed(['records']);
    }
    return commit;
  };
}
