/** The writer's part of a backup: pages go to the copy while appends go on. */
import { z } from 'zod';
import type { WriterDatabase } from '../database/open-database.ts';

/** Pages copied between two turns of the event loop: a few milliseconds' worth. */
const pagesAtOnce = 256;

export const copyOrderSchema = z.object({ jobId: z.string(), copy: z.string() });
export const copyOutcomeSchema = z.object({
  /** Whether the copy was stopped before its end. */
  stopped: z.boolean(),
  /** Entries of the ledger when it began; the copy has no fewer. */
  entries: z.int(),
});
export type CopyOutcome = z.infer<typeof copyOutcomeSchema>;

class CopyStopped extends Error {}

/**
 * Copies the ledger into the file `copy`. What the same connection writes meanwhile goes into the
 * copy too, so that it does not start anew: that is why the writer does it.
 * @throws what SQLite says, SQLITE_FULL among it
 */
export async function copyLedger(
  database: WriterDatabase,
  copy: string,
  /** Bytes done and in all; false stops it. */
  onProgress: (done: number, total: number) => boolean,
): Promise<CopyOutcome> {
  const entries = Number(
    database.prepare('SELECT coalesce(max(seq) + 1, 0) FROM entries').pluck().get() ?? 0,
  );
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  try {
    await database.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        const total = totalPages * pageBytes;
        if (!onProgress(total - remainingPages * pageBytes, total)) throw new CopyStopped();
        return pagesAtOnce;
      },
    });
    return { stopped: false, entries };
  } catch (error) {
    if (error instanceof CopyStopped) return { stopped: true, entries };
    throw error;
  }
}
