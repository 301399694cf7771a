/** The one rounding of the service: to the nearest whole number, halves away from zero. */

/**
 * `numerator ÷ denominator`, rounded half away from zero.
 * @throws {RangeError} unless the denominator is positive
 */
export function hdiv(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError(`${denominator} is not a positive denominator.`);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}
