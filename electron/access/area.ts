/** API keys and their limits. */
import type { Area } from '../area.ts';
import { accessReadRoutes } from './routes.ts';

export const accessArea = {
  openReads: ({ access, clock }) => ({
    handlers: accessReadRoutes({ store: access, clock }),
  }),
} satisfies Area;
