/** How far a job is, written down often enough to be seen and seldom enough to cost nothing. */
import type { Job } from '../../shared/contract/jobs.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { Clock } from '../../shared/time.ts';
import type { JobsStore } from './jobs-store.ts';

/** Least time between two writes of progress; milliseconds. At most 5 a second. */
const reportEvery = 200;
/** The stretch that a rate is measured over; milliseconds. */
const rateOver = 3_000;

/** Where a job is. `total` is null while unknown. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: Job['progress']['unit'];
}

/** Writes the progress of one job, with the rate over the last seconds of its phase. */
export class ProgressReporter {
  readonly #jobId: string;
  readonly #store: JobsStore;
  readonly #clock: Clock;
  readonly #changed: (topics: readonly ChangeTopic[]) => void;
  readonly #startedAt: number;
  #phase = '';
  #samples: { readonly at: number; readonly done: number }[] = [];
  #writtenAt = Number.NEGATIVE_INFINITY;
  #last: Progress | undefined;

  constructor(
    jobId: string,
    options: {
      readonly store: JobsStore;
      readonly clock: Clock;
      readonly changed: (topics: readonly ChangeTopic[]) => void;
    },
  ) {
    this.#jobId = jobId;
    this.#store = options.store;
    this.#clock = options.clock;
    this.#changed = options.changed;
    this.#startedAt = options.clock();
  }

  /** Call it as often as convenient: what comes too soon waits for the next, or for the end. */
  report(progress: Progress): void {
    const now = this.#clock();
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase;
      this.#samples = [{ at: now, done: progress.done }];
    }
    this.#last = progress;
    if (now - this.#writtenAt < reportEvery) return;
    this.#writtenAt = now;
    this.#samples.push({ at: now, done: progress.done });
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) > rateOver) {
      this.#samples.shift();
    }
    const first = this.#samples[0] ?? { at: now, done: 0 };
    this.#write(progress, rate(progress.done - first.done, now - first.at));
  }

  /** Writes what was reported last, with the rate of the whole job. */
  finish(): void {
    if (this.#last === undefined) return;
    this.#write(this.#last, rate(this.#last.done, this.#clock() - this.#startedAt));
  }

  #write(progress: Progress, perSecond: number): void {
    this.#store.progress(this.#jobId, { ...progress, perSecond });
    this.#changed(['jobs']);
  }
}

function rate(done: number, milliseconds: number): number {
  return milliseconds > 0 ? Math.round((done * 1_000) / milliseconds) : 0;
}
