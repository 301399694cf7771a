/** Interventions of people, and when one is needed. */
import type { Area } from '../area.ts';
import { interventionReadRoutes } from './routes.ts';

export const interventionsArea = {
  openReads: ({ database }) => ({ handlers: interventionReadRoutes(database) }),
} satisfies Area;
