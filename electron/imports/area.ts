/** Imports of decision records. */
import { z } from 'zod';
import type { Area, Task, WriteContext } from '../area.ts';
import { progressOf } from '../jobs/writer-progress.ts';
import { commitImport } from './commit-import.ts';
import { ImportFiles } from './import-files.ts';
import { importJob } from './import-job.ts';
import { importWriteRoutes } from './routes.ts';

const commitImportSchema = z.object({ jobId: z.string(), records: z.int() });

export const importsArea = {
  openWrites: (context) => {
    context.remover.removeLater(context.uploads.left(context.leftJobs));
    return {
      handlers: importWriteRoutes(context),
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
  const { signer, changed } = context;
  return async (params) => {
    const { jobId, records } = commitImportSchema.parse(params);
    const report = progressOf(jobId, context);
    const commit = await commitImport(jobId, {
      ...context,
      onProgress: (done) => report({ phase: 'writing', done, total: records, unit: 'records' }),
    });
    if (commit !== undefined) {
      await signer.sign();
      changed(['records']);
    }
    return commit;
  };
}
