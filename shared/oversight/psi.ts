/** The population stability index between two windows, and what chance alone makes of it (docs/oversight.md, "Drift"). */

/** A bucket by what it holds. */
export type Bucket =
  /** Numbers above one cut, up to another; null is open. */
  | { readonly kind: 'range'; readonly above: number | null; readonly upTo: number | null }
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'other' }
  | { readonly kind: 'absent' };

/** Counts of two windows by bucket. */
export interface Buckets<Each = Bucket> {
  readonly buckets: readonly Each[];
  readonly baseline: readonly number[];
  readonly current: readonly number[];
}

export const driftSizes = ['small', 'moderate', 'large'] as const;
export type DriftSize = (typeof driftSizes)[number];

export interface Drift {
  readonly psi: number;
  /** What is expected where nothing changed. */
  readonly expected: number;
  /** What is exceeded in one of twenty cases where nothing changed. */
  readonly mark: number;
  readonly size: DriftSize;
  readonly mayBeChance: boolean;
}

/** Up to so many different values a number has a bucket for each. */
const mostSingleValues = 10;
/** Buckets of values that have one each; the others share one. */
const mostValues = 20;
const ranges = 10;
/** In place of a share of 0. */
const leastShare = 0.0001;
/** Below so many values in a window nothing is said. */
const leastValues = 100;

/** Quantile 0.95 of χ² by degrees of freedom: of at most 20 values, the other ones and those absent. */
const chiSquare95 = [
  0, 3.8415, 5.9915, 7.8147, 9.4877, 11.0705, 12.5916, 14.0671, 15.5073, 16.919, 18.307, 19.6751,
  21.0261, 22.362, 23.6848, 24.9958, 26.2962, 27.5871, 28.8693, 30.1435, 31.4104, 32.6706,
] as const;

/** Buckets of numbers; NaN is an absent one. Where the baseline has many values, its tenths. */
export function numberBuckets(baseline: ArrayLike<number>, current: ArrayLike<number>): Buckets {
  const known = withoutAbsent(baseline);
  if (hasFewValues(known)) {
    return valueBuckets(countsOf(baseline), countsOf(current));
  }
  const cuts = cutsOf(known);
  const buckets: Bucket[] = Array.from({ length: cuts.length + 1 }, (_, place) => ({
    kind: 'range',
    above: cuts[place - 1] ?? null,
    upTo: cuts[place] ?? null,
  }));
  const count = (values: ArrayLike<number>) => {
    const counts = Array.from({ length: buckets.length + 1 }, () => 0);
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place] ?? Number.NaN;
      const bucket = Number.isNaN(value) ? buckets.length : bucketOf(cuts, value);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    return counts;
  };
  return withoutEmptyEnd({
    buckets: [...buckets, { kind: 'absent' }],
    baseline: count(baseline),
    current: count(current),
  });
}

/**
 * Buckets of values by their counts: one each for the most frequent in both windows together, in their own
 * order, then the others, then those absent.
 */
export function valueBuckets(
  baseline: ReadonlyMap<string | number | null, number>,
  current: ReadonlyMap<string | number | null, number>,
): Buckets {
  const before = (value: string | number | null) => baseline.get(value) ?? 0;
  const now = (value: string | number | null) => current.get(value) ?? 0;
  const both = (value: string | number | null) => before(value) + now(value);
  const values = [...new Set([...baseline.keys(), ...current.keys()])].filter(
    (value) => value !== null,
  );
  const byCount = values.toSorted(
    (left, right) => both(right) - both(left) || compareValues(left, right),
  );
  const others = byCount.slice(mostValues);
  const rows: (readonly [Bucket, number, number])[] = byCount
    .slice(0, mostValues)
    .toSorted(compareValues)
    .map((value) => [{ kind: 'value', value }, before(value), now(value)]);
  if (others.length > 0) {
    rows.push([{ kind: 'other' }, sumOf(others.map(before)), sumOf(others.map(now))]);
  }
  if (both(null) > 0) rows.push([{ kind: 'absent' }, before(null), now(null)]);
  return {
    buckets: rows.map(([bucket]) => bucket),
    baseline: rows.map(([, count]) => count),
    current: rows.map(([, , count]) => count),
  };
}

/** The index over counts by bucket; undefined where a window has fewer than a hundred values. */
export function driftOf({ baseline, current }: Buckets<unknown>): Drift | undefined {
  const n = sumOf(baseline);
  const m = sumOf(current);
  if (n < leastValues || m < leastValues) return undefined;
  const freedom = baseline.length - 1;
  const share = (count: number, all: number) => (count === 0 ? leastShare : count / all);
  let psi = 0;
  for (const [place, before] of baseline.entries()) {
    const p = share(before, n);
    const q = share(current[place] ?? 0, m);
    psi += (q - p) * Math.log(q / p);
  }
  const scale = 1 / n + 1 / m;
  const mark = (chiSquare95[freedom] ?? Number.NaN) * scale;
  return {
    psi,
    expected: freedom * scale,
    mark,
    size: psi < 0.1 ? 'small' : psi < 0.25 ? 'moderate' : 'large',
    mayBeChance: psi < mark,
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, each) => sum + each, 0);
}

function countsOf(values: ArrayLike<number>): Map<number | null, number> {
  const counts = new Map<number | null, number>();
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? Number.NaN;
    const key = Number.isNaN(value) ? null : value;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function withoutAbsent(values: ArrayLike<number>): Float64Array {
  const known = new Float64Array(values.length);
  let filled = 0;
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    known[filled] = value;
    filled += 1;
  }
  return known.subarray(0, filled);
}

function hasFewValues(known: Float64Array): boolean {
  const seen = new Set<number>();
  for (let place = 0; place < known.length && seen.size <= mostSingleValues; place += 1) {
    seen.add(known[place] ?? 0);
  }
  return seen.size <= mostSingleValues;
}

/** Cut k is the ⌈k·n/10⌉-th smallest value; equal ones are one, and none is at the greatest value. Moves the values. */
function cutsOf(values: Float64Array): number[] {
  const greatest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const cuts: number[] = [];
  let from = 0;
  for (let cut = 1; cut < ranges; cut += 1) {
    const rank = Math.ceil((cut * values.length) / ranges) - 1;
    const value = selectRank(values, rank, from);
    if (value !== greatest && value !== cuts.at(-1)) cuts.push(value);
    from = rank;
  }
  return cuts;
}

/**
 * The value that stands at a place once those from `from` on are in order, by partitions (Hoare): it is put there, none
 * behind it is less, and none before it is greater.
 */
function selectRank(values: Float64Array, rank: number, from: number): number {
  let low = from;
  let high = values.length - 1;
  while (low < high) {
    const pivot = medianOfThree(values, low, high);
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const value = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = value;
      left += 1;
      right -= 1;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return values[rank] ?? Number.NaN;
}

/** So that values that are in order already are parted in the middle. */
function medianOfThree(values: Float64Array, low: number, high: number): number {
  const first = values[low] ?? 0;
  const middle = values[(low + high) >>> 1] ?? 0;
  const last = values[high] ?? 0;
  return Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last));
}

/** How many cuts are below the value. */
function bucketOf(cuts: readonly number[], value: number): number {
  let place = 0;
  while (place < cuts.length && value > (cuts[place] ?? Infinity)) place += 1;
  return place;
}

function withoutEmptyEnd({ buckets, baseline, current }: Buckets): Buckets {
  if (baseline.at(-1) !== 0 || current.at(-1) !== 0) return { buckets, baseline, current };
  return {
    buckets: buckets.slice(0, -1),
    baseline: baseline.slice(0, -1),
    current: current.slice(0, -1),
  };
}

/** Numbers by size, before texts by their UTF-16 units. */
function compareValues(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}
