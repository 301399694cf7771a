/** How many decisions were made in each hour of thirty days, by their places in the chain. */
import { addDays, dayOf } from '../../shared/billing/calendar.ts';
import type { OverviewDay } from '../../shared/contract/overview.ts';

export const shownDays = 30;

/** The first and the last of thirty UTC days that end with the one of an instant. */
export function daysUpTo(instant: string): { from: string; to: string } {
  const to = dayOf(instant);
  return { from: addDays(to, 1 - shownDays), to };
}

/**
 * The days from `from` on. `countsBefore` tells how many decisions were made before each of some
 * instants: as time never goes back in the chain, an hour is what lies between two of its places.
 */
export function daysFrom(
  from: string,
  countsBefore: (instants: readonly string[]) => readonly number[],
): OverviewDay[] {
  const hours = Array.from({ length: shownDays * 24 + 1 }, (_, hour) =>
    instantOf(addDays(from, Math.floor(hour / 24)), hour % 24),
  );
  const before = countsBefore(hours);
  const made = (hour: number) => (before[hour + 1] ?? 0) - (before[hour] ?? 0);
  return Array.from({ length: shownDays }, (_, day) => ({
    date: addDays(from, day),
    total: (before[(day + 1) * 24] ?? 0) - (before[day * 24] ?? 0),
    hours: Array.from({ length: 24 }, (_hour, hour) => made(day * 24 + hour)),
  }));
}

function instantOf(day: string, hour: number): string {
  return `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
}
