/** When a delivery that did not succeed is tried again. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from one attempt to the next: ten attempts in 75.6 hours. */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Attempts that one delivery has. */
export const mostAttempts = delays.length + 1;
/** Milliseconds from the first attempt to the last, without what is added at random. */
export const seriesMs = delays.reduce((sum, each) => sum + each, 0);
/** How much may be added at random, as a share, so that receivers are not all asked at once. */
const jitter = 0.1;
/** A receiver may ask for no later time; milliseconds. */
const latestAsked = 24 * hour;

/**
 * Milliseconds until the next attempt; undefined after the last one.
 * @param attempts how many were made
 * @param random from 0 to 1
 * @param asked what the receiver asked for by Retry-After, milliseconds: it can only make it later
 */
export function delayAfter(
  attempts: number,
  random: number,
  asked: number | null = null,
): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const later = Math.round(delay * (1 + jitter * random));
  return asked === null ? later : Math.max(later, Math.min(asked, latestAsked));
}

/** The time that a Retry-After asks for, in milliseconds from `now`; null for none that can be read. */
export function askedDelay(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
