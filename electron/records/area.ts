/** Decision records. */
import type { Area } from '../area.ts';
import { recordReadRoutes } from './routes.ts';

export const recordsArea = {
  openReads: (context) => ({ handlers: recordReadRoutes(context) }),
} satisfies Area;
