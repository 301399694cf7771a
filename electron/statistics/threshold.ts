/** From how many rows on a group is shown: so that its being shown tells of nobody that he is in it. */

/** The chance that a group is shown for the sake of one entity alone. */
const delta = 1e-6;

/**
 * τ = k·M + ⌈ln(M / (δ(1 + e^(−ε/M)))) · M / ε⌉ for at least k entities of M rows each, and an ε for the count.
 */
export function threshold(entities: number, rowsPerEntity: number, epsilon: number): number {
  const most = rowsPerEntity / (delta * (1 + Math.exp(-epsilon / rowsPerEntity)));
  return entities * rowsPerEntity + Math.ceil((Math.log(most) * rowsPerEntity) / epsilon);
}
