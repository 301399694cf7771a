/** Erasures of personal values. */
import type { Area, WriteContext } from '../area.ts';
import {
  datasetErasureReadRoutes,
  datasetErasureWriteRoutes,
  type EndUse,
} from './dataset-erasure-routes.ts';
import { eraserOf } from './eraser.ts';
import { leftReplaced } from './erased-copies.ts';
import { erasureWriteRoutes } from './routes.ts';

/** @param openEndUse what ends grants and sessions on a dataset */
export const erasuresArea = (openEndUse: (context: WriteContext) => EndUse) =>
  ({
    openReads: (context) => ({ handlers: datasetErasureReadRoutes(context) }),
    openWrites: (context: WriteContext) => {
      const { workspace, database, acts, remover, withheld } = context;
      remover.removeLater(leftReplaced(workspace.directory));
      const eraser = eraserOf(context);
      // A process that was killed may have left earlier states of pages in the log.
      eraser.cleanUp();
      return {
        handlers: {
          ...erasureWriteRoutes({ database, acts, withheld, eraser }),
          ...datasetErasureWriteRoutes(context, { eraser, endUse: openEndUse(context) }),
        },
      };
    },
  }) satisfies Area;
