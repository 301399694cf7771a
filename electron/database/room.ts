/** Room that the files of a ledger take and do not need: it goes back to the disk. */
import { statSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { WriterDatabase } from './open-database.ts';

/** Pages given back in one turn of the writer: some ten milliseconds. */
const pagesAtOnce = 500;

/** How often, and how long, it is tried to empty a log that somebody reads; milliseconds. */
const tryEvery = 100;
const tryFor = 2_000;

/** How often it is tried from then on; milliseconds. */
const tryAgain = 1_000;

export interface RoomOptions {
  readonly database: WriterDatabase;
  /** Has its turn among those who write. */
  readonly inTurn: <Result>(work: () => Result) => Promise<Result>;
  /** Runs something later, keeping nothing alive. */
  readonly schedule: (milliseconds: number, run: () => void) => void;
  readonly isClosing: () => boolean;
}

export class Room {
  readonly #options: RoomOptions;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /**
   * Gives back what work that came to nothing has left, in turns so short that appends hardly wait. A
   * log that is being read stays until it is not.
   * @returns the bytes by which the ledger's file and its log are smaller now
   */
  async giveBack(): Promise<number> {
    const before = this.#bytes();
    // First the log: on a full disk there is no room to give back more before that is done.
    await this.#emptyLog();
    await this.#giveBackPages();
    if (!(await this.#emptyLog())) this.#emptyLogLater();
    return Math.max(0, before - this.#bytes());
  }

  /** Ledgers of earlier versions keep the pages: what comes next is written to them. */
  async #giveBackPages(): Promise<void> {
    const { database, inTurn, isClosing } = this.#options;
    const free = () => Number(database.pragma('freelist_count', { simple: true }));
    let isSmaller = true;
    while (isSmaller && !isClosing()) {
      isSmaller = await inTurn(() => {
        const before = free();
        database.pragma(`incremental_vacuum(${pagesAtOnce})`);
        return free() < before;
      });
      await nextTurn();
    }
  }

  async #emptyLog(): Promise<boolean> {
    const { database, inTurn, isClosing } = this.#options;
    for (let waited = 0; waited < tryFor && !isClosing(); waited += tryEvery) {
      if (await inTurn(() => emptyLog(database))) return true;
      await setTimeout(tryEvery);
    }
    return false;
  }

  #emptyLogLater(): void {
    this.#options.schedule(tryAgain, () => void this.#emptyLogAgain());
  }

  async #emptyLogAgain(): Promise<void> {
    const { database, inTurn, isClosing } = this.#options;
    if (isClosing()) return;
    try {
      if (!(await inTurn(() => emptyLog(database)))) this.#emptyLogLater();
    } catch {
      // A ledger that is gone, or a disk that refuses, is told by whoever writes next.
    }
  }

  #bytes(): number {
    const { name } = this.#options.database;
    return [name, `${name}-wal`]
      .map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size);
  }
}

/**
 * Copies the write-ahead log into the file and empties it, so that no earlier state of a page is
 * left in it. False while a reader still needs the log: then to be asked again. Waits for nobody.
 */
export function emptyLog(database: WriterDatabase): boolean {
  const patience = Number(database.pragma('busy_timeout', { simple: true }));
  database.pragma('busy_timeout = 0');
  try {
    const [result] = database
      .prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
      .all();
    return result?.busy === 0;
  } finally {
    database.pragma(`busy_timeout = ${patience}`);
  }
}
