/** The queue of what waits for a person. */
import type { Area } from '../area.ts';
import { reviewReadRoutes, reviewWriteRoutes } from './routes.ts';

export const reviewsArea = {
  openReads: (context) => ({ handlers: reviewReadRoutes(context) }),
  openWrites: (context) => ({ handlers: reviewWriteRoutes(context) }),
} satisfies Area;
