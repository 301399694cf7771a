/** The model registry. */
import type { Area } from '../area.ts';
import { artifactCheckJob } from './artifact-job.ts';
import { modelReadRoutes } from './routes.ts';

export const modelsArea = {
  openReads: (context) => ({ handlers: modelReadRoutes(context) }),
  jobs: () => ({ artifact_check: artifactCheckJob() }),
} satisfies Area;
