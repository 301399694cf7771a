/** How large a value is: what keeps computed ones from growing without end. */
import type { JsonValue } from '../../../shared/contract/json.ts';

/**
 * The part of `room` that a value leaves: texts and names take their UTF-16 units, everything else 1; negative where it
 * does not fit, which is found out without looking at the rest of it.
 */
export function roomBehind(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - value.length - 1;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  if (Array.isArray(value)) {
    for (const element of value) {
      if (left < 0) return left;
      left = roomBehind(element, left);
    }
    return left;
  }
  for (const name of Object.keys(value)) {
    if (left < 0) return left;
    left = roomBehind(value[name] ?? null, left - name.length);
  }
  return left;
}
