/** Long work, and how far it is. */
import type { Area } from '../area.ts';
import { jobReadRoutes } from './routes.ts';

export const jobsArea = {
  openReads: ({ jobs, ownership }) => ({
    handlers: jobReadRoutes(jobs, ownership.mayUseJob.bind(ownership)),
  }),
} satisfies Area;
