/** Runs jobs one after another: progress, cancel, and an end that is always written. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { JobKind } from '../../shared/contract/jobs.ts';
import type { Clock } from '../../shared/time.ts';
import type { JobEnd, JobError, JobsStore } from './jobs-store.ts';
import { ProgressReporter, type Progress } from './progress-reporter.ts';

/** What a kind of job works with. */
export interface JobContext {
  readonly jobId: string;
  readonly parameters: unknown;
  /** Tells how far the job is; call it as often as convenient. */
  readonly report: (progress: Progress) => void;
  /** Whether to stop now. A kind asks often, and throws `JobStopped` or returns when told so. */
  readonly shouldStop: () => boolean;
}

/** How a job ended that was not stopped. With an error it has failed, as far as `result` says. */
export interface JobOutcome {
  readonly result: unknown;
  readonly error?: JobError;
}

export interface JobKindRunner {
  run(context: JobContext): Promise<JobOutcome>;
  /** Removes what the job keeps outside the databases; called once it is over, however it ended. */
  dispose(jobId: string): Promise<void>;
  /**
   * What a job that the engine did not live to see the end of had completed after all, if it did:
   * its result, to be told instead of an interruption.
   */
  completedResult(jobId: string): unknown;
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

/** The jobs of one workspace, in order of their arrival, one at a time. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  #queue: Promise<void> = Promise.resolve();
  #closing = false;
  #running: string | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /**
   * Ends what an earlier process left waiting or running: completed where its effect is there,
   * otherwise failed, and its files removed. Call once, before the first job.
   */
  async settleInterrupted(): Promise<void> {
    const { store, kinds } = this.#options;
    for (const jobId of store.unfinished()) {
      const order = store.order(jobId);
      if (order === undefined) continue;
      const kind = kinds[order.kind];
      const result = kind.completedResult(jobId);
      if (result === undefined) store.finish(jobId, { status: 'failed', error: interrupted });
      else store.finish(jobId, { status: 'completed', result });
      await kind.dispose(jobId);
    }
  }

  /**
   * Runs a queued job when those before it are over. Resolves at its end, however it ended; rejects
   * only when the jobs database itself fails.
   */
  run(jobId: string): Promise<void> {
    const ended = this.#queue.then(() => this.#run(jobId));
    this.#queue = ended.catch(() => {});
    return ended;
  }

  /** Stops the running job and those that wait, and resolves when they are over. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#running !== undefined) this.#options.store.requestStop(this.#running);
    await this.#queue;
  }

  async #run(jobId: string): Promise<void> {
    const { store, kinds, changed } = this.#options;
    const order = store.order(jobId);
    if (order === undefined) return;
    const kind = kinds[order.kind];
    const isStarted = !this.#closing && store.start(jobId);
    if (isStarted) changed(['jobs']);
    this.#running = jobId;
    const outcome = isStarted ? await this.#outcome(jobId, kind, order.parameters) : undefined;
    this.#running = undefined;
    // A job that is over has left nothing behind.
    await kind.dispose(jobId);
    if (outcome === undefined) return;
    store.finish(jobId, outcome);
    changed(order.kind === 'verification' ? ['jobs', 'verifications'] : ['jobs']);
  }

  /** Runs a started job to its end, whatever that is. */
  async #outcome(jobId: string, kind: JobKindRunner, parameters: unknown): Promise<JobEnd> {
    const { store, toJobError } = this.#options;
    const reporter = new ProgressReporter(jobId, this.#options);
    try {
      const { result, error } = await kind.run({
        jobId,
        parameters,
        report: (progress) => reporter.report(progress),
        shouldStop: () => this.#closing || store.shouldStop(jobId),
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
