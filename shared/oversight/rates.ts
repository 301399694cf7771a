/** Rates of favourable decisions and how those of groups compare (docs/oversight.md, "Rates and groups"). */
import { adjustByHolm, fisherExact } from './fisher.ts';

/** Decisions of a group whose outcome is favourable or adverse, and how many of them are favourable. */
export interface Counts {
  readonly n: number;
  readonly favourable: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A share as two whole numbers, numerator first, so that it is compared exactly. */
export type Fraction = readonly [number, number];

export const fourFifths: Fraction = [4, 5];
/** Of a table of groups, one below this share of all decisions is no reference (29 CFR 1607.4 D). */
const leastShare: Fraction = [2, 100];
/** Below this adjusted p a difference is not taken for chance. */
const significance = 0.05;
/** Quantile 0.975 of the normal distribution. */
const z = 1.959963984540054;

/** Share of favourable decisions; undefined without any decision. */
export function rate({ n, favourable }: Counts): number | undefined {
  return n === 0 ? undefined : favourable / n;
}

/** The Wilson score interval of a rate at 95 %; undefined without any decision. */
export function wilson({ n, favourable }: Counts): Interval | undefined {
  if (n === 0) return undefined;
  const share = favourable / n;
  const scale = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / scale;
  return {
    low: favourable === 0 ? 0 : centre - half,
    high: favourable === n ? 1 : centre + half,
  };
}

/** Rate of a group divided by that of the reference; undefined where that has none, or none is favourable. */
export function impactRatio(group: Counts, reference: Counts): number | undefined {
  if (group.n === 0 || reference.n === 0 || reference.favourable === 0) return undefined;
  return group.favourable / group.n / (reference.favourable / reference.n);
}

/** The Katz log interval of an impact ratio at 95 %; undefined where a group has no favourable decision. */
export function katz(group: Counts, reference: Counts): Interval | undefined {
  const ratio = impactRatio(group, reference);
  if (ratio === undefined || group.favourable === 0) return undefined;
  const spread =
    z * Math.sqrt(1 / group.favourable - 1 / group.n + 1 / reference.favourable - 1 / reference.n);
  return { low: ratio * Math.exp(-spread), high: ratio * Math.exp(spread) };
}

/** Tells whether the impact ratio is below a fraction, in whole numbers alone. */
export function isBelow(
  group: Counts,
  reference: Counts,
  [numerator, denominator]: Fraction = fourFifths,
): boolean {
  return (
    BigInt(denominator) * BigInt(group.favourable) * BigInt(reference.n) <
    BigInt(numerator) * BigInt(reference.favourable) * BigInt(group.n)
  );
}

/** Favourable decisions that a group lacks at the reference's rate; undefined where that has none. */
export function shortfall(group: Counts, reference: Counts): number | undefined {
  if (reference.n === 0) return undefined;
  return (group.n * reference.favourable) / reference.n - group.favourable;
}

/** Rate of adverse decisions of a group divided by that of the reference; undefined where that has none. */
export function adverseRatio(group: Counts, reference: Counts): number | undefined {
  return impactRatio(adverse(group), adverse(reference));
}

function adverse({ n, favourable }: Counts): Counts {
  return { n, favourable: n - favourable };
}

/**
 * The group that others are compared with where none is named: the highest rate among those with at least
 * 2 % of all decisions, of equal ones the larger.
 */
export function referenceOf<Group extends Counts>(groups: readonly Group[]): Group | undefined {
  const all = groups.reduce((sum, { n }) => sum + n, 0);
  const [numerator, denominator] = leastShare;
  const eligible = groups.filter(({ n }) => n > 0 && n * denominator >= all * numerator);
  return eligible.toSorted((left, right) => compareRates(right, left) || right.n - left.n)[0];
}

function compareRates(left: Counts, right: Counts): number {
  const difference =
    BigInt(left.favourable) * BigInt(right.n) - BigInt(right.favourable) * BigInt(left.n);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export const fairnessVerdicts = [
  'too_few',
  'below',
  'below_by_chance',
  'differs',
  'no_difference',
] as const;
export type FairnessVerdict = (typeof fairnessVerdicts)[number];

/** A group beside the reference. */
export interface Comparison<Group extends Counts> {
  readonly group: Group;
  readonly ratio: number | undefined;
  readonly interval: Interval | undefined;
  /** Fisher's exact test, two-sided. */
  readonly p: number;
  /** The same adjusted by Holm over the groups that are not small; undefined for one that is. */
  readonly adjusted: number | undefined;
  readonly shortfall: number | undefined;
  readonly adverseRatio: number | undefined;
  readonly verdict: FairnessVerdict;
}

/**
 * Every group but the reference beside it, in the order given. Groups without a decision are left out.
 * @param smallGroup below so many decisions, of a group or of the reference, there is no verdict
 */
export function compareGroups<Group extends Counts>(
  groups: readonly Group[],
  reference: Group,
  { smallGroup, below = fourFifths }: { readonly smallGroup: number; readonly below?: Fraction },
): Comparison<Group>[] {
  const others = groups.filter((group) => group !== reference && group.n > 0);
  const tested = others.map((group) => ({ group, p: pOf(group, reference) }));
  const judged = tested.filter(({ group }) => group.n >= smallGroup && reference.n >= smallGroup);
  const adjusted = adjustByHolm(judged.map(({ p }) => p));
  const adjustedOf = new Map(judged.map(({ group }, place) => [group, adjusted[place]]));
  return tested.map(({ group, p }) => ({
    group,
    ratio: impactRatio(group, reference),
    interval: katz(group, reference),
    p,
    adjusted: adjustedOf.get(group),
    shortfall: shortfall(group, reference),
    adverseRatio: adverseRatio(group, reference),
    verdict: verdictOf(isBelow(group, reference, below), adjustedOf.get(group)),
  }));
}

function pOf(group: Counts, reference: Counts): number {
  return fisherExact(
    group.favourable,
    group.n - group.favourable,
    reference.favourable,
    reference.n - reference.favourable,
  );
}

function verdictOf(isBelowFraction: boolean, adjusted: number | undefined): FairnessVerdict {
  if (adjusted === undefined) return 'too_few';
  const isShown = adjusted < significance;
  if (isBelowFraction) return isShown ? 'below' : 'below_by_chance';
  return isShown ? 'differs' : 'no_difference';
}

/** Bins of confidence: [0, 0.1), [0.1, 0.2) … [0.9, 1]. */
export const confidenceBins = 10;

/** The tenth of a confidence from 0 to 1, counted from 0; 1 is in the last. */
export function confidenceBin(confidence: number): number {
  const bin = Math.min(confidenceBins - 1, Math.floor(confidenceBins * confidence));
  // The product may be rounded up to the border that the number is just below.
  return confidence < bin / confidenceBins ? bin - 1 : bin;
}
