/** A ledger that is open for reading alone, since there is no room on its disk. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Supervisor } from '../area.ts';

/** Message for whoever wants to write. */
export const readingOnly =
  'The disk was full when the ledger was opened: it is open for reading only, and nothing was written. Make room; it is opened for writing by itself then.';

/** Supervisor of a reader without a writer: usage is shown as it was charged last, the rest is refused. */
export function refuseToWrite(supervisor: Supervisor): Supervisor {
  return {
    ...supervisor,
    visitPlace: async () => undefined,
    callWriter: async (task) => {
      if (task !== 'settle-usage') throw new ApiError('storage_full', readingOnly);
    },
  };
}
