/** Transactions that reach the disk with a later one. */
import type { WriterDatabase } from './open-database.ts';

/**
 * Runs one or more transactions of rows that nobody sees yet. What is committed here lies in the write-ahead log before
 * the transaction that shows the rows, and is on the disk with that one: none of it is found without all of it.
 */
export function syncedLater<Result>(database: WriterDatabase, run: () => Result): Result {
  database.pragma('synchronous = NORMAL');
  try {
    return run();
  } finally {
    database.pragma('synchronous = FULL');
  }
}
