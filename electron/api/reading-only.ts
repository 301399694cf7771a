/** A ledger that is open for reading alone, since there is no room on its disk. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Supervisor } from './api-options.ts';

/** What whoever wants to write is told. */
export const readingOnly =
  'The disk was full when the ledger was opened: it is open for reading only, and nothing was written. Make room; it is opened for writing by itself then.';

/** What a reader asks of a writer that is not there: usage is shown as it was charged last, the rest is refused. */
export function refuseToWrite(supervisor: Supervisor): Supervisor {
  return {
    startJob: supervisor.startJob.bind(supervisor),
    changed: supervisor.changed.bind(supervisor),
    openWorkspace: supervisor.openWorkspace.bind(supervisor),
    accessChanged: supervisor.accessChanged.bind(supervisor),
    filling: supervisor.filling.bind(supervisor),
    damaged: supervisor.damaged.bind(supervisor),
    callWriter: async (task) => {
      if (task !== 'settle-usage') throw new ApiError('storage_full', readingOnly);
    },
  };
}
