/** What a holder is charged of its shares: a table over what it was given in a calendar year. */
import { hdiv } from './rounding.ts';

export interface FeeTier {
  /** Cumulative and inclusive, minor units; null in the last tier, which is open. */
  readonly upTo: bigint | null;
  /** Hundredths of a percent. */
  readonly bps: bigint;
}

/** One tier, 15 %. */
export const usualFee: readonly FeeTier[] = [{ upTo: null, bps: 1_500n }];

/** The fee on the first `gross` of a year, rounded once; minor units. What was taken back below zero is charged as less. */
function feeOfYear(tiers: readonly FeeTier[], gross: bigint): bigint {
  if (gross < 0n) return -feeOfYear(tiers, -gross);
  let [charged, sum] = [0n, 0n];
  for (const { upTo, bps } of tiers) {
    const end = upTo === null || upTo > gross ? gross : upTo;
    if (end <= charged) continue;
    sum += bps * (end - charged);
    charged = end;
  }
  return hdiv(sum, 10_000n);
}

/**
 * The fee on `gross` more after what a holder was given since 1 January: the difference of two rounded fees, so that the
 * fees of a year add up to that of its sum. Below zero it is given back.
 */
export function feeOn(tiers: readonly FeeTier[], givenBefore: bigint, gross: bigint): bigint {
  return feeOfYear(tiers, givenBefore + gross) - feeOfYear(tiers, givenBefore);
}
