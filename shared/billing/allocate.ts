/** Splits a whole number among shares without losing or inventing a unit. */

/**
 * Splits `amount` in proportion to `weights` by largest remainder; the first of equal remainders gets
 * the unit. Equal parts where all weights are zero. The parts add up to `amount`.
 * @throws {RangeError} for a negative amount or weight, or no weights
 */
export function allocate(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (amount < 0n || weights.length === 0 || weights.some((each) => each < 0n)) {
    throw new RangeError('An amount is split among weights, none of them negative.');
  }
  const given = weights.reduce((sum, each) => sum + each, 0n);
  const shares = given === 0n ? weights.map(() => 1n) : weights;
  const total = given === 0n ? BigInt(weights.length) : given;
  const parts = shares.map((weight) => (amount * weight) / total);
  const left = Number(amount - parts.reduce((sum, each) => sum + each, 0n));
  const order = shares
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .toSorted((one, other) =>
      one.remainder === other.remainder
        ? one.index - other.index
        : one.remainder > other.remainder
          ? -1
          : 1,
    );
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}
