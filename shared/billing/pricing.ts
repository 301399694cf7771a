/** What usage costs under a rate card, in nanos. */
import { hdiv } from './rounding.ts';
import { dimensions, nothing, unitsPerRate, type Dimension, type PerDimension } from './volume.ts';

export const priceModels = ['PAY_PER_USE', 'TIERED', 'COMMITTED', 'CUSTOM'] as const;
export type PriceModel = (typeof priceModels)[number];

/** `upTo` is cumulative and inclusive, in units of the dimension; null in the last tier, which is open. */
export interface Tier {
  readonly upTo: bigint | null;
  /** Micros. */
  readonly rate: bigint;
}

/**
 * One rate; graduated tiers; or all units at the rate of the tier that the total reaches, which is
 * charged at the first rate and adjusted when the period ends.
 */
export type DimensionPrice =
  | { readonly kind: 'FLAT'; readonly rate: bigint }
  | { readonly kind: 'GRADUATED' | 'ALL_UNITS'; readonly tiers: readonly Tier[] };

/** A level that is paid for whether it is used or not. Nanos and basis points (10000 = 1). */
export interface Commitment {
  readonly coverage: bigint;
  readonly discountBps: bigint;
  /** At least 10000. */
  readonly overageBps: bigint;
}

export type Prices = Readonly<Record<Dimension, DimensionPrice>>;

export interface PriceRules {
  readonly prices: Prices;
  readonly commitment: Commitment | undefined;
}

/** Volume used before, which decides at what price the next units are charged. */
export interface UsedBefore {
  /** Volumes of this session. */
  readonly session: PerDimension;
  /** Volumes of the account in the UTC month. */
  readonly month: PerDimension;
  /** Value of the account's usage in the UTC month at list prices, nanos. */
  readonly monthList: bigint;
}

const tenThousand = 10_000n;

/** `rate × volume` in nanos, rounded once. */
export function flatCost(dimension: Dimension, rate: bigint, volume: bigint): bigint {
  return hdiv(rate * volume * 1_000n, unitsPerRate[dimension]);
}

/** Cost of `volume` units from the first one on, each at the rate of its own tier. */
export function graduatedCost(
  dimension: Dimension,
  tiers: readonly Tier[],
  volume: bigint,
): bigint {
  let priced = 0n;
  let sum = 0n;
  for (const { upTo, rate } of tiers) {
    const end = upTo === null || upTo > volume ? volume : upTo;
    if (end > priced) {
      sum += rate * (end - priced);
      priced = end;
    }
  }
  return hdiv(sum * 1_000n, unitsPerRate[dimension]);
}

/** Cost of `volume` units, all at the rate of the tier that their number reaches. */
export function allUnitsCost(dimension: Dimension, tiers: readonly Tier[], volume: bigint): bigint {
  const reached = tiers.find(({ upTo }) => upTo === null || volume <= upTo);
  return flatCost(dimension, reached?.rate ?? 0n, volume);
}

/** The rate of the first unit, micros. */
export function firstRate(price: DimensionPrice): bigint {
  return price.kind === 'FLAT' ? price.rate : (price.tiers[0]?.rate ?? 0n);
}

/** The list price of `volume` more units, nanos. Costs of consecutive calls add up to that of the sum. */
export function listCost(
  dimension: Dimension,
  price: DimensionPrice,
  volume: bigint,
  before: { readonly session: bigint; readonly month: bigint },
): bigint {
  if (price.kind === 'GRADUATED') {
    const cost = (total: bigint) => graduatedCost(dimension, price.tiers, total);
    return cost(before.month + volume) - cost(before.month);
  }
  const rate = firstRate(price);
  return (
    flatCost(dimension, rate, before.session + volume) - flatCost(dimension, rate, before.session)
  );
}

/** Cost of usage of this list value under a commitment, without its true-up; nanos. */
export function committedCost(commitment: Commitment, list: bigint): bigint {
  const { coverage, discountBps, overageBps } = commitment;
  const covered = list < coverage ? list : coverage;
  return hdiv(covered * (tenThousand - discountBps) + (list - covered) * overageBps, tenThousand);
}

/** The fee of a commitment for one period, nanos. */
export function commitmentFee({ coverage, discountBps }: Commitment): bigint {
  return hdiv(coverage * (tenThousand - discountBps), tenThousand);
}

export interface PricedUsage {
  readonly cost: PerDimension;
  /** At list prices, all dimensions. */
  readonly list: bigint;
}

/** Prices `volume` more units, dimension after dimension. */
export function priceUsage(
  { prices, commitment }: PriceRules,
  volume: PerDimension,
  before: UsedBefore,
): PricedUsage {
  const cost: Record<Dimension, bigint> = { ...nothing };
  let list = 0n;
  for (const dimension of dimensions) {
    const value = listCost(dimension, prices[dimension], volume[dimension], {
      session: before.session[dimension],
      month: before.month[dimension],
    });
    cost[dimension] =
      commitment === undefined
        ? value
        : committedCost(commitment, before.monthList + list + value) -
          committedCost(commitment, before.monthList + list);
    list += value;
  }
  return { cost, list };
}
