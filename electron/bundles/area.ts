/** Evidence bundles. */
import type { Area } from '../area.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { appendIndex } from '../proof/index-keeper.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { BundleFiles } from './bundle-files.ts';
import { bundleJob } from './bundle-job.ts';
import {
  appendIndexSchema,
  appendIndexTask,
  askWriter,
  signSumsSchema,
  signSumsTask,
} from './cover-bundle.ts';
import { bundleReadRoutes, bundleWriteRoutes } from './routes.ts';

export const bundlesArea = {
  openReads: ({ workspace, jobs }) => ({
    handlers: bundleReadRoutes({ jobs, files: new BundleFiles(workspace.directory) }),
  }),
  openWrites: (context) => {
    const { workspace, starter, createId, remover, leftJobs, signer, database, journal } = context;
    remover.removeLater(new BundleFiles(workspace.directory).leftDrafts(leftJobs));
    return {
      handlers: bundleWriteRoutes({ database, jobs: starter, createId }),
      tasks: {
        [appendIndexTask]: async (params) => {
          const given = appendIndexSchema.parse(params);
          return signer.signAfter(() =>
            context.transaction(() => appendIndex(database, journal(), given)),
          );
        },
        [signSumsTask]: async (params) => {
          const { size, text } = signSumsSchema.parse(params);
          return signer.signSums(size, text);
        },
      },
    };
  },
  jobs: ({ workspace, remover, database, supervisor, clock }) => ({
    bundle: bundleJob({
      database,
      checkpoints: new CheckpointFiles(workspace.directory),
      files: new BundleFiles(workspace.directory),
      remover,
      signing: askWriter(supervisor.callWriter),
      outside: new OutsideFiles(workspace.directory),
      clock,
    }),
  }),
} satisfies Area;
