/** `{"$date": "…"}`: the one operand that is no JSON value. */
import { faultOf } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { FilterError } from './filter.ts';
import { instantOf, type Instant } from './instant.ts';

/** Tells whether an operand is `{"$date": …}`. */
export function isDateOperand(operand: JsonValue): operand is { readonly $date: JsonValue } {
  if (!isJsonObject(operand)) return false;
  const names = Object.keys(operand);
  return names.length === 1 && names[0] === '$date';
}

/**
 * The instant of what stands behind `$date`.
 * @throws {FilterError} at `place` where it is no ISO 8601 date, nor date-time with `Z` or an offset
 */
export function parseDate(
  operand: JsonValue,
  place: string,
): { readonly instant: Instant; readonly text: string } {
  const instant = typeof operand === 'string' ? instantOf(operand) : undefined;
  if (typeof operand !== 'string' || instant === undefined) {
    throw new FilterError(place, faultOf('filter_date'));
  }
  return { instant, text: operand };
}
