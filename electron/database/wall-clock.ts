/** The greatest wall time ever seen: expiry goes by it, so a clock that is set back reopens nothing. */
import type { Database, Statement } from 'better-sqlite3';
import { instant, type Clock } from '../../shared/time.ts';

/** Reads the time; on the writer's connection it can also be kept. */
export class WallClock {
  readonly #clock: Clock;
  readonly #read: Statement<[], string>;

  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#read = database
      .prepare<[], string>('SELECT greatest FROM wall_clock WHERE id = 1')
      .pluck();
  }

  /** Now, or the greatest instant ever kept where that is later. */
  now(): string {
    const shown = instant(this.#clock());
    const greatest = this.#read.get() ?? '';
    return shown > greatest ? shown : greatest;
  }

  /** Whether `now` has not been kept yet. */
  isAhead(now: string): boolean {
    return now > (this.#read.get() ?? '');
  }
}

/** Keeps the greatest instant. The caller holds a transaction of the writer. */
export class WallClockKeeper {
  readonly #keep: Statement<[string, string]>;

  constructor(database: Database) {
    this.#keep = database.prepare(
      'UPDATE wall_clock SET greatest = ? WHERE id = 1 AND greatest < ?',
    );
  }

  keep(now: string): void {
    this.#keep.run(now, now);
  }
}
