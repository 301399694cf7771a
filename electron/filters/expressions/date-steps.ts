/** Dates in steps of a unit: where one begins, and how many lie between two. All in UTC. */
import { calendarDay, dayNumber, secondsPerDay } from '../instant.ts';
import type { DateSteps } from './expression.ts';

/** The second at which the step of a unit began that `seconds` (since 1970) lies in. */
export function truncated(seconds: number, { unit, startOfWeek }: DateSteps): number {
  const days = Math.floor(seconds / secondsPerDay);
  const { year, month } = calendarDay(days);
  switch (unit) {
    case 'year':
      return dayNumber(year, 1, 1) * secondsPerDay;
    case 'quarter':
      return dayNumber(year, month - ((month - 1) % 3), 1) * secondsPerDay;
    case 'month':
      return dayNumber(year, month, 1) * secondsPerDay;
    case 'week':
      return (days - ((weekDay(days) + 7 - startOfWeek) % 7)) * secondsPerDay;
    default: {
      const length = unitSeconds[unit];
      return Math.floor(seconds / length) * length;
    }
  }
}

/** Lengths of the units that have one. */
const unitSeconds = {
  week: 7 * secondsPerDay,
  day: secondsPerDay,
  hour: 3_600,
  minute: 60,
  second: 1,
} as const;

/** How often a step begins after `start` and up to `end`; negative where `end` is before `start`. */
export function stepsBetween(start: number, end: number, steps: DateSteps): number {
  const [from, to] = [truncated(start, steps), truncated(end, steps)];
  const { unit } = steps;
  switch (unit) {
    case 'year':
    case 'quarter':
    case 'month':
      return (monthNumber(to) - monthNumber(from)) / unitMonths[unit];
    default:
      return (to - from) / unitSeconds[unit];
  }
}

const unitMonths = { year: 12, quarter: 3, month: 1 } as const;

function monthNumber(seconds: number): number {
  const { year, month } = calendarDay(Math.floor(seconds / secondsPerDay));
  return year * 12 + month;
}

/** The day of the week from 0, which is Sunday: 1970-01-01 was a Thursday. */
export function weekDay(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}
