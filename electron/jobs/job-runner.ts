/** Runs jobs one after another: progress, cancel, and an end that is always written. */
import { setTimeout } from 'node:timers/promises';
import { isStorageFull } from '../database/error-code.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { JobKind } from '../../shared/contract/jobs.ts';
import type { Clock } from '../../shared/time.ts';
import { Turns, type EndTurn } from '../../shared/turns.ts';
import { topicsAtEnd } from './job-topics.ts';
import type { JobEnd, JobError, JobsStore } from './jobs-store.ts';
import { ProgressReporter, type Progress } from './progress-reporter.ts';

/** How often a job that rests looks whether to stop, and one that has no room whether there is some; milliseconds. */
const lookEvery = 200;

/** So many jobs may rest at once, each with its connections; another one waits in its turn. */
const mostAtRest = 8;

/** Means that a kind of job works with. */
export interface JobContext {
  readonly jobId: string;
  readonly parameters: unknown;
  /** Tells how far the job is; call it as often as convenient. */
  readonly report: (progress: Progress) => void;
  /** Tells that so many bytes of the disk, which the job had taken, were given back. */
  readonly freed: (bytes: number) => void;
  /** Whether to stop now. A kind asks often, and throws `JobStopped` or returns when told so. */
  readonly shouldStop: () => boolean;
  /**
   * Waits until an instant (milliseconds since 1970) while the jobs behind this one run, then for its
   * next turn. @throws {JobStopped} as soon as it is told to stop
   */
  readonly rest: (until: number) => Promise<void>;
}

/** How a job ended that was not stopped. With an error it has failed, as far as `result` says. */
export interface JobOutcome {
  readonly result: unknown;
  readonly error?: JobError;
}

export interface JobKindRunner {
  run(context: JobContext): Promise<JobOutcome>;
  /**
   * Removes what the job keeps outside its result, and gives its room back; called once it is over,
   * however it ended. Resolves with the bytes.
   */
  dispose(jobId: string): Promise<number>;
  /**
   * What a job that the engine did not live to see the end of had completed after all, if it did:
   * its result, to be told instead of an interruption.
   */
  completedResult(jobId: string): unknown;
  /** Removes what such a job had made, where it is not told as completed: nobody could ask for it. */
  abandon?(jobId: string): void;
}

/** Thrown inside a job that was told to stop. */
export class JobStopped extends Error {
  constructor() {
    super('The job was told to stop.');
    this.name = 'JobStopped';
  }
}

const interrupted: JobError = {
  type: 'interrupted',
  message: 'The job was interrupted by a restart. Nothing of it was kept; start it again.',
  details: {},
};

export interface JobRunnerOptions {
  readonly store: JobsStore;
  readonly kinds: Readonly<Record<JobKind, JobKindRunner>>;
  readonly clock: Clock;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** The error that a client is told for a thrown value; writes the log line of a defect. */
  readonly toJobError: (thrown: unknown, jobId: string) => JobError;
}

/** The jobs of one workspace, in order of their arrival, one at a time but for those that rest. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #turns = new Turns(1);
  /** Of those that were asked for, until they are over. */
  readonly #ends = new Set<Promise<unknown>>();
  readonly #started = new Set<string>();
  #atRest = 0;
  #closing = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /**
   * Ends what was running when this thread or an earlier process ended, and what that process left
   * waiting (`left`): completed where its effect is there, otherwise failed, and its files removed.
   * Runs what has come to wait since. Call once, before the first job.
   */
  async takeOver(left: readonly string[]): Promise<void> {
    const { store } = this.#options;
    for (const jobId of store.unfinished()) {
      const isInterrupted = left.includes(jobId) || store.find(jobId)?.status === 'running';
      if (isInterrupted) await this.#settle(jobId);
      // Whoever asked for it asks again: then it is over, or its failure is told.
      else this.run(jobId).catch(() => {});
    }
  }

  /**
   * Runs a queued job when those before it are over. Resolves at its end, however it ended; rejects
   * only when the jobs database itself fails.
   */
  run(jobId: string): Promise<void> {
    const ended = this.#inTurn(jobId);
    const over: Promise<unknown> = Promise.allSettled([ended]).then(() => this.#ends.delete(over));
    this.#ends.add(over);
    return ended;
  }

  /** Stops what was started and what waits, and resolves when all of it is over. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const jobId of this.#started) this.#options.store.requestStop(jobId);
    await Promise.all(this.#ends);
  }

  async #settle(jobId: string): Promise<void> {
    const { store, kinds, changed } = this.#options;
    const order = store.order(jobId);
    if (order === undefined) return;
    const kind = kinds[order.kind];
    const result = kind.completedResult(jobId);
    if (result === undefined) kind.abandon?.(jobId);
    // A job that is over has left nothing behind.
    const freedBytes = await kind.dispose(jobId);
    store.finish(
      jobId,
      result === undefined
        ? { status: 'failed', error: interrupted, freedBytes }
        : { status: 'completed', result },
    );
    changed(topicsAtEnd(order.kind));
  }

  async #inTurn(jobId: string): Promise<void> {
    let endTurn = await this.#turns.take();
    const rest = async (until: number) => {
      const givesTurn = this.#atRest < mostAtRest;
      this.#atRest += 1;
      try {
        if (givesTurn) endTurn();
        await this.#pass(until, jobId);
        if (givesTurn) endTurn = await this.#nextTurn(jobId);
      } finally {
        this.#atRest -= 1;
      }
    };
    try {
      await this.#run(jobId, rest);
    } finally {
      endTurn();
    }
  }

  /** Waits until an instant. @throws {JobStopped} */
  async #pass(until: number, jobId: string): Promise<void> {
    while (this.#options.clock() < until) {
      if (this.#shouldStop(jobId)) throw new JobStopped();
      await setTimeout(lookEvery);
    }
  }

  /** The next turn of a job that rested. One that is stopped meanwhile does not wait for it. @throws {JobStopped} */
  async #nextTurn(jobId: string): Promise<EndTurn> {
    const turn = Promise.resolve(this.#turns.take());
    for (;;) {
      const endTurn = await Promise.race([turn, setTimeout(lookEvery, undefined)]);
      if (endTurn !== undefined) return endTurn;
      if (!this.#shouldStop(jobId)) continue;
      void turn.then((end) => end());
      throw new JobStopped();
    }
  }

  #shouldStop(jobId: string): boolean {
    return this.#closing || this.#options.store.shouldStop(jobId);
  }

  async #run(jobId: string, rest: JobContext['rest']): Promise<void> {
    const { store, kinds, changed } = this.#options;
    const order = store.order(jobId);
    if (order === undefined) return;
    const kind = kinds[order.kind];
    const isStarted = !this.#closing && (await this.#written(() => store.start(jobId)));
    if (isStarted) changed(['jobs']);
    this.#started.add(jobId);
    let freedBytes = 0;
    const freed = (bytes: number) => {
      freedBytes += bytes;
    };
    const outcome = isStarted
      ? await this.#outcome(jobId, kind, { parameters: order.parameters, freed, rest })
      : undefined;
    this.#started.delete(jobId);
    // A job that is over has left nothing behind.
    freed(await kind.dispose(jobId));
    if (outcome === undefined) return;
    // What a job that succeeded had taken meanwhile is nobody's concern.
    const end = outcome.status === 'completed' ? outcome : { ...outcome, freedBytes };
    await this.#written(() => store.finish(jobId, end));
    changed(topicsAtEnd(order.kind));
  }

  /**
   * What a write answers, as soon as there is room for it: the state of a job is told, however long the
   * disk was full. A runner that closes does not wait; the next one settles what it left.
   */
  async #written<Result>(write: () => Result): Promise<Result> {
    for (;;) {
      try {
        return write();
      } catch (error) {
        if (this.#closing || !isStorageFull(error)) throw error;
      }
      await setTimeout(lookEvery);
    }
  }

  /** Runs a started job to its end, whatever that is. */
  async #outcome(
    jobId: string,
    kind: JobKindRunner,
    given: Pick<JobContext, 'parameters' | 'freed' | 'rest'>,
  ): Promise<JobEnd> {
    const { toJobError } = this.#options;
    const reporter = new ProgressReporter(jobId, this.#options);
    try {
      const { result, error } = await kind.run({
        ...given,
        jobId,
        report: (progress) => reporter.report(progress),
        shouldStop: () => this.#shouldStop(jobId),
      });
      reporter.finish();
      return { status: error === undefined ? 'completed' : 'failed', error, result };
    } catch (thrown) {
      if (!(thrown instanceof JobStopped)) {
        return { status: 'failed', error: toJobError(thrown, jobId) };
      }
      return this.#closing ? { status: 'failed', error: interrupted } : { status: 'canceled' };
    }
  }
}
