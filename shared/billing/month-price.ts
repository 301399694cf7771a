/**
 * The price of a month, P: what a rate card asks for a month's volume of each dimension. Costs of use are differences of
 * it, so that their sum is the same in whatever order the use came. Nanos throughout.
 */
import { allocate } from './allocate.ts';
import { costPlaces, quotientNumber, ratePlaces, numberOf } from './decimal.ts';
import { hdiv } from './rounding.ts';
import {
  dimensions,
  nothing,
  plus,
  sumOf,
  unitsPerRate,
  volumePlaces,
  type Dimension,
  type PerDimension,
} from './volume.ts';

export const priceModels = ['PAY_PER_USE', 'TIERED', 'COMMITTED', 'CUSTOM'] as const;
export type PriceModel = (typeof priceModels)[number];

export const tierModes = ['GRADUATED', 'VOLUME'] as const;
/** Each unit at the rate of its own tier, or all units at that of the tier that their number reaches. */
export type TierMode = (typeof tierModes)[number];

export interface Tier {
  /** Cumulative and inclusive, in units of the dimension or in packages; null in the last tier, which is open. */
  readonly upTo: bigint | null;
  /** Micros for what a rate is for (an hour, a record, a GB, an operation), or for a package. */
  readonly rate: bigint;
  /** Asked once, as soon as the tier is reached; nanos. */
  readonly flat: bigint;
}

/** The price of one dimension, in the order in which its parts are applied. */
export interface DimensionPrice {
  /** Units that cost nothing. */
  readonly free: bigint;
  /** Units in a package, begun ones counted whole: tiers then count packages. Null for none. */
  readonly unitsInPackage: bigint | null;
  readonly mode: TierMode;
  readonly tiers: readonly Tier[];
  /** Nanos; null for none. */
  readonly maximum: bigint | null;
}

/** A level that is paid for whether it is used or not. Nanos and basis points (10000 = 1). */
export interface Commitment {
  readonly coverage: bigint;
  readonly discountBps: bigint;
  /** At least 10000. */
  readonly overageBps: bigint;
}

export interface PriceRules {
  readonly prices: Readonly<Record<Dimension, DimensionPrice>>;
  readonly commitment: Commitment | undefined;
  /** Of the account, inside each price; hundredths of a percent. */
  readonly discountBps: bigint;
}

/** The price of one dimension: what goes by volume, and the flat amount of the tier that a `VOLUME` price reached. */
interface DimensionAmount {
  readonly metered: bigint;
  readonly flat: bigint;
}

export interface MonthPrice {
  /** What each dimension comes to before the commitment. */
  readonly list: PerDimension;
  /** What each line asks. */
  readonly cost: PerDimension;
  /** The part of it that no use carries: flat amounts of `VOLUME` tiers. */
  readonly flats: PerDimension;
}

const whole = 10_000n;

/** A price of one rate. */
export function openRate(rate: bigint): DimensionPrice {
  return {
    free: 0n,
    unitsInPackage: null,
    mode: 'GRADUATED',
    tiers: [{ upTo: null, rate, flat: 0n }],
    maximum: null,
  };
}

/** Tells whether a dimension has one open rate and nothing else bears on its price. */
export function isOpenRate(rules: PriceRules, dimension: Dimension): boolean {
  const { free, unitsInPackage, tiers, maximum } = rules.prices[dimension];
  return (
    rules.commitment === undefined &&
    rules.discountBps === 0n &&
    free === 0n &&
    unitsInPackage === null &&
    maximum === null &&
    tiers.length === 1 &&
    tiers[0]?.flat === 0n
  );
}

/** The rate of the first unit that costs something, micros. */
export function firstRate({ tiers }: DimensionPrice): bigint {
  return tiers[0]?.rate ?? 0n;
}

/** `rate × volume` in nanos, rounded once. */
export function flatCost(dimension: Dimension, rate: bigint, volume: bigint): bigint {
  return hdiv(rate * volume * 1_000n, unitsPerRate[dimension]);
}

/** Units that tiers count: those beyond the free ones, or packages of them. */
export function countedUnits({ free, unitsInPackage }: DimensionPrice, volume: bigint): bigint {
  const units = volume > free ? volume - free : 0n;
  return unitsInPackage === null ? units : (units + unitsInPackage - 1n) / unitsInPackage;
}

/** The place of the tier that a month's volume reaches, from 0; -1 where nothing is counted. */
export function tierReached(price: DimensionPrice, volume: bigint): number {
  const counted = countedUnits(price, volume);
  if (counted === 0n) return -1;
  return price.tiers.findIndex(({ upTo }) => upTo === null || counted <= upTo);
}

/** Rates and flat amounts of `counted` units or packages: micros × units, and nanos. */
function tierSums(
  { mode, tiers }: DimensionPrice,
  counted: bigint,
): { readonly rated: bigint; readonly flats: bigint } {
  if (mode === 'VOLUME') {
    const reached = tiers.find(({ upTo }) => upTo === null || counted <= upTo);
    return { rated: (reached?.rate ?? 0n) * counted, flats: reached?.flat ?? 0n };
  }
  let [rated, flats] = [0n, 0n];
  fillTiers(tiers, counted, ({ rate, flat }, filled) => {
    rated += rate * filled;
    flats += flat;
  });
  return { rated, flats };
}

/** Tells each tier that `counted` units or packages fill, one after the other, and how many of them are its own. */
function fillTiers(
  tiers: readonly Tier[],
  counted: bigint,
  tell: (tier: Tier, filled: bigint) => void,
): void {
  let priced = 0n;
  for (const tier of tiers) {
    const { upTo } = tier;
    const end = upTo === null || upTo > counted ? counted : upTo;
    if (end <= priced) continue;
    tell(tier, end - priced);
    priced = end;
  }
}

/** How many units or packages a rate is for. */
function unitsOfRate(dimension: Dimension, { unitsInPackage }: DimensionPrice): bigint {
  return unitsInPackage === null ? unitsPerRate[dimension] : 1n;
}

/** A tier with what it was used for: units or packages, each at its rate, and what is asked once. */
export interface UsedTier {
  readonly counted: bigint;
  readonly isOfPackages: boolean;
  /** Micros. */
  readonly rate: bigint;
  /** Rate × units, nanos. */
  readonly rated: bigint;
  /** Asked once, nanos. */
  readonly flat: bigint;
}

/** The tiers that a volume fills, one after the other; none where each unit has the same rate. */
export function usedTiers(dimension: Dimension, price: DimensionPrice, volume: bigint): UsedTier[] {
  if (price.mode === 'VOLUME' || price.tiers.length < 2) return [];
  const counted = countedUnits(price, volume);
  const units = unitsOfRate(dimension, price);
  const isOfPackages = price.unitsInPackage !== null;
  const used: UsedTier[] = [];
  fillTiers(price.tiers, counted, ({ rate, flat }, filled) => {
    const rated = hdiv(rate * filled * 1_000n, units);
    used.push({ counted: filled, isOfPackages, rate, rated, flat });
  });
  return used;
}

/** P of one dimension, with the account's discount in it: rounded once. Nothing is asked for no use. */
function amountOf(
  dimension: Dimension,
  { prices, discountBps }: PriceRules,
  volume: bigint,
): DimensionAmount {
  const price = prices[dimension];
  const counted = countedUnits(price, volume);
  if (counted <= 0n) return { metered: 0n, flat: 0n };
  const { rated, flats } = tierSums(price, counted);
  const units = unitsOfRate(dimension, price);
  const most = price.maximum === null ? undefined : price.maximum * units;
  const capped = (amount: bigint) => (most !== undefined && amount > most ? most : amount);
  const rounded = (amount: bigint) => hdiv(amount * (whole - discountBps), units * whole);
  const total = rounded(capped(rated * 1_000n + flats * units));
  const flat = price.mode === 'VOLUME' ? rounded(capped(flats * units)) : 0n;
  return { metered: total - flat, flat };
}

/** P of one dimension before a commitment, nanos. */
export function listPrice(dimension: Dimension, rules: PriceRules, volume: bigint): bigint {
  const { metered, flat } = amountOf(dimension, rules, volume);
  return metered + flat;
}

/** Cost of usage of this list value under a commitment, without its true-up; nanos. */
export function committedCost(commitment: Commitment, list: bigint): bigint {
  const { coverage, discountBps, overageBps } = commitment;
  const covered = list < coverage ? list : coverage;
  return hdiv(covered * (whole - discountBps) + (list - covered) * overageBps, whole);
}

/** The fee of a commitment for one period, nanos. */
export function commitmentFee({ coverage, discountBps }: Commitment): bigint {
  return hdiv(coverage * (whole - discountBps), whole);
}

/**
 * The price of the volumes of a month. A commitment covers the sum of the four dimensions; what it comes to is
 * theirs in proportion to their list prices.
 */
export function monthPrice(rules: PriceRules, volumes: PerDimension): MonthPrice {
  const amounts = perDimension((each) => amountOf(each, rules, volumes[each]));
  const list = perDimension((each) => amounts[each].metered + amounts[each].flat);
  if (rules.commitment === undefined) {
    return { list, cost: list, flats: perDimension((each) => amounts[each].flat) };
  }
  const values = dimensions.map((each) => list[each]);
  const parts =
    sumOf(list) === 0n ? values : allocate(committedCost(rules.commitment, sumOf(list)), values);
  const cost = perDimension((each) => parts[dimensions.indexOf(each)] ?? 0n);
  return { list, cost, flats: nothing };
}

/** Volumes used before, which decide what the next units cost. */
export interface UsedBefore {
  /** Of the session. */
  readonly session: PerDimension;
  /** Of the account in the UTC month. */
  readonly month: PerDimension;
}

export interface PricedUse {
  readonly cost: PerDimension;
  /** Dimensions whose `VOLUME` price reached another tier: what was used of them before has another price too. */
  readonly reprices: readonly Dimension[];
}

/**
 * The cost of `volume` more units: by how much they raise the price of the month. At one open rate it is counted by
 * session, so that cost = listed rate × volume holds for each. Where a `VOLUME` price reaches another tier it is what
 * the units have of the whole, and what came before in the month is to be repriced.
 */
export function priceUse(rules: PriceRules, volume: PerDimension, before: UsedBefore): PricedUse {
  const after = plus(before.month, volume);
  const reprices = repricedDimensions(rules, before.month, after);
  if (rules.commitment !== undefined) {
    return { cost: committedUse(rules, rules.commitment, { before, after, reprices }), reprices };
  }
  const cost = perDimension((dimension) => {
    const units = volume[dimension];
    if (units === 0n) return 0n;
    const price = rules.prices[dimension];
    const [used, total] = [before.month[dimension], after[dimension]];
    if (isOpenRate(rules, dimension)) {
      const inSession = before.session[dimension];
      const cumulative = (at: bigint) => flatCost(dimension, firstRate(price), at);
      return cumulative(inSession + units) - cumulative(inSession);
    }
    const metered = amountOf(dimension, rules, total).metered;
    return isOtherTier(price, used, total)
      ? metered - partOf(metered, used, total)
      : metered - amountOf(dimension, rules, used).metered;
  });
  return { cost, reprices };
}

function committedUse(
  rules: PriceRules,
  commitment: Commitment,
  use: {
    readonly before: UsedBefore;
    readonly after: PerDimension;
    readonly reprices: readonly Dimension[];
  },
): PerDimension {
  const { before, after, reprices } = use;
  if (reprices.length > 0) {
    const { cost } = monthPrice(rules, after);
    return perDimension((each) => cost[each] - partOf(cost[each], before.month[each], after[each]));
  }
  let list = sumOf(perDimension((each) => listPrice(each, rules, before.month[each])));
  return perDimension((each) => {
    const value = listPrice(each, rules, after[each]) - listPrice(each, rules, before.month[each]);
    const from = committedCost(commitment, list);
    list += value;
    return committedCost(commitment, list) - from;
  });
}

/** Dimensions that have another price for what was used before, once a month goes from one volume to another. */
function repricedDimensions(
  { prices, commitment }: PriceRules,
  before: PerDimension,
  after: PerDimension,
): readonly Dimension[] {
  const changed = dimensions.filter((each) => isOtherTier(prices[each], before[each], after[each]));
  return changed.length > 0 && commitment !== undefined ? dimensions : changed;
}

function isOtherTier(price: DimensionPrice, before: bigint, after: bigint): boolean {
  if (price.mode !== 'VOLUME' || before <= 0n || after === before) return false;
  return tierReached(price, before) !== tierReached(price, after);
}

/** What the first `used` of `total` units have of an amount. */
function partOf(amount: bigint, used: bigint, total: bigint): bigint {
  return total <= 0n ? 0n : hdiv(amount * used, total);
}

/** Use of one session on one day, in the order in which a month is gone through: by day, then by session. */
export interface SessionDay {
  readonly session: bigint;
  readonly volume: PerDimension;
  /** What the session used before the month. */
  readonly usedBefore: PerDimension;
}

/**
 * Costs of each session on each day of a month, from the price of the whole: together, all of it but flat amounts of `VOLUME` tiers.
 * Tiers are run through in the order of the days given.
 */
export function repricedDays(rules: PriceRules, days: readonly SessionDay[]): PerDimension[] {
  const isSpread = dimensions.some((each) => rules.prices[each].mode === 'VOLUME');
  if (rules.commitment !== undefined && !isSpread) {
    let month = nothing;
    return days.map(({ volume }) => {
      const before = { session: nothing, month };
      month = plus(month, volume);
      return priceUse(rules, volume, before).cost;
    });
  }
  const total = days.reduce((sum, { volume }) => plus(sum, volume), nothing);
  const { cost, flats } = monthPrice(rules, total);
  const columns = perDimension((each) =>
    costsByDay(each, rules, { days, total: total[each], metered: cost[each] - flats[each] }),
  );
  return days.map((_day, index) => perDimension((each) => columns[each][index] ?? 0n));
}

/** Costs of one dimension by day. */
function costsByDay(
  dimension: Dimension,
  rules: PriceRules,
  month: { readonly days: readonly SessionDay[]; readonly total: bigint; readonly metered: bigint },
): bigint[] {
  const price = rules.prices[dimension];
  if (isOpenRate(rules, dimension)) {
    const used = new Map<bigint, bigint>();
    const cumulative = (at: bigint) => flatCost(dimension, firstRate(price), at);
    return month.days.map(({ session, volume, usedBefore }) => {
      const from = used.get(session) ?? usedBefore[dimension];
      const to = from + volume[dimension];
      used.set(session, to);
      return cumulative(to) - cumulative(from);
    });
  }
  const isSpread = price.mode === 'VOLUME' || rules.commitment !== undefined;
  const upTo = (at: bigint) =>
    isSpread ? partOf(month.metered, at, month.total) : amountOf(dimension, rules, at).metered;
  let used = 0n;
  return month.days.map(({ volume }) => {
    const from = used;
    used += volume[dimension];
    return upTo(used) - upTo(from);
  });
}

/**
 * The rate that use is shown with: cost = rate × volume within half a nano, whatever the rate card. The listed one where
 * the card has one open rate or nothing was used, else what the use came to. Per hour, record, GB or operation.
 */
export function shownRate(
  dimension: Dimension,
  rules: PriceRules,
  { volume, cost }: { readonly volume: bigint; readonly cost: bigint },
): number {
  const listed = firstRate(rules.prices[dimension]);
  const isListed =
    volume === 0n || (isOpenRate(rules, dimension) && flatCost(dimension, listed, volume) === cost);
  return isListed ? numberOf(listed, ratePlaces) : effectiveRate(dimension, { volume, cost });
}

/** Rate that use came to, cost ÷ volume. */
export function effectiveRate(
  dimension: Dimension,
  { volume, cost }: { readonly volume: bigint; readonly cost: bigint },
): number {
  const places = BigInt(volumePlaces[dimension]);
  return quotientNumber(cost * 10n ** places, volume * 10n ** BigInt(costPlaces));
}

/** One value for each dimension, made in their order. */
export function perDimension<Value>(
  make: (dimension: Dimension) => Value,
): Readonly<Record<Dimension, Value>> {
  return {
    time: make('time'),
    record: make('record'),
    data: make('data'),
    operation: make('operation'),
  };
}
