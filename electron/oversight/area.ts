/** Oversight: decision profiles of models, and the figures of their decisions. */
import type { Area } from '../area.ts';
import { figureRoutes } from './figure-routes.ts';
import { profileReadRoutes, profileWriteRoutes } from './profile-routes.ts';

export const oversightArea = {
  openReads: ({ database }) => ({
    handlers: { ...profileReadRoutes(database), ...figureRoutes(database) },
  }),
  openWrites: (context) => ({ handlers: profileWriteRoutes(context) }),
} satisfies Area;
