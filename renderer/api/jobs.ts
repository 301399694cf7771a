/** Jobs: the list, one with its progress, cancel. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { paginated } from '../../shared/contract/common.ts';
import {
  isFinished,
  jobSchema,
  jobStatuses,
  type Job,
  type JobKind,
  type JobStatus,
} from '../../shared/contract/jobs.ts';
import { expectJob } from '../state/watched-jobs.ts';
import { useAnswer } from './answers.ts';
import { asLedgerSays, chainQuery } from './chain-head.ts';
import { newIdempotencyKey, request } from './client.ts';
import { useMay } from './capabilities.ts';
import { queryKeys } from './query-keys.ts';
import { wholePage, type PagePlace } from './whole-page.ts';

const jobListSchema = paginated(jobSchema);
/** Progress comes by push; this only covers a push that was lost. */
const pollMs = 1_000;

export interface JobsChoice {
  readonly kind?: JobKind | undefined;
  readonly status?: JobStatus | undefined;
}

function jobPage({ kind, status }: JobsChoice, place: PagePlace, signal: AbortSignal) {
  return wholePage(place, ({ limit, offset }) =>
    request(jobListSchema, { path: '/jobs', query: { kind, status, limit, offset }, signal }),
  );
}

/** Jobs, newest first; nothing is asked until it is wanted. */
export function useJobs(
  page: { limit: number; offset: number } = { limit: 50, offset: 0 },
  choice: JobsChoice = {},
  isWanted = true,
) {
  // Read where somebody else asks for it.
  const { data: verification } = useAnswer('getChain', {
    ...chainQuery,
    enabled: false,
    select: (chain) => chain.verification,
  });
  return useAnswer('listJobs', {
    queryKey: [...queryKeys.jobs, 'list', page.limit, page.offset, choice],
    queryFn: ({ signal }) => jobPage(choice, page, signal),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    select: (answer) => ({
      ...answer,
      data: answer.data.map((job) => asLedgerSays(job, verification)),
    }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => !isFinished(job.status)) === true ? pollMs : false,
  });
}

export type JobCounts = Readonly<Record<JobStatus, number>>;

/** How many jobs there are in each state, of a kind or of all. */
export function useJobCounts(kind: JobKind | undefined) {
  return useAnswer('listJobs', {
    queryKey: [...queryKeys.jobs, 'counts', kind],
    queryFn: async ({ signal }): Promise<JobCounts> => {
      const counts = { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 };
      await Promise.all(
        jobStatuses.map(async (status) => {
          const { pagination } = await jobPage({ kind, status }, { limit: 1, offset: 0 }, signal);
          counts[status] = pagination.total;
        }),
      );
      return counts;
    },
    placeholderData: keepPreviousData,
  });
}

/** One job, asked again until it is finished; `undefined` as id asks nothing. */
export function useJob(id: string | undefined) {
  return useAnswer('getJob', {
    queryKey: [...queryKeys.jobs, 'one', id],
    queryFn: ({ signal }) =>
      request(jobSchema, { path: `/jobs/${encodeURIComponent(id ?? '')}`, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isFinished(state.data.status) ? false : pollMs,
  });
}

/** Asks a job to stop; the answer is the job as it is now. */
export function requestJobCancel(id: string): Promise<Job> {
  return request(jobSchema, {
    method: 'POST',
    path: `/jobs/${encodeURIComponent(id)}/cancel`,
    idempotencyKey: newIdempotencyKey(),
  });
}

/** A request that is answered with a job: what is shown of it is that answer, until there is news. */
export function useJobRequest<Given = void>(send: (given: Given) => Promise<Job>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (job) => {
      if (!isFinished(job.status)) expectJob(job.job_id);
      queryClient.setQueryData([...queryKeys.jobs, 'one', job.job_id], job);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
      if (job.kind !== 'verification') return;
      await queryClient.invalidateQueries({ queryKey: queryKeys.chainHead });
    },
  });
}

/** Asks a job to stop from a screen. */
export function useCancelJob() {
  return useJobRequest(requestJobCancel);
}

/** Tells whether a job, as it was begun or seen, can be asked to stop from here. */
export function useMayCancel(): (job: Job) => boolean {
  const may = useMay();
  return (job) => !isFinished(job.status) && job.may_use && may('cancelJob');
}
