/** What may be said of the whole ledger now: the newest result, how it aged, what runs. */
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import { isFinished, type Job } from '../../../shared/contract/jobs.ts';
import { holds } from '../../ui/chain/verdicts.ts';

/** A result older than this is said to be an earlier one. */
export const oldAfterMs = 24 * 60 * 60_000;

export type LedgerState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'never' }
  | { readonly kind: 'ok'; readonly verification: Verification }
  | {
      readonly kind: 'stale';
      readonly verification: Verification;
      /** Entries appended since; 0 when only time has passed. */
      readonly appended: number;
    }
  | { readonly kind: 'failed'; readonly verification: Verification; readonly appended: number };

/**
 * The state of the ledger by its newest (or chosen) verification. Only a complete check that covers
 * every entry of today's ledger is `ok`.
 */
export function ledgerState(
  chain: Pick<Chain, 'size' | 'record_count'> | undefined,
  verification: Verification | null,
  now: number,
): LedgerState {
  if (verification === null) {
    return chain !== undefined && chain.record_count === 0 ? { kind: 'empty' } : { kind: 'never' };
  }
  const appended = Math.max(0, (chain?.size ?? verification.total) - verification.total);
  if (!holds(verification)) return { kind: 'failed', verification, appended };
  const age = now - Date.parse(verification.finished_at);
  if (appended > 0 || age > oldAfterMs) return { kind: 'stale', verification, appended };
  return { kind: 'ok', verification };
}

/** The verification that runs now, whoever started it. */
export function runningVerification(jobs: readonly Job[]): Job | undefined {
  return jobs.find((job) => job.kind === 'verification' && !isFinished(job.status));
}

/** A verification that ended without a result after the newest one that has it. */
export function unfinishedVerification(
  jobs: readonly Job[],
  verification: Verification | null,
): Job | undefined {
  const newest = jobs.find((job) => job.kind === 'verification');
  if (newest === undefined || newest.job_id === verification?.verification_id) return undefined;
  return newest.status === 'failed' || newest.status === 'canceled' ? newest : undefined;
}
