/** Takes erased values out of the ledger and of what is kept beside it, once an erasure is declared. */
import type { WriteContext } from '../area.ts';
import { emptyLog } from '../database/room.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import type { Act } from '../proof/signed-acts.ts';
import { copiesOf } from './erased-copies.ts';
import { eraseValues, type Erased } from './erase-values.ts';

/** How long a log that a reader still needs is left before it is tried again; milliseconds. */
const retryAfter = 1_000;

export interface Eraser {
  /** Takes the values; of an act that is prepared nothing. The caller holds the transaction. */
  take(act: Act, targets: readonly PlacedTarget[]): void;
  /** Takes what is kept beside the ledger of rows that were erased from it. The caller holds the transaction. */
  takeCopies(erased: readonly Erased[]): void;
  /** Goes on until no earlier state of the pages is left in the log. */
  cleanUp(): void;
}

export type ErasingContext = Pick<
  WriteContext,
  'workspace' | 'database' | 'jobsDatabase' | 'remover' | 'facts' | 'schedule' | 'notices'
>;

export function eraserOf(context: ErasingContext): Eraser {
  const { database, facts, schedule, notices } = context;
  const forgetCopies = copiesOf(context);
  const cleanUp = (): void => {
    if (!database.open || (!database.inTransaction && emptyLog(database))) return;
    schedule(retryAfter, cleanUp);
  };
  return {
    take: (act, targets) => {
      if (act.isPrepared) return;
      forgetCopies(eraseValues({ database, facts }, targets));
      notices.emit('erased');
    },
    takeCopies: (erased) => {
      forgetCopies(erased);
      notices.emit('erased');
    },
    cleanUp,
  };
}
