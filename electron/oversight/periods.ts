/** Decisions over time: how many of each class there are in each period. */
import type { Oversight, OversightInterval } from '../../shared/contract/oversight.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { shareOf } from './shares.ts';
import { fieldIs, timesFrom, type Counts } from './counted.ts';
import type { DecisionColumns } from './decision-columns.ts';
import {
  adverse,
  classCount,
  classCounts,
  codedColumn,
  favourable,
  type RowClasses,
} from './outcome-counts.ts';

export const dayMs = 86_400_000;
/** No time is behind this one: years have four digits. */
const latest = 253_402_300_799_999;
const mostPeriods = 400;
const yearDays = 365;
const mostVersions = 50;
/** Days that are counted in one array; where they are further apart, by name. */
const mostDays = 400_000;

const longer: Readonly<Record<OversightInterval, OversightInterval | undefined>> = {
  day: 'week',
  week: 'month',
  month: 'quarter',
  quarter: 'year',
  year: undefined,
};

/** Counts by the day since 1970. */
export type DayCounts = Map<number, Float64Array>;

/** Counts by the first millisecond of each period, in order. */
export type PeriodCounts = readonly (readonly [start: number, counts: Float64Array])[];

/** Periods of the rows, as long as asked or as long as makes at most 400 of them. */
export function overTime(
  columns: DecisionColumns,
  rows: Uint32Array,
  by: {
    readonly classes: RowClasses;
    readonly counts: Counts;
    readonly interval: OversightInterval | undefined;
  },
): Oversight['over_time'] {
  const days = countDays(timesOf(columns), rows, by.classes);
  const { interval, told, left } = inPeriods(days, by.interval);
  const { field } = by.classes;
  const firstTold = told[0]?.[0];
  return {
    interval,
    periods: told.map(([start, numbers]) => {
      const { from, to, range } = periodFrom(start, interval);
      const counts = by.counts.within({ decided_at: range });
      const decided = (numbers[favourable] ?? 0) + (numbers[adverse] ?? 0);
      return {
        start: from,
        end: to,
        decisions: counts.of(sum(numbers)),
        classes: classCounts(numbers, field, counts),
        adverse_share: shareOf({ n: decided, favourable: numbers[adverse] ?? 0 }),
      };
    }),
    left_out: by.counts
      .within({
        decided_at: timesFrom(
          undefined,
          left.length === 0 || firstTold === undefined ? '' : isoOf(firstTold),
        ),
      })
      .of(left.reduce((all, [, numbers]) => all + sum(numbers), 0)),
    versions: versionsOf(columns, rows, by.counts),
  };
}

/** Counts of days in periods as long as asked, or as long as makes at most 400 of them: the newest where there are more. */
export function inPeriods(
  days: DayCounts,
  asked: OversightInterval | undefined,
): {
  readonly interval: OversightInterval;
  readonly told: PeriodCounts;
  readonly left: PeriodCounts;
} {
  let interval: OversightInterval = asked ?? usualInterval(spanOfDays(days));
  let periods = periodsOf(days, interval);
  for (
    let next = longer[interval];
    periods.size > mostPeriods && next !== undefined;
    next = longer[interval]
  ) {
    interval = next;
    periods = periodsOf(days, interval);
  }
  const inOrder = [...periods].toSorted(([left], [right]) => left - right);
  return {
    interval,
    told: inOrder.slice(-mostPeriods),
    left: inOrder.slice(0, -mostPeriods),
  };
}

/** A period by its first millisecond: where it begins and ends, and the condition that a time is in it. */
export function periodFrom(
  start: number,
  interval: OversightInterval,
): { readonly from: string; readonly to: string; readonly range: JsonObject } {
  const from = isoOf(start);
  const next = nextPeriod(start, interval);
  const isLast = next > latest;
  const to = isoOf(isLast ? latest : next);
  return { from, to, range: timesFrom(from, isLast ? undefined : to) };
}

/** Versions by their first decision among the rows. */
function versionsOf(
  columns: DecisionColumns,
  rows: Uint32Array,
  counts: Counts,
): Oversight['over_time']['versions'] {
  const { codes, values } = codedColumn(columns.column('version'));
  const times = timesOf(columns);
  const found = new Uint32Array(values.length);
  const first = new Float64Array(values.length).fill(Infinity);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const code = codes[row] ?? 0;
    found[code] = (found[code] ?? 0) + 1;
    const time = times[row] ?? Infinity;
    if (time < (first[code] ?? Infinity)) first[code] = time;
  }
  return values
    .flatMap((version, code) =>
      version === undefined || (found[code] ?? 0) === 0
        ? []
        : [{ version, at: first[code] ?? 0, count: found[code] ?? 0 }],
    )
    .toSorted((left, right) => left.at - right.at)
    .slice(0, mostVersions)
    .map(({ version, at, count }) => ({
      version,
      first_at: isoOf(at),
      records: counts.of(count, fieldIs('version', version)),
    }));
}

/** Times of all rows. */
export function timesOf(columns: DecisionColumns): Float64Array {
  const column = columns.column('decided_at');
  return column?.kind === 'time' ? column.numbers : new Float64Array();
}

/** The earliest and the latest time of some rows. */
export function spanOfTimes(
  times: Float64Array,
  rows: Uint32Array,
): { readonly first: number | undefined; readonly last: number | undefined } {
  if (rows.length === 0) return { first: undefined, last: undefined };
  let [first, last] = [Infinity, -Infinity];
  for (let index = 0; index < rows.length; index += 1) {
    const time = times[rows[index] ?? 0] ?? 0;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}

/** The instant as filters and answers write it. */
export function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function countDays(times: Float64Array, rows: Uint32Array, classes: RowClasses): DayCounts {
  const span = spanOfTimes(times, rows);
  const first = Math.floor((span.first ?? 0) / dayMs);
  const last = Math.floor((span.last ?? 0) / dayMs);
  const days: DayCounts = new Map();
  if (rows.length === 0) return days;
  const { codes, classes: places } = classes;
  if (last - first >= mostDays) {
    for (const row of rows) {
      const day = Math.floor((times[row] ?? 0) / dayMs);
      const counts = days.get(day) ?? new Float64Array(classCount);
      days.set(day, counts);
      const place = places[codes[row] ?? 0] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return days;
  }
  const all = new Float64Array((last - first + 1) * classCount);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const day = Math.floor((times[row] ?? 0) / dayMs) - first;
    const at = day * classCount + (places[codes[row] ?? 0] ?? 0);
    all[at] = (all[at] ?? 0) + 1;
  }
  for (let day = first; day <= last; day += 1) {
    const from = (day - first) * classCount;
    const counts = all.subarray(from, from + classCount);
    if (sum(counts) > 0) days.set(day, counts);
  }
  return days;
}

/** Days from the first one with decisions to the last; less than nothing without any. */
function spanOfDays(days: DayCounts): number {
  let [first, last] = [Infinity, -Infinity];
  for (const day of days.keys()) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return last - first;
}

/** Between a dozen and a few dozen periods, where the decisions span that many days. */
function usualInterval(span: number): OversightInterval {
  if (!(span > 45)) return 'day';
  if (span <= 270) return 'week';
  return span <= 6 * 365 ? 'month' : 'quarter';
}

/** The periods between two times, without a gap, by their first milliseconds: the latest 400 years of them. */
export function axisBetween(
  first: number,
  last: number,
): { readonly interval: OversightInterval; readonly starts: readonly number[] } {
  const to = Math.floor(last / dayMs);
  const from = Math.max(Math.floor(first / dayMs), to - (mostPeriods - 1) * yearDays);
  const interval = to - from > (mostPeriods / 4) * yearDays ? 'year' : usualInterval(to - from);
  const starts: number[] = [];
  for (let start = startOf(from, interval); start <= last; start = nextPeriod(start, interval)) {
    starts.push(start);
  }
  return { interval, starts };
}

/** How many rows are in each period of an axis. */
export function countsOnAxis(
  times: Float64Array,
  rows: Uint32Array,
  starts: readonly number[],
): number[] {
  const counts = starts.map(() => 0);
  const [first = 0] = starts;
  for (let index = 0; index < rows.length; index += 1) {
    const time = times[rows[index] ?? 0] ?? 0;
    if (time < first || counts.length === 0) continue;
    const place = lastAtMost(starts, time);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** The place of the last of rising numbers that is no greater. */
function lastAtMost(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rising[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Counts by the first millisecond of each period. */
function periodsOf(days: DayCounts, interval: OversightInterval): DayCounts {
  const periods: DayCounts = new Map();
  for (const [day, counts] of days) {
    const start = startOf(day, interval);
    const period = periods.get(start) ?? new Float64Array(counts.length);
    periods.set(start, period);
    for (const [place, count] of counts.entries()) period[place] = (period[place] ?? 0) + count;
  }
  return periods;
}

/** The first millisecond of the period that a day is in; weeks begin on Monday. */
function startOf(day: number, interval: OversightInterval): number {
  if (interval === 'day') return day * dayMs;
  if (interval === 'week') return (Math.floor((day + 3) / 7) * 7 - 3) * dayMs;
  const date = new Date(day * dayMs);
  const month = date.getUTCMonth();
  const first = interval === 'year' ? 0 : interval === 'quarter' ? month - (month % 3) : month;
  return monthStart(date.getUTCFullYear(), first);
}

function nextPeriod(start: number, interval: OversightInterval): number {
  if (interval === 'day') return start + dayMs;
  if (interval === 'week') return start + 7 * dayMs;
  const date = new Date(start);
  const months = interval === 'year' ? 12 : interval === 'quarter' ? 3 : 1;
  return monthStart(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** Also of the years below 100, which `Date.UTC` takes for others. */
function monthStart(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}

function sum(numbers: Float64Array): number {
  let all = 0;
  for (const each of numbers) all += each;
  return all;
}
