/** Rounding to the even neighbour in the middle, as it is written: on the decimal digits of a number. */

/** `value`, rounded to `places` digits behind the point; before it where `places` is negative. */
export function roundHalfEven(value: number, places: number): number {
  if (places === 0) return roundedWhole(value);
  const { digits, scale } = decimalOf(value);
  if (scale <= places) return value;
  const divisor = 10n ** BigInt(scale - places);
  return Number(`${divideHalfEven(digits, divisor)}e${-places}`) + 0;
}

function roundedWhole(value: number): number {
  const below = Math.floor(value);
  const part = value - below;
  if (part < 0.5) return below + 0;
  if (part > 0.5) return below + 1;
  return below % 2 === 0 ? below + 0 : below + 1;
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const size = twice < 0n ? -twice : twice;
  const isUp = size > divisor || (size === divisor && quotient % 2n !== 0n);
  if (!isUp) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** The shortest decimal that reads back as the number: `digits` × 10^−`scale`. */
export function decimalOf(value: number): { readonly digits: bigint; readonly scale: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}
