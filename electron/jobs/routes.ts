/** The routes of jobs: what runs, how far it is, cancel. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { topicsOf } from './job-topics.ts';
import type { JobsStore } from './jobs-store.ts';

/** What only reads. */
export function jobReadRoutes(store: JobsStore): RouteHandlers<'listJobs' | 'getJob'> {
  return {
    listJobs: ({ query: { kind, status, limit, offset }, own }) => {
      const { jobs, total } = store.list(
        { limit, offset },
        { kind, status, startedBy: own?.keyId },
      );
      return pageReply(jobs, { total, limit, offset });
    },
    getJob: ({ parameters: { id } }) => jsonReply(store.find(id) ?? unknownJob(id)),
  };
}

/** What changes the state of a job. */
export function jobWriteRoutes(options: {
  readonly store: JobsStore;
  readonly idempotency: IdempotencyStore;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<'cancelJob'> {
  const { store, idempotency, changed } = options;
  return {
    cancelJob: ({ parameters: { id }, idempotency: request }) => {
      const once = store.transaction(() =>
        idempotency.once(request, () => ({
          status: 200,
          body: JSON.stringify(store.requestCancel(id) ?? unknownJob(id)),
        })),
      );
      const kind = store.find(id)?.kind;
      if (!once.replayed && kind !== undefined) changed(topicsOf(kind));
      return onceReply(once);
    },
  };
}

function unknownJob(id: string): never {
  throw new ApiError('not_found', `There is no job ${id}. The last 200 jobs are kept.`);
}
