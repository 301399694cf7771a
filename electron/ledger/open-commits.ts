/** The clock of a ledger, and the commits that every area writes by. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { Clock } from '../../shared/time.ts';
import type { Acting } from '../access/acting.ts';
import { Commits } from '../access/commits.ts';
import type { IdempotencyStore } from '../access/idempotency.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { WallClock, WallClockKeeper } from '../database/wall-clock.ts';
import type { Journal } from './journal.ts';

export interface LedgerCommits {
  readonly wallClock: WallClock;
  readonly wallClockKeeper: WallClockKeeper;
  /** Runs one immediate transaction with the time that it keeps; RFC 3339. */
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly commits: Commits<Journal>;
}

export function openCommits(options: {
  readonly database: WriterDatabase;
  readonly clock: Clock;
  readonly journal: () => Journal;
  readonly lock: WriteLock;
  readonly acting: Acting;
  readonly idempotency: IdempotencyStore;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): LedgerCommits {
  const { database, journal } = options;
  const wallClock = new WallClock(database, options.clock);
  const wallClockKeeper = new WallClockKeeper(database);
  const transaction = <Result>(run: (now: string) => Result): Result =>
    transact(database, journal, () => {
      const now = wallClock.now();
      wallClockKeeper.keep(now);
      return run(now);
    });
  return {
    wallClock,
    wallClockKeeper,
    transaction,
    commits: new Commits({ ...options, transaction }),
  };
}

/** In the journal's transaction, so that entries of it are undone with it; in one of the file's alone where nothing can be appended. */
export function transact<Result>(
  database: WriterDatabase,
  journal: () => Journal,
  run: () => Result,
): Result {
  const appendable = appendableJournal(journal);
  return appendable === undefined
    ? database.transaction(run).immediate()
    : appendable.transaction(run);
}

/** The journal; undefined where nothing can be appended, which is in the log already. */
export function appendableJournal(journal: () => Journal): Journal | undefined {
  try {
    return journal();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
