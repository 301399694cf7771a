/** Tables written to files. */
import type { Area } from '../area.ts';
import { exportFiles } from './export-files.ts';
import { exportReadRoutes, exportWriteRoutes } from './routes.ts';

export const exportsArea = {
  openReads: ({ workspace, jobs }) => ({
    handlers: exportReadRoutes({ jobs, files: exportFiles(workspace.directory) }),
  }),
  openWrites: ({ workspace, starter, createId, remover, leftJobs }) => {
    remover.removeLater(exportFiles(workspace.directory).leftDrafts(leftJobs));
    return { handlers: exportWriteRoutes({ jobs: starter, createId }) };
  },
} satisfies Area;
