/** Oversight: decision profiles of models. */
import type { Area } from '../area.ts';
import { profileReadRoutes, profileWriteRoutes } from './profile-routes.ts';

export const oversightArea = {
  openReads: ({ database }) => ({ handlers: profileReadRoutes(database) }),
  openWrites: (context) => ({ handlers: profileWriteRoutes(context) }),
} satisfies Area;
