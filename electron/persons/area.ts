/** Requests of persons whom decisions are about. */
import type { Area } from '../area.ts';
import { eraserOf } from '../erasures/eraser.ts';
import { personReadRoutes } from './read-routes.ts';
import { signedPersonRoutes } from './signed-routes.ts';
import { personWriteRoutes } from './write-routes.ts';

export const personsArea = {
  openReads: (context) => ({ handlers: personReadRoutes(context) }),
  openWrites: (context) => ({
    handlers: {
      ...personWriteRoutes(context),
      ...signedPersonRoutes({ ...context, eraser: eraserOf(context) }),
    },
  }),
} satisfies Area;
