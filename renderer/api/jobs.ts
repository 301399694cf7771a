/** Jobs: the list, one with its progress, cancel. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paginated } from '../../shared/contract/common.ts';
import { isFinished, jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { newIdempotencyKey, request } from './client.ts';
import { useMay } from './capabilities.ts';
import { queryKeys } from './query-keys.ts';

const jobListSchema = paginated(jobSchema);
/** Progress comes by push; this only covers a push that was lost. */
const pollMs = 1_000;

/** Jobs, newest first. */
export function useJobs(page: { limit: number; offset: number } = { limit: 50, offset: 0 }) {
  const may = useMay();
  return useQuery({
    queryKey: [...queryKeys.jobs, 'list', page.limit, page.offset],
    queryFn: ({ signal }) =>
      request({
        path: '/jobs',
        query: page,
        signal,
        parse: (value) => jobListSchema.parse(value),
      }),
    placeholderData: keepPreviousData,
    enabled: may('listJobs'),
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => !isFinished(job.status)) === true ? pollMs : false,
  });
}

/** One job, asked again until it is finished; `undefined` as id asks nothing. */
export function useJob(id: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.jobs, 'one', id],
    queryFn: ({ signal }) =>
      request({
        path: `/jobs/${encodeURIComponent(id ?? '')}`,
        signal,
        parse: (value) => jobSchema.parse(value),
      }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isFinished(state.data.status) ? false : pollMs,
  });
}

/** Asks a job to stop; the answer is the job as it is now. */
export function requestJobCancel(id: string): Promise<Job> {
  return request({
    method: 'POST',
    path: `/jobs/${encodeURIComponent(id)}/cancel`,
    idempotencyKey: newIdempotencyKey(),
    parse: (value) => jobSchema.parse(value),
  });
}

/** Asks a job to stop from a screen. */
export function useCancelJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: requestJobCancel,
    onSuccess: async (job: Job) => {
      queryClient.setQueryData([...queryKeys.jobs, 'one', job.job_id], job);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
    },
  });
}
