/** Requests of persons whom decisions are about. */
import type { Area } from '../area.ts';
import { askWriter } from '../bundles/cover-bundle.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { eraserOf } from '../erasures/eraser.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { accessFiles, accessJob, disclosedTask } from './access-job.ts';
import { accessReadRoutes, accessWriteRoutes, noteDisclosed } from './access-routes.ts';
import { personReadRoutes } from './read-routes.ts';
import { signedPersonRoutes } from './signed-routes.ts';
import { personWriteRoutes } from './write-routes.ts';

export const personsArea = {
  openReads: (context) => ({
    handlers: { ...personReadRoutes(context), ...accessReadRoutes(context) },
  }),
  openWrites: (context) => {
    const { remover, workspace, leftJobs } = context;
    remover.removeLater(accessFiles(workspace.directory).leftDrafts(leftJobs));
    return {
      handlers: {
        ...personWriteRoutes(context),
        ...signedPersonRoutes({ ...context, eraser: eraserOf(context) }),
        ...accessWriteRoutes(context),
      },
      tasks: { [disclosedTask]: noteDisclosed(context) },
    };
  },
  jobs: ({ workspace, remover, database, supervisor: { callWriter }, clock }) => ({
    person_access: accessJob({
      database,
      checkpoints: new CheckpointFiles(workspace.directory),
      files: accessFiles(workspace.directory),
      remover,
      signing: askWriter(callWriter),
      outside: new OutsideFiles(workspace.directory),
      clock,
      directory: workspace.directory,
      callWriter,
    }),
  }),
} satisfies Area;
