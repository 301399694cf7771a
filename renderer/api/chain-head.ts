/** The one answer that says how the ledger stands, and what else is said by it. */
import { queryOptions } from '@tanstack/react-query';
import { chainSchema, type Chain } from '../../shared/contract/chain.ts';
import { isFinished, type Job } from '../../shared/contract/jobs.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';

export const chainQuery = queryOptions({
  queryKey: queryKeys.chainHead,
  queryFn: reads(chainSchema, { path: '/chain' }),
});

/**
 * A job as the ledger speaks of it. Jobs and the ledger are answered one after the other: in between
 * a verification would be over in the one place and at work in the other. The ledger's word counts;
 * where nothing is known of it, `verification` is null or undefined, the job's own does.
 */
export function asLedgerSays(job: Job, verification: Chain['verification'] | undefined): Job {
  if (job.kind !== 'verification' || verification === null || verification === undefined) {
    return job;
  }
  const { latest, running } = verification;
  if (running === job.job_id) {
    return isFinished(job.status)
      ? { ...job, status: 'running', finished_at: null, result: null, error: null }
      : job;
  }
  if (isFinished(job.status)) return job;
  if (latest?.verification_id === job.job_id) {
    return { ...job, status: 'completed', finished_at: latest.finished_at, result: latest };
  }
  // Not heard of yet, or given up a moment ago.
  return { ...job, status: job.cancel_requested ? 'canceled' : 'queued' };
}
