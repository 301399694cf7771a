/** Whether the computer's clock can be believed: judged against one that cannot be set. */
import type { Clock } from '../../shared/time.ts';

export type ClockFault = 'ahead' | 'behind';

const hour = 60 * 60 * 1_000;

/** Further back than this, or further ahead, is declared; milliseconds. */
const mostBehind = 24 * hour;
const mostAhead = 366 * 24 * hour;

/** One moment on both clocks; milliseconds. */
interface Reading {
  readonly wall: number;
  readonly monotonic: number;
}

export interface ClockJudgeOptions {
  readonly clock: Clock;
  /** Runs on whatever is done to the clock. It may stand still while the computer sleeps. */
  readonly monotonic: () => number;
  /** What the clock said when the ledger was last seen; undefined where nobody knows. */
  readonly lastSeen: number | undefined;
}

export class ClockJudge {
  readonly #options: ClockJudgeOptions;
  /** Since the start, or since the last declaration: what is ahead of it is ahead by whatever steps. */
  #first: Reading | undefined;
  /** The last time that the clock had not fallen behind: a sleep in between counts as time. */
  #latest: Reading | undefined;
  /** Whether the clock was found in order since the start; until then it is compared with the last run. */
  #hasHeld = false;

  constructor(options: ClockJudgeOptions) {
    this.#options = options;
    if (options.lastSeen === undefined) return;
    this.#first = { wall: options.lastSeen, monotonic: options.monotonic() };
    this.#latest = this.#first;
  }

  /** What the clock says, and what is wrong with that. */
  look(): { readonly now: number; readonly fault: ClockFault | undefined } {
    const now = this.#options.clock();
    const at = { wall: now, monotonic: this.#options.monotonic() };
    const first = (this.#first ??= at);
    const latest = (this.#latest ??= at);
    if (now - expected(first, at) > mostAhead) return { now, fault: 'ahead' };
    const behind = expected(latest, at) - now;
    if (behind > mostBehind) return { now, fault: 'behind' };
    if (!this.#hasHeld) this.#believe(at);
    else if (behind <= 0) this.#latest = at;
    return { now, fault: undefined };
  }

  /** What the clock said was declared: from now on it is compared with that. */
  declared(now: number): void {
    this.#believe({ wall: now, monotonic: this.#options.monotonic() });
  }

  #believe(reading: Reading): void {
    this.#first = reading;
    this.#latest = reading;
    this.#hasHeld = true;
  }
}

/** What the clock would say at `at`, had it gone on evenly since. */
function expected(since: Reading, at: Reading): number {
  return since.wall + (at.monotonic - since.monotonic);
}
