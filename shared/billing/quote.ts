/** What use is going to cost before it is made: the most that a call can come to, what is expected of it, and estimates. */
import { netOfFee } from './invoice-amounts.ts';
import {
  committedCost,
  countedUnits,
  firstRate,
  flatCost,
  isOpenRate,
  listPrice,
  monthPrice,
  perDimension,
  type DimensionPrice,
  type PriceRules,
  type UsedBefore,
} from './month-price.ts';
import { dimensions, sumOf, type Dimension, type PerDimension } from './volume.ts';

/** A call before it is made: volumes that it cannot exceed, and those that are likely. */
export interface CallAhead {
  readonly most: PerDimension;
  readonly likely: PerDimension;
}

/** The boundary of a `VOLUME` price that a call may cross. */
export interface TierAhead {
  /** Units of the call that the present tier has room for. */
  readonly room: bigint;
  /** What they cost, and what one unit more makes the call cost; nanos, below zero where the whole month gets cheaper. */
  readonly within: bigint;
  readonly beyond: bigint;
}

export interface QuotedLine {
  readonly dimension: Dimension;
  readonly volume: bigint;
  /** Nanos. */
  readonly atMost: bigint;
  readonly expected: bigint;
  readonly tier: TierAhead | undefined;
}

/** Nanos. */
export interface Quote {
  readonly atMost: bigint;
  readonly expected: bigint;
  readonly monthSoFar: bigint;
  /** The month where it comes to the most. */
  readonly monthAfter: bigint;
  /** An hour beside it. */
  readonly hour: bigint;
  readonly lines: readonly QuotedLine[];
}

/**
 * The price of a call after what was used before. It may deliver less than it asks for: the most is looked for among
 * all volumes up to its own. True while no other use of the account comes between.
 */
export function quoteOf(rules: PriceRules, call: CallAhead, before: UsedBefore): Quote {
  const dearest = perDimension((each) => dearestVolume(each, rules, call.most[each], before));
  const atMost = useCosts(rules, dearest, before);
  const expected = useCosts(rules, call.likely, before);
  const monthSoFar = sumOf(monthPrice(rules, before.month).cost);
  const most = sumOf(atMost);
  const hour = { time: 1_000_000n, record: 0n, data: 0n, operation: 0n };
  return {
    atMost: most,
    expected: sumOf(expected),
    monthSoFar,
    monthAfter: monthSoFar + most,
    hour: sumOf(useCosts(rules, hour, before)),
    lines: dimensions
      .filter((each) => call.most[each] > 0n)
      .map((dimension) => ({
        dimension,
        volume: call.most[dimension],
        atMost: atMost[dimension],
        expected: expected[dimension],
        tier: tierAhead(dimension, rules, call.most[dimension], before),
      })),
  };
}

/** By how much `volume` more units raise the price of the month, what they make of the rest of it included; nanos. */
export function useCosts(
  rules: PriceRules,
  volume: PerDimension,
  before: UsedBefore,
): PerDimension {
  const { commitment } = rules;
  const raises = perDimension((each) => raiseOf(each, rules, volume[each], before));
  if (commitment === undefined) return raises;
  let list = sumOf(perDimension((each) => listPrice(each, rules, before.month[each])));
  return perDimension((each) => {
    const from = committedCost(commitment, list);
    list += raises[each];
    return committedCost(commitment, list) - from;
  });
}

/** The same of one dimension, before a commitment. At one open rate use is counted by its session. */
function raiseOf(
  dimension: Dimension,
  rules: PriceRules,
  units: bigint,
  { session, month }: UsedBefore,
): bigint {
  if (units === 0n) return 0n;
  if (isOpenRate(rules, dimension)) {
    const at = (volume: bigint) => flatCost(dimension, firstRate(rules.prices[dimension]), volume);
    return at(session[dimension] + units) - at(session[dimension]);
  }
  const used = month[dimension];
  return listPrice(dimension, rules, used + units) - listPrice(dimension, rules, used);
}

/** Of the volumes up to `most`, the one that raises the price of the month by the most. */
function dearestVolume(
  dimension: Dimension,
  rules: PriceRules,
  most: bigint,
  before: UsedBefore,
): bigint {
  const ends = tierEnds(rules.prices[dimension])
    .map((end) => end - before.month[dimension])
    .filter((room) => room > 0n && room < most);
  const cost = (volume: bigint) => raiseOf(dimension, rules, volume, before);
  return [...ends, most].reduce(
    (dearest, each) => (cost(each) > cost(dearest) ? each : dearest),
    0n,
  );
}

/** Units up to which each tier of a `VOLUME` price goes: only there does more use make the whole cheaper. */
function tierEnds(price: DimensionPrice): bigint[] {
  if (price.mode !== 'VOLUME') return [];
  const { free, unitsInPackage } = price;
  return price.tiers.flatMap(({ upTo }) =>
    upTo === null ? [] : [free + upTo * (unitsInPackage ?? 1n)],
  );
}

function tierAhead(
  dimension: Dimension,
  rules: PriceRules,
  most: bigint,
  before: UsedBefore,
): TierAhead | undefined {
  const price = rules.prices[dimension];
  const used = before.month[dimension];
  const end = tierEnds(price).find((each) => each >= used);
  if (end === undefined || end - used >= most || countedUnits(price, used + most) === 0n) {
    return undefined;
  }
  const room = end - used;
  const cost = (volume: bigint) => raiseOf(dimension, rules, volume, before);
  return { room, within: cost(room), beyond: cost(room + 1n) };
}

/** Use that somebody expects; whole units. */
export interface ExpectedUse {
  readonly rows: bigint;
  readonly microHours: bigint;
  readonly operations: bigint;
  /** Mean of a row as it is given out. */
  readonly bytesPerRow: bigint;
}

/** Nanos. */
export interface Estimate {
  readonly usage: bigint;
  readonly holderShare: bigint;
}

/**
 * Prices the use as if nothing else was used in the month.
 * @param feeBps what the holder is charged; hundredths of a percent
 */
export function estimateOf(rules: PriceRules, use: ExpectedUse, feeBps: bigint): Estimate {
  const usage = sumOf(monthPrice(rules, volumeOf(use)).cost);
  return { usage, holderShare: netOfFee(usage, feeBps).net };
}

export function volumeOf({ rows, microHours, operations, bytesPerRow }: ExpectedUse): PerDimension {
  return { time: microHours, record: rows, data: rows * bytesPerRow, operation: operations };
}
