/** Interventions of people, and when one is needed. */
import type { Area } from '../area.ts';
import { interventionReadRoutes, interventionWriteRoutes } from './routes.ts';

export const interventionsArea = {
  openReads: ({ database }) => ({ handlers: interventionReadRoutes(database) }),
  openWrites: (context) => ({ handlers: interventionWriteRoutes(context) }),
} satisfies Area;
