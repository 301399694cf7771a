/** Fisher's exact test, and Holm's adjustment of several tests (docs/oversight.md, "Rates and groups"). */

/** Tables are as likely as the observed one up to this factor: their weights are products of many ratios. */
const sameLikelihood = 1 + 1e-7;
/** A table less likely than the likeliest by more than this is not counted. */
const leastWeight = 1e-300;

/**
 * Two-sided p of the table `a b / c d`: the share of all tables with its sums that are no likelier than it.
 * Weights go outwards from the likeliest table by ratios of neighbours. 0 stands for less than 10^-300.
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  const row = a + b;
  const column = a + c;
  const all = row + c + d;
  const lowest = Math.max(0, row + column - all);
  const highest = Math.min(row, column);
  const mode = Math.min(
    highest,
    Math.max(lowest, Math.floor(((row + 1) * (column + 1)) / (all + 2))),
  );
  /** Weight of the table with `k + 1` in the first cell over that with `k`. */
  const ratio = (k: number) =>
    ((row - k) * (column - k)) / ((k + 1) * (all - row - column + k + 1));
  const up: number[] = [];
  for (let k = mode, weight = 1; k < highest && weight >= leastWeight; k += 1) {
    weight *= ratio(k);
    up.push(weight);
  }
  const down: number[] = [];
  for (let k = mode, weight = 1; k > lowest && weight >= leastWeight; k -= 1) {
    weight /= ratio(k - 1);
    down.push(weight);
  }
  const observed = a === mode ? 1 : ((a > mode ? up[a - mode - 1] : down[mode - a - 1]) ?? 0);
  if (observed < leastWeight) return 0;
  const limit = observed * sameLikelihood;
  // From the least likely on, so that small weights are not lost in a large sum.
  const weights = Float64Array.from([1, ...up, ...down]).toSorted();
  let total = 0;
  let within = 0;
  for (const weight of weights) {
    if (weight < leastWeight) continue;
    total += weight;
    if (weight <= limit) within += weight;
  }
  return Math.min(1, within / total);
}

/** The p values adjusted by Holm's step-down method, in the order given. */
export function adjustByHolm(values: readonly number[]): number[] {
  const adjusted = values.map(() => 1);
  let greatest = 0;
  const order = values
    .map((p, place) => ({ p, place }))
    .toSorted((left, right) => left.p - right.p);
  for (const [rank, { p, place }] of order.entries()) {
    greatest = Math.max(greatest, Math.min(1, (values.length - rank) * p));
    adjusted[place] = greatest;
  }
  return adjusted;
}
