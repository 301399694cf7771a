/** Days of usage: the ranges that are offered by name, and the days behind a group of a breakdown. */
import {
  addDays,
  addMonths,
  monthOf,
  spanOf,
  weekStart,
} from '../../../shared/billing/calendar.ts';
import type { Grouping } from '../../../shared/contract/billing.ts';

/** First and last day, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const presets = ['thisMonth', 'lastMonth', 'last30Days', 'last12Months'] as const;
export type Preset = (typeof presets)[number];

/** The UTC day of an instant in ms. */
export function dayOfMs(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function daysOf(preset: Preset, today: string): Days {
  const month = monthOf(today);
  switch (preset) {
    case 'thisMonth':
      return { from: month, to: today };
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'last30Days':
      return { from: addDays(today, -29), to: today };
    case 'last12Months':
      return { from: addMonths(month, -11), to: today };
  }
}

/** The preset that has exactly these days. */
export function presetOf(days: Days, today: string): Preset | undefined {
  return presets.find((each) => {
    const { from, to } = daysOf(each, today);
    return from === days.from && to === days.to;
  });
}

/**
 * The days of a group of a breakdown (`2026-11-21`, `2026-W53`, `2026-11`) within `days`; undefined for
 * groups that are no periods.
 */
export function daysOfGroup(grouping: Grouping, group: string, days: Days): Days | undefined {
  const whole = wholePeriod(grouping, group);
  if (whole === undefined) return undefined;
  return {
    from: whole.from > days.from ? whole.from : days.from,
    to: whole.to < days.to ? whole.to : days.to,
  };
}

function wholePeriod(grouping: Grouping, group: string): Days | undefined {
  if (grouping === 'day') return { from: group, to: group };
  if (grouping === 'month') {
    const { start, end } = spanOf('MONTHLY', `${group}-01`);
    return { from: start, to: addDays(end, -1) };
  }
  const week = /^(\d{4})-W(\d{2})$/.exec(group);
  if (grouping !== 'week' || week === null) return undefined;
  // ISO 8601: the fourth of January is in week 1.
  const start = addDays(weekStart(`${week[1]}-01-04`), (Number(week[2]) - 1) * 7);
  return { from: start, to: addDays(start, 6) };
}

/** The grouping that shows what is inside a group: the days of a month or week, the datasets of a day. */
export function groupingInside(grouping: Grouping): Grouping {
  return grouping === 'month' || grouping === 'week' ? 'day' : 'dataset';
}

/** `YYYY-MM` and the months before it, newest first. */
export function monthsBack(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(`${month}-01`, -index).slice(0, 7));
}

/** `YYYY-MM` and the months after it. */
export function monthsAhead(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(`${month}-01`, index).slice(0, 7));
}
