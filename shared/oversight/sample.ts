/**
 * Which records are drawn for people to read: told by the record's hash, which nobody who sends it can steer and
 * anybody who has the ledger can read (docs/oversight.md, "Samples").
 */

/** Numbers of 32 bits. */
const numbers = 2 ** 32;

/** A record is drawn where its number is below this, of a sample of `percent`. */
export function sampleThreshold(percent: number): number {
  return Math.floor((percent * numbers) / 100);
}

/** Tells whether a record is in the sample. @param hash of the record, as hexadecimal digits */
export function isSampled(hash: string, percent: number): boolean {
  return Number.parseInt(hash.slice(0, 8), 16) < sampleThreshold(percent);
}

/** Tells whether a reviewed record is drawn for a second, blind review. @param hash as hexadecimal digits */
export function isSampledBlind(hash: string, percent: number): boolean {
  return Number.parseInt(hash.slice(8, 16), 16) < sampleThreshold(percent);
}
