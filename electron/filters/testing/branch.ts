/** Branches of `$switch`, which have a member that nothing that may be awaited should have. */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';

const names = ['case', 'then'];

/** The branch by which `value` follows from `test`. */
export function branch(test: JsonValue, value: JsonValue): JsonObject {
  const parts = [test, value];
  return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? null]));
}
