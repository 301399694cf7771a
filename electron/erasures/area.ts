/** Erasures of personal values. */
import type { Area } from '../area.ts';
import { eraserOf } from './eraser.ts';
import { leftReplaced } from './erased-copies.ts';
import { erasureWriteRoutes } from './routes.ts';

export const erasuresArea = {
  openWrites: (context) => {
    const { workspace, database, acts, remover, withheld } = context;
    remover.removeLater(leftReplaced(workspace.directory));
    const eraser = eraserOf(context);
    return { handlers: erasureWriteRoutes({ database, acts, withheld, eraser }) };
  },
} satisfies Area;
