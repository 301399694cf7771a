/** Noise of statistics: whole numbers from a two-sided geometric distribution, drawn from a digest. */
import { uniform } from '../transformations/noise.ts';
import type { KeyedDigest } from '../transformations/keyed-digest.ts';

/** Place of a draw: the same one has the same noise for ever. */
export interface DrawPlace {
  readonly query: string;
  /** RFC 8785 text of the group's key; empty for a key of null. */
  readonly group: string;
  /** `n`, or the address of a field that is summed. */
  readonly measure: string;
}

/** Bytes of a digest that one uniform draw takes. */
const drawBytes = 8;

/** The noise of a measure of which one entity changes `1/e` parts of ε; G(0) − G(1). */
export function noiseAt(
  digest: KeyedDigest,
  { query, group, measure }: DrawPlace,
  e: number,
): number {
  const drawn = digest('disclosure.noise/v1', [query, group, measure]);
  return geometric(drawn, 0, e) - geometric(drawn, 1, e);
}

/** How often in a row something of probability e^−e happens. */
export function geometric(drawn: Buffer, index: 0 | 1, e: number): number {
  return Math.floor(Math.log(uniform(drawn, index * drawBytes)) / -e);
}
