/** When the demo decisions were made: years of working days with their hours, seasons and incidents. */
import type { RandomSource } from './random-source.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The end of the calendar by whose dates the demo is written down. */
export const writtenEnd = Date.UTC(2026, 10, 1);
const length = writtenEnd - Date.UTC(2022, 0, 1);

/** The days of one demo ledger: whatever happens in it counts back from its end. */
export class DemoCalendar {
  /** Its first instant, and the instant before which its last decision was made. */
  readonly start: number;
  readonly end: number;

  constructor(end = writtenEnd) {
    this.start = end - length;
    this.end = end;
  }

  /** The calendar of a demo ledger, by the instant of its genesis. */
  static from(start: number): DemoCalendar {
    return new DemoCalendar(start + length);
  }

  /** The instant as many days before the last one as `written` is before that of the calendar as it is written down. */
  of(written: number): number {
    return startOfDay(this.end) - (writtenEnd - written);
  }
}

function startOfDay(at: number): number {
  return Math.floor(at / day) * day;
}

/** Relative volume of each UTC hour of a working day: offices open, a lunch dip, a trickle at night. */
const rhythm = [
  2, 2, 1, 1, 2, 4, 10, 28, 62, 88, 96, 84, 58, 74, 92, 86, 64, 40, 24, 16, 11, 8, 5, 3,
] as const;

/** Relative volume of each month: summer and year-end dips, a spring and an autumn peak. */
const season = [0.86, 0.94, 1.08, 1.05, 1.02, 0.98, 0.84, 0.74, 1.06, 1.16, 1.22, 0.9] as const;

/** Days that stand out: a queue replayed in one night, two outages. Relative to the day's usual volume. */
const incidents: readonly (readonly [written: number, factor: number])[] = [
  [Date.UTC(2023, 2, 14), 0],
  [Date.UTC(2024, 10, 29), 3.4],
  [Date.UTC(2025, 5, 19), 0.05],
  [Date.UTC(2026, 1, 3), 2.2],
];

/** The days of a calendar that stand out: each the nearest one with the weekday that it is written down with. */
function incidentDays(calendar: DemoCalendar): ReadonlyMap<number, number> {
  return new Map(
    incidents.map(([written, factor]) => {
      const at = calendar.of(written);
      const ahead = (new Date(written).getUTCDay() - new Date(at).getUTCDay() + 10) % 7;
      return [at + (ahead - 3) * day, factor];
    }),
  );
}

/** Tells whether offices are open: decides which models are asked. */
export function isOfficeHour(at: number): boolean {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  const hourOfDay = date.getUTCHours();
  return weekday >= 1 && weekday <= 5 && hourOfDay >= 7 && hourOfDay < 18;
}

/** The volume of the day that starts at `at`, before its hours share it out and incidents change it. */
function weightOfDay(at: number, { start, end }: DemoCalendar): number {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  const monthAndDay = dateOf(at).slice(5);
  const holiday = monthAndDay === '01-01' || monthAndDay === '12-25' || monthAndDay === '12-26';
  const quiet = holiday ? 0.08 : weekday === 0 ? 0.16 : weekday === 6 ? 0.27 : 1;
  const growth = 1 + (2.4 * (at - start)) / (end - start);
  return (season[date.getUTCMonth()] ?? 1) * quiet * growth;
}

/** An hour, or as much of it as the calendar has. */
interface Slot {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

function slotsOf(calendar: DemoCalendar): Slot[] {
  const { start, end } = calendar;
  const slots: Slot[] = [];
  const special = incidentDays(calendar);
  for (let date = startOfDay(start); date < end; date += day) {
    const ofDay = weightOfDay(date, calendar) * (special.get(date) ?? 1);
    for (const [index, ofHour] of rhythm.entries()) {
      const [from, to] = [
        Math.max(date + index * hour, start),
        Math.min(date + (index + 1) * hour, end),
      ];
      if (from < to) slots.push({ from, to, weight: (ofDay * ofHour * (to - from)) / hour });
    }
  }
  return slots;
}

/**
 * The instants (ms, ascending, distinct from one another where there is room) of `records` decisions.
 * One draw from each of `records` equal parts of the calendar's volume: any number has the same shape. The last is of
 * the day in which the calendar ends.
 */
export function* decisionTimes(
  records: number,
  random: RandomSource,
  calendar: DemoCalendar,
): Generator<number> {
  const slots = slotsOf(calendar);
  const total = slots.reduce((sum, { weight }) => sum + weight, 0);
  const today = startOfDay(calendar.end - 1);
  let place = 0;
  let before = 0;
  for (let index = 0; index < records; index += 1) {
    const target = ((index + random.unit()) / records) * total;
    let slot = slots[place];
    while (slot !== undefined && before + slot.weight <= target && place < slots.length - 1) {
      before += slot.weight;
      place += 1;
      slot = slots[place];
    }
    if (slot === undefined) return;
    const { from, to, weight } = slot;
    const share = weight === 0 ? 0 : Math.min((target - before) / weight, 0.999_999);
    const at = from + Math.floor(share * (to - from));
    const isLast = index === records - 1;
    yield isLast && at < today ? today + Math.floor((calendar.end - today) / 2) : at;
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
