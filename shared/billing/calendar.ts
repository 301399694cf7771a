/** Days, ISO weeks and months in UTC, as billing counts them. */
import { daySchema, type Day } from '../contract/common.ts';

const dayMs = 86_400_000;

/** The last day that ten characters can name. */
export const lastDay = '9999-12-31';

export const spans = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Span = (typeof spans)[number];

/** A half-open range of whole days, `YYYY-MM-DD`. */
export interface DayRange {
  readonly start: string;
  /** The first day after it. */
  readonly end: string;
}

/** The day of an instant. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** The month of a day or instant, as its first day. */
export function monthOf(text: string): string {
  return `${text.slice(0, 7)}-01`;
}

/** The day that an instant is in, as answers write days. */
export function dayAt(instant: string): Day {
  return daySchema.parse(instant);
}

/** Midnight at which a day begins. */
export function startOf(day: string): Day {
  return dayAt(`${day}T00:00:00.000Z`);
}

/** The last instant of a day. */
export function endOf(day: string): Day {
  return dayAt(`${day}T23:59:59.999Z`);
}

/** The last instant of the day before `end`, for readers who take an end as a part of the period. */
export function lastInstant(end: string): Day {
  return endOf(addDays(end, -1));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day `months` later, or the last one of a shorter month. Count from the original day. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last)))
    .toISOString()
    .slice(0, 10);
}

export function daysBetween(start: string, end: string): number {
  return (Date.parse(end) - Date.parse(start)) / dayMs;
}

/** Monday of the ISO-8601 week of a day. */
export function weekStart(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The ISO-8601 week of a day, `2026-W53`: the year is that of its Thursday. */
export function isoWeek(day: string): string {
  const thursday = addDays(weekStart(day), 3);
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The day, ISO week or month that a day is in. */
export function spanOf(span: Span, day: string): DayRange {
  switch (span) {
    case 'DAILY':
      return { start: day, end: addDays(day, 1) };
    case 'WEEKLY': {
      const start = weekStart(day);
      return { start, end: addDays(start, 7) };
    }
    case 'MONTHLY': {
      const start = monthOf(day);
      return { start, end: addMonths(start, 1) };
    }
  }
}
