/** Shares as answers tell them. */
import type { ShareWithInterval } from '../../shared/contract/oversight.ts';
import { wilson, type Counts } from '../../shared/oversight/rates.ts';

/** The share of favourable ones with its interval; null without any. */
export function shareOf(counts: Counts): ShareWithInterval | null {
  const interval = wilson(counts);
  return interval === undefined ? null : { value: counts.favourable / counts.n, ...interval };
}

/** One number by another; null where that is 0. */
export function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
