/** Whole numbers as facts and lines of shares hold them. */
import type { JsonValue } from '../../shared/contract/json.ts';

/** Beyond 2^53 − 1 it is its digits; undefined for anything else. */
export function wholeOfFact(value: JsonValue | undefined): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}
