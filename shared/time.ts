/** Instants as the ledger stores them: UTC text with milliseconds, made once and hashed as that text. */

/** Milliseconds since 1970-01-01T00:00:00Z. Passed in everywhere, so that tests own the time. */
export type Clock = () => number;

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

let cachedMilliseconds = Number.NaN;
let cachedText = '';

/**
 * `YYYY-MM-DDTHH:MM:SS.sssZ` (docs/ledger-format.md, "Values"). Instants from 1970 to 9999 only, so that the
 * order of the texts is the order of time.
 * @throws {RangeError} outside that range or for a fraction of a millisecond
 */
export function instant(milliseconds: number): string {
  if (milliseconds === cachedMilliseconds) return cachedText;
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds > latest) {
    throw new RangeError(`${milliseconds} is not an instant between 1970 and 9999.`);
  }
  cachedMilliseconds = milliseconds;
  cachedText = new Date(milliseconds).toISOString();
  return cachedText;
}

/** Tells whether the text is an instant exactly as `instant` writes it, on a day that exists. */
export function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)) return false;
  const milliseconds = Date.parse(text);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text;
}
