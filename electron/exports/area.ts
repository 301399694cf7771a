/** Tables written to files. */
import type { Area } from '../area.ts';
import { exportFiles } from './export-job.ts';
import { exportReadRoutes } from './routes.ts';

export const exportsArea = {
  openReads: ({ workspace, jobs }) => ({
    handlers: exportReadRoutes({ jobs, files: exportFiles(workspace.directory) }),
  }),
} satisfies Area;
