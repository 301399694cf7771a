/** The time of a session in whole seconds, cut where UTC days end. */
import { addDays, dayOf, startOf } from '../../shared/billing/calendar.ts';
import { microHours } from '../../shared/billing/volume.ts';
import { instant } from '../../shared/time.ts';

/** Seconds of one UTC day. */
export interface TimeSlice {
  readonly day: string;
  readonly seconds: bigint;
  /** The instant it begins at, on its day. */
  readonly from: string;
}

/**
 * The seconds after `elapsed`, up to `target` or the end of their day. A second belongs to the day in
 * which it ends; one that ends at midnight to the day before.
 */
export function nextSlice(openedAt: string, elapsed: bigint, target: bigint): TimeSlice {
  const opened = Date.parse(openedAt);
  const day = dayOf(instant(opened + (Number(elapsed) + 1) * 1_000 - 1));
  const midnight = Date.parse(startOf(addDays(day, 1)));
  const last = BigInt(Math.floor((midnight - opened) / 1_000));
  const end = last < target ? last : target;
  const from = instant(opened + Number(elapsed) * 1_000);
  return { day, seconds: end - elapsed, from: from > startOf(day) ? from : startOf(day) };
}

/** How many whole seconds of a slice have passed at an instant. */
export function secondsBefore(at: string, { from, seconds }: TimeSlice): bigint {
  const passed = secondsBetween(from, at);
  return passed < seconds ? passed : seconds;
}

/** Whole seconds from one instant to another; none where that is earlier. */
export function secondsBetween(start: string, end: string): bigint {
  return BigInt(Math.max(0, Math.floor((Date.parse(end) - Date.parse(start)) / 1_000)));
}

/** Micro-hours of `seconds` more after `before`, a difference of cumulative values. */
export function timeVolume(before: bigint, seconds: bigint): bigint {
  return microHours(before + seconds) - microHours(before);
}

/**
 * SQL of the instant at which the time of a session ends at the latest: from when its rows were found to be others it reads none.
 * @param s the alias of `sessions`
 */
export const timeEndSql = (s: string): string =>
  `min(coalesce(${s}.revoked_at, ${s}.closed_at, ${s}.expires_at), coalesce(${s}.source_changed_at, ${s}.expires_at))`;
