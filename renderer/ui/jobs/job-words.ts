/** A job's figures in words: how far, how fast, how much longer, how long it took. */
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatBytes, formatCount } from '../format.ts';

/** An amount in the unit of a job's progress. */
export function formatAmount(amount: number, unit: Job['progress']['unit']): string {
  return unit === 'bytes' ? formatBytes(amount) : formatCount(amount);
}

/** Share done from 0 to 1, or `undefined` while the total is unknown. */
export function progressShare({ done, total }: Job['progress']): number | undefined {
  if (total === null) return undefined;
  return total === 0 ? 1 : Math.max(0, Math.min(1, done / total));
}

/** Milliseconds still needed at the present rate, or `undefined` while that cannot be said. */
export function remainingMs({
  done,
  total,
  per_second: rate,
}: Job['progress']): number | undefined {
  if (total === null || rate <= 0 || done >= total) return undefined;
  return ((total - done) / rate) * 1_000;
}

/** Milliseconds from start to end, or to `now` while it runs; `undefined` before the start. */
export function tookMs(job: Job, now: number): number | undefined {
  if (job.started_at === null) return undefined;
  const end = job.finished_at === null ? now : Date.parse(job.finished_at);
  return Math.max(0, end - Date.parse(job.started_at));
}
