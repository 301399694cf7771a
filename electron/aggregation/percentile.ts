/** Percentiles: always one of the numbers, never one between them. */
import { decimalOf } from '../filters/expressions/round-half-even.ts';

/**
 * The least number whose rank is at least `part` of how many there are; null of none.
 * @param sorted ascending
 * @param part from 0 to 1
 */
export function percentileOf(sorted: Float64Array, part: number): number | null {
  return sorted[Math.max(1, rankOf(sorted.length, part)) - 1] ?? null;
}

/** ⌈`part` · `count`⌉ of the decimal that `part` is written as: as floats, 0.1 · 30 is above 3. */
function rankOf(count: number, part: number): number {
  const { digits, scale } = decimalOf(part);
  const divisor = 10n ** BigInt(scale);
  return Number((digits * BigInt(count) + divisor - 1n) / divisor);
}
