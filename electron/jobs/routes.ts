/** The routes of jobs: what runs, how far it is, cancel. */
import { ApiError } from '../../shared/contract/errors.ts';
import { isFinished, type Job } from '../../shared/contract/jobs.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import { jsonReply, pageReply, type RouteCall, type RouteHandlers } from '../route-handler.ts';
import { topicsAtEnd, topicsOf } from './job-topics.ts';
import type { JobsStore } from './jobs-store.ts';

type Caller = RouteCall<'listJobs'>['principal'];

/** Handlers of the job routes that a reader thread answers; `mayUse` says whether a caller may stop a job and fetch what it made. */
export function jobReadRoutes(
  store: JobsStore,
  mayUse: (jobId: string, principal: Caller) => boolean,
): RouteHandlers<'listJobs' | 'getJob'> {
  const shown = (job: Job, principal: Caller): Job => ({
    ...job,
    may_use: mayUse(job.job_id, principal),
  });
  return {
    listJobs: ({ query: { kind, status, limit, offset }, own, principal }) => {
      const { jobs, total } = store.list(
        { limit, offset },
        { kind, status, startedBy: own?.keyId },
      );
      const page = jobs.map((job) => shown(job, principal));
      return pageReply(page, { total, limit, offset });
    },
    getJob: ({ parameters: { id }, principal }) =>
      jsonReply(shown(store.find(id) ?? unknownJob(id), principal)),
  };
}

/** Handlers of the job routes that change the state of a job. */
export function jobWriteRoutes(options: {
  readonly store: JobsStore;
  /** Removes what was uploaded for a job that will not start; bytes. */
  readonly removeUpload: (jobId: string) => number;
  readonly idempotency: IdempotencyStore;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<'cancelJob'> {
  const { store, removeUpload, idempotency, changed } = options;
  return {
    cancelJob: ({ parameters: { id }, idempotency: request }) => {
      const once = store.transaction(() =>
        idempotency.once(request, () => ({
          status: 200,
          body: JSON.stringify(store.requestCancel(id, removeUpload) ?? unknownJob(id)),
        })),
      );
      const job = store.find(id);
      if (!once.replayed && job !== undefined) {
        changed(isFinished(job.status) ? topicsAtEnd(job.kind) : topicsOf(job.kind));
      }
      return onceReply(once);
    },
  };
}

function unknownJob(id: string): never {
  throw new ApiError('not_found', `There is no job ${id}. The last 200 jobs are kept.`);
}
