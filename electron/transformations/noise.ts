/** Draws from the Laplace and the normal distribution, made of 32 bytes. */

/**
 * One draw with mean 0. `scale` is b for Laplace (standard deviation b√2), the standard deviation
 * for gaussian. The same 32 bytes give the same draw.
 */
export function noiseOf(distribution: 'laplace' | 'gaussian', scale: number, seed: Buffer): number {
  const first = uniform(seed, 0);
  if (distribution === 'laplace') {
    // Inverse of the distribution function (two halves, so that neither loses digits).
    return first < 0.5 ? scale * Math.log(2 * first) : -scale * Math.log(2 * (1 - first));
  }
  // Box and Muller 1958.
  return scale * Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * uniform(seed, 8));
}

/** Uniform on the open interval from 0 to 1: 52 bits and a half step, so that neither end is met. */
export function uniform(seed: Buffer, offset: number): number {
  const bits = seed.readBigUInt64BE(offset) >> 12n;
  return (Number(bits) + 0.5) / 2 ** 52;
}
