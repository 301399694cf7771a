/** SQLite's own check of a copy that is being made: nothing can interrupt it, but it ends where the file does. */
import { statSync, truncateSync } from 'node:fs';
import { DatabaseError } from '../database/database-error.ts';
import { integrityOf } from '../database/ledger-facts.ts';
import type { ForeignTask, RunForeign } from '../foreign/foreign-task.ts';
import { JobStopped } from '../jobs/job-runner.ts';

/** How long the check may take: at least so long, and so long for each MiB; milliseconds. */
const longestCheck = { leastMs: 10 * 60_000, perMebibyteMs: 200 } as const;

export interface CopyOrder {
  readonly copy: string;
}

/** Answers `ok`, or what is wrong with the file. */
export const checkCopyTask: ForeignTask<CopyOrder, string, never> = {
  name: 'check-copy',
  run: async ({ copy }) => {
    try {
      return integrityOf(copy);
    } catch (error) {
      if (error instanceof DatabaseError) return error.message;
      throw error;
    }
  },
};

/**
 * Has a thread check the draft of a copy. When it is to stop, the draft, which nobody wants any more, is
 * cut to nothing: the check then meets the end of the file and is over.
 * @throws {JobStopped}
 */
export async function checkDraft(
  foreign: RunForeign,
  copy: string,
  shouldStop: () => boolean,
): Promise<string> {
  const mebibytes = Math.ceil(statSync(copy).size / (1024 * 1024));
  const isStopped = () => {
    if (!shouldStop()) return false;
    truncateSync(copy);
    return true;
  };
  const said = await foreign(
    checkCopyTask,
    { copy },
    {
      quietMs: longestCheck.leastMs + mebibytes * longestCheck.perMebibyteMs,
      shouldStop: isStopped,
    },
  );
  if (said === undefined || isStopped()) throw new JobStopped();
  return said;
}
