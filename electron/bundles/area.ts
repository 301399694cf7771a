/** Evidence bundles. */
import type { Area } from '../area.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { BundleFiles } from './bundle-files.ts';
import { bundleJob } from './bundle-job.ts';
import { bundleReadRoutes, bundleWriteRoutes } from './routes.ts';

export const bundlesArea = {
  openReads: ({ workspace, jobs }) => ({
    handlers: bundleReadRoutes({ jobs, files: new BundleFiles(workspace.directory) }),
  }),
  openWrites: ({ workspace, starter, createId, remover, leftJobs }) => {
    remover.removeLater(new BundleFiles(workspace.directory).leftDrafts(leftJobs));
    return { handlers: bundleWriteRoutes({ jobs: starter, createId }) };
  },
  jobs: ({ workspace, remover, database, sign }) => ({
    bundle: bundleJob({
      database,
      checkpoints: new CheckpointFiles(workspace.directory),
      files: new BundleFiles(workspace.directory),
      remover,
      sign,
    }),
  }),
} satisfies Area;
