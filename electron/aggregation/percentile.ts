/** Percentiles: always one of the numbers, never one between them. */

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
  const [mantissa = '0', exponent = '0'] = String(part).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = 10n ** BigInt(fraction.length - Number(exponent));
  const product = BigInt(whole + fraction) * BigInt(count);
  return Number((product + scale - 1n) / scale);
}
