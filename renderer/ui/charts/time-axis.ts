/** A time axis without holes, and what each of its periods is called. */
import { formatDay, formatMonth } from '../format.ts';

export type Interval = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** More columns than this are not told apart; then only the periods that hold something are drawn. */
const mostColumns = 160;

const dayText = (at: Date) => at.toISOString().slice(0, 10);

/** The first day of the period that follows the one starting on `start`. */
export function nextStart(start: string, interval: Interval): string {
  const at = new Date(`${start}T00:00:00.000Z`);
  switch (interval) {
    case 'day':
      at.setUTCDate(at.getUTCDate() + 1);
      break;
    case 'week':
      at.setUTCDate(at.getUTCDate() + 7);
      break;
    case 'month':
      at.setUTCMonth(at.getUTCMonth() + 1);
      break;
    case 'quarter':
      at.setUTCMonth(at.getUTCMonth() + 3);
      break;
    case 'year':
      at.setUTCFullYear(at.getUTCFullYear() + 1);
      break;
  }
  return dayText(at);
}

/** The first instant of a day. */
export function instantOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Every period from the first to the last by their first days; `empty` makes those that are left out. */
export function wholeAxis<Period>(
  periods: readonly Period[],
  interval: Interval,
  startOf: (period: Period) => string,
  empty: (start: string) => Period,
): readonly Period[] {
  const byStart = new Map(periods.map((period) => [startOf(period), period]));
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return [];
  const axis: Period[] = [];
  for (let start = startOf(first); start <= startOf(last); start = nextStart(start, interval)) {
    if (axis.length === mostColumns) return periods;
    axis.push(byStart.get(start) ?? empty(start));
  }
  return axis;
}

const names: Readonly<Record<Interval, (start: string) => string>> = {
  day: formatDay,
  week: formatDay,
  month: (start) => formatMonth(start.slice(0, 7), 'middle'),
  quarter: (start) =>
    `Q${Math.floor((Number(start.slice(5, 7)) - 1) / 3) + 1} ${start.slice(0, 4)}`,
  year: (start) => start.slice(0, 4),
};

/** A period in words: `14 Mar 2026`, `Mar 2026`, `Q1 2026`, `2026`. */
export function periodName(start: string, interval: Interval): string {
  return names[interval](start);
}
