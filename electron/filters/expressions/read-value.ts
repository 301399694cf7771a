/** What `"$path"` stands for in an expression. */
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { isScalar } from '../compare-values.ts';
import { ownMember } from '../field-path.ts';

/**
 * The value at `segments`, `undefined` for a missing one. On an array it is the array of what its
 * objects hold there, as in MongoDB.
 */
export function readValue(
  document: JsonValue,
  segments: readonly string[],
  from = 0,
): JsonValue | undefined {
  let value = document;
  for (let position = from; position < segments.length; position += 1) {
    if (Array.isArray(value)) {
      return value.flatMap((element): JsonValue[] => {
        const inner = isScalar(element) ? undefined : readValue(element, segments, position);
        return inner === undefined ? [] : [inner];
      });
    }
    const member = isJsonObject(value) ? ownMember(value, segments[position] ?? '') : undefined;
    if (member === undefined) return undefined;
    value = member;
  }
  return value;
}
