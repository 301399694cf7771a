/** A verification that ended without a result: canceled, or stopped by an error. */
import type { Verification } from '../../../shared/contract/chain.ts';
import type { Job } from '../../../shared/contract/jobs.ts';

/** The one that ended so after the newest that has a result. */
export function unfinishedVerification(
  jobs: readonly Job[],
  verification: Verification | null,
): Job | undefined {
  const newest = jobs.find((job) => job.kind === 'verification');
  if (newest === undefined || newest.job_id === verification?.verification_id) return undefined;
  return newest.status === 'failed' || newest.status === 'canceled' ? newest : undefined;
}
