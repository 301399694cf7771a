/** Erasures of personal values. */
import type { Area } from '../area.ts';
import { copiesOf, leftReplaced } from './erased-copies.ts';
import { erasureWriteRoutes } from './routes.ts';

export const erasuresArea = {
  openWrites: (context) => {
    const { workspace, database, acts, facts, schedule, notices, remover, withheld } = context;
    remover.removeLater(leftReplaced(workspace.directory));
    const forgetCopies = copiesOf(context);
    return {
      handlers: erasureWriteRoutes({
        database,
        acts,
        facts,
        withheld,
        forgetCopies: (erased) => {
          forgetCopies(erased);
          notices.emit('erased');
        },
        schedule,
      }),
    };
  },
} satisfies Area;
