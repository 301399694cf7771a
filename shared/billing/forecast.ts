/** The forecast of a month: what its use will come to if the days that are left are like those before. */
import { addDays, daysBetween, dayOf, spanOf } from './calendar.ts';
import { monthPrice, perDimension, type PriceRules } from './month-price.ts';
import { hdiv } from './rounding.ts';
import { nothing, plus, sumOf, type PerDimension } from './volume.ts';

/** Full days that a forecast looks back upon, and how many there must be. */
const lookBack = 28;
const fewestDays = 7;

export interface Forecast {
  /** Of the whole month. */
  readonly volumes: PerDimension;
  /** Nanos. */
  readonly cost: PerDimension;
  /** Full days that it stands on. */
  readonly days: number;
}

/**
 * Volumes of the days that are left are the mean of the same weekday over the last 28 full days of use; the price is that
 * of the whole volume. Undefined before there are 7 days of use.
 * @param used volumes by day, today's included
 */
export function forecastMonth(
  rules: PriceRules,
  used: ReadonlyMap<string, PerDimension>,
  now: string,
): Forecast | undefined {
  const today = dayOf(now);
  const first = [...used.keys()].toSorted()[0];
  if (first === undefined) return undefined;
  const from = first > addDays(today, -lookBack) ? first : addDays(today, -lookBack);
  const days = daysBetween(from, today);
  if (days < fewestDays) return undefined;
  const usual = [0, 1, 2, 3, 4, 5, 6].map((weekday) => meanOf(weekday, used, { from, today }));
  const { start, end } = spanOf('MONTHLY', today);
  let volumes = nothing;
  for (let day = start; day < end; day = addDays(day, 1)) {
    const known = used.get(day) ?? nothing;
    const expected = usual[weekdayOf(day)] ?? nothing;
    if (day < today) volumes = plus(volumes, known);
    else if (day > today) volumes = plus(volumes, expected);
    else
      volumes = plus(
        volumes,
        perDimension((each) => greater(known[each], expected[each])),
      );
  }
  return { volumes, cost: monthPrice(rules, volumes).cost, days };
}

/** Nanos. */
export function forecastTotal({ cost }: Forecast): bigint {
  return sumOf(cost);
}

function meanOf(
  weekday: number,
  used: ReadonlyMap<string, PerDimension>,
  { from, today }: { readonly from: string; readonly today: string },
): PerDimension {
  let [sum, count] = [nothing, 0n];
  for (let day = from; day < today; day = addDays(day, 1)) {
    if (weekdayOf(day) !== weekday) continue;
    sum = plus(sum, used.get(day) ?? nothing);
    count += 1n;
  }
  return count === 0n ? nothing : perDimension((each) => hdiv(sum[each], count));
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
