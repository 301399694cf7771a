/** When the demo decisions were made: years of working days with their hours, seasons and incidents. */
import type { RandomSource } from './random-source.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The first instant of the demo ledger, and the instant before which its last decision was made. */
export const demoStart = Date.UTC(2022, 0, 1);
export const demoEnd = Date.UTC(2026, 10, 1);

/** Relative volume of each UTC hour of a working day: offices open, a lunch dip, a trickle at night. */
const rhythm = [
  2, 2, 1, 1, 2, 4, 10, 28, 62, 88, 96, 84, 58, 74, 92, 86, 64, 40, 24, 16, 11, 8, 5, 3,
] as const;

/** Relative volume of each month: summer and year-end dips, a spring and an autumn peak. */
const season = [0.86, 0.94, 1.08, 1.05, 1.02, 0.98, 0.84, 0.74, 1.06, 1.16, 1.22, 0.9] as const;

/** Days that stand out: a queue replayed in one night, two outages. Relative to the day's usual volume. */
const incidents = new Map<string, number>([
  ['2023-03-14', 0],
  ['2024-11-29', 3.4],
  ['2025-06-19', 0.05],
  ['2026-02-03', 2.2],
]);

/** Tells whether offices are open: decides which models are asked. */
export function isOfficeHour(at: number): boolean {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  const hourOfDay = date.getUTCHours();
  return weekday >= 1 && weekday <= 5 && hourOfDay >= 7 && hourOfDay < 18;
}

/** The volume of the day that starts at `at`, before its hours share it out. */
function weightOfDay(at: number): number {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  const monthAndDay = dateOf(at).slice(5);
  const holiday = monthAndDay === '01-01' || monthAndDay === '12-25' || monthAndDay === '12-26';
  const quiet = holiday ? 0.08 : weekday === 0 ? 0.16 : weekday === 6 ? 0.27 : 1;
  const growth = 1 + (2.4 * (at - demoStart)) / (demoEnd - demoStart);
  const incident = incidents.get(dateOf(at)) ?? 1;
  return (season[date.getUTCMonth()] ?? 1) * quiet * growth * incident;
}

/**
 * The instants (ms, ascending, distinct from one another where there is room) of `records` decisions.
 * One draw from each of `records` equal parts of the calendar's volume: any number has the same shape.
 */
export function* decisionTimes(records: number, random: RandomSource): Generator<number> {
  const weights: number[] = [];
  let total = 0;
  for (let at = demoStart; at < demoEnd; at += day) {
    const ofDay = weightOfDay(at);
    for (const ofHour of rhythm) {
      weights.push(ofDay * ofHour);
      total += ofDay * ofHour;
    }
  }
  let slot = 0;
  let before = 0;
  for (let index = 0; index < records; index += 1) {
    const target = ((index + random.unit()) / records) * total;
    let weight = weights[slot] ?? 0;
    while (before + weight <= target && slot < weights.length - 1) {
      before += weight;
      slot += 1;
      weight = weights[slot] ?? 0;
    }
    const share = weight === 0 ? 0 : Math.min((target - before) / weight, 0.999_999);
    yield demoStart + slot * hour + Math.floor(share * hour);
  }
}

const datesByDay = new Map<number, string>();

/** The calendar day of `at`, `YYYY-MM-DD`, `days` later. */
export function dateOf(at: number, days = 0): string {
  const index = Math.floor(at / day) + days;
  const known = datesByDay.get(index);
  if (known !== undefined) return known;
  const date = new Date(index * day).toISOString().slice(0, 10);
  datesByDay.set(index, date);
  return date;
}
