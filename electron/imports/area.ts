/** Imports of decision records. */
import type { Area } from '../area.ts';
import { ImportFiles } from './import-files.ts';
import { importJob } from './import-job.ts';

export const importsArea = {
  jobs: ({ workspace, remover, database, foreign, callWriter }) => {
    const files = new ImportFiles(workspace.directory);
    return { import: importJob({ files, remover, database, foreign, callWriter }) };
  },
} satisfies Area;
