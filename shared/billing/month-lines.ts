/** The lines of an account's month by its rate card: use by dimension, what a commitment still owes, fees, a minimum. */
import { daysBetween, spanOf } from './calendar.ts';
import { commitmentFee, monthPrice, perDimension, type PriceRules } from './month-price.ts';
import { hdiv } from './rounding.ts';
import { dimensions, sumOf, type Dimension, type PerDimension } from './volume.ts';

/** A rate card as far as amounts are concerned; minor units. */
export interface CardTerms {
  readonly rules: PriceRules;
  readonly fees: readonly { readonly description: string; readonly amount: bigint }[];
  readonly minimum: bigint | undefined;
}

/** The part of a month in which an account was there. */
export interface ActivePart {
  readonly days: bigint;
  readonly ofDays: bigint;
}

export const wholeMonth: ActivePart = { days: 1n, ofDays: 1n };

/** Days of a month (its first day) from `startsOn` to `endsOn`, both included; null without an end. */
export function activePart(month: string, startsOn: string, endsOn: string | null): ActivePart {
  const { start, end } = spanOf('MONTHLY', month);
  const ofDays = daysBetween(start, end);
  const before = Math.min(ofDays, Math.max(0, daysBetween(start, startsOn)));
  const after = endsOn === null ? 0 : Math.max(0, daysBetween(endsOn, end) - 1);
  return { days: BigInt(Math.max(0, ofDays - before - after)), ofDays: BigInt(ofDays) };
}

/** An amount for a part of a month, rounded once. */
export function forPart(amount: bigint, { days, ofDays }: ActivePart): bigint {
  return hdiv(amount * days, ofDays);
}

/** Rules with the coverage of a part of a month. Tiers, free units and packages are the same for a day and a month. */
export function rulesForPart(rules: PriceRules, part: ActivePart): PriceRules {
  const { commitment } = rules;
  if (commitment === undefined || part.days === part.ofDays) return rules;
  return { ...rules, commitment: { ...commitment, coverage: forPart(commitment.coverage, part) } };
}

/** Minor units. */
export interface MonthLines {
  /** What is asked for the use of the month, by dimension. */
  readonly usage: PerDimension;
  /** Null without a commitment, or where it is used up. */
  readonly trueUp: bigint | null;
  readonly fees: readonly { readonly description: string; readonly amount: bigint }[];
  /** What is missing to the minimum; null where nothing is. */
  readonly minimum: bigint | null;
}

/**
 * Lines of a month: each dimension's price rounded once, and what follows from the sum.
 * @param late amounts of other months on the same invoice, which count towards the minimum
 * @param minor nanos in a minor unit
 */
export function monthLines(
  card: CardTerms,
  volumes: PerDimension,
  {
    part,
    minor,
    late = 0n,
  }: { readonly part: ActivePart; readonly minor: bigint; readonly late?: bigint },
): MonthLines {
  const rules = rulesForPart(card.rules, part);
  const { cost, list } = monthPrice(rules, volumes);
  const usage = perDimension((each) => hdiv(cost[each], minor));
  const used = sumOf(usage);
  const { commitment } = rules;
  const trueUp =
    commitment === undefined || sumOf(list) > commitment.coverage
      ? null
      : hdiv(commitmentFee(commitment), minor) - used;
  const fees = card.fees.map(({ description, amount }) => ({
    description,
    amount: forPart(amount, part),
  }));
  const asked = used + late + (trueUp ?? 0n) + fees.reduce((sum, { amount }) => sum + amount, 0n);
  const missing = card.minimum === undefined ? 0n : forPart(card.minimum, part) - asked;
  return { usage, trueUp, fees, minimum: missing > 0n ? missing : null };
}

/**
 * Amounts for late use of a closed month, by dimension: the price of all of its use now, less what documents in
 * force ask for it. Below zero where more use made all of it cheaper.
 */
export function lateAmounts(
  card: CardTerms,
  volumes: PerDimension,
  {
    part,
    minor,
    asked,
  }: { readonly part: ActivePart; readonly minor: bigint; readonly asked: PerDimension },
): Readonly<Record<Dimension, bigint>> {
  const { cost } = monthPrice(rulesForPart(card.rules, part), volumes);
  return perDimension((each) => hdiv(cost[each], minor) - asked[each]);
}

/** Dimensions with an amount, in their order. */
export function askedDimensions(amounts: PerDimension): Dimension[] {
  return dimensions.filter((each) => amounts[each] !== 0n);
}
