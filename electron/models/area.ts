/** The model registry. */
import { ModelOwners } from '../access/model-owners.ts';
import type { Area } from '../area.ts';
import { ModelJournal } from '../ledger/model-journal.ts';
import { ArtifactChecks } from './artifact-checks.ts';
import { artifactCheckJob } from './artifact-job.ts';
import { ModelsStore } from './models-store.ts';
import { modelReadRoutes, modelWriteRoutes } from './routes.ts';

export const modelsArea = {
  openReads: (context) => ({ handlers: modelReadRoutes(context) }),
  openWrites: (context) => {
    const { database, commits } = context;
    const models = new ModelsStore(database);
    const modelJournal = new ModelJournal(database, context.createId);
    const checks = new ArtifactChecks({ ...context, models, modelJournal });
    const owners = new ModelOwners(database);
    return {
      handlers: modelWriteRoutes({ models, owners, commits, modelJournal, checks }),
      close: () => checks.close(),
    };
  },
  jobs: () => ({ artifact_check: artifactCheckJob() }),
} satisfies Area;
