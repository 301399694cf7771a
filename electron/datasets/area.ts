/** Datasets and their rows. */
import type { Area } from '../area.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { DatasetsStore } from './datasets-store.ts';
import { importRowsJob } from './import-rows-job.ts';
import { datasetReadRoutes } from './routes.ts';

export const datasetsArea = {
  openReads: ({ database, now }) => ({
    handlers: datasetReadRoutes({ datasets: new DatasetsStore(database), now }),
  }),
  jobs: ({ workspace, remover, foreign, callWriter }) => {
    const files = new ImportFiles(workspace.directory);
    return { dataset_import: importRowsJob({ files, remover, foreign, callWriter }) };
  },
} satisfies Area;
