/** Makes a job, answers 202 with it, and has it started: once for one Idempotency-Key. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import type { IdempotentRequest, RouteReply } from '../route-handler.ts';
import type { JobsStore, NewJob } from './jobs-store.ts';
import { topicsOf } from './job-topics.ts';

export interface JobStarterOptions {
  readonly store: JobsStore;
  readonly idempotency: IdempotencyStore;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** Has the job run on the jobs thread. */
  readonly startJob: (jobId: string) => void;
}

export class JobStarter {
  readonly #options: JobStarterOptions;

  constructor(options: JobStarterOptions) {
    this.#options = options;
  }

  /**
   * Starts `job`, unless the request's Idempotency-Key started one before: then `replayed` is true,
   * the reply is that of the earlier job, and `job` was not made.
   * @throws {ApiError} `idempotency_key_reused`
   */
  start(
    request: IdempotentRequest | undefined,
    job: NewJob,
  ): { readonly reply: RouteReply; readonly replayed: boolean } {
    const { store, idempotency, changed, startJob } = this.#options;
    const once = store.transaction(() =>
      idempotency.once(request, () => ({ status: 202, body: JSON.stringify(store.create(job)) })),
    );
    if (!once.replayed) {
      changed(topicsOf(job.kind));
      startJob(job.jobId);
    }
    return { reply: onceReply(once), replayed: once.replayed };
  }
}
