/** The output of a model with a member replaced, as a reviewer decides it otherwise. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { pointerNames } from '../json-pointer.ts';

/**
 * The output with another value at a path of the record that begins with `/output`; the same where the path leads
 * nowhere in it. Everything else stays as it is.
 */
export function withReplaced(output: JsonObject, path: string, value: JsonValue): JsonObject {
  const [first, ...names] = pointerNames(path) ?? [];
  if (first !== 'output' || names.length === 0) return output;
  const changed = replaced(output, names, value);
  return isJsonObject(changed) ? changed : output;
}

function replaced(
  whole: JsonValue,
  [name, ...rest]: readonly string[],
  value: JsonValue,
): JsonValue {
  if (name === undefined) return value;
  if (Array.isArray(whole)) {
    const index = /^(0|[1-9]\d*)$/.test(name) ? Number(name) : whole.length;
    return whole.map((each, place) => (place === index ? replaced(each, rest, value) : each));
  }
  if (!isJsonObject(whole)) return whole;
  const before = Object.hasOwn(whole, name) ? whole[name] : undefined;
  if (before === undefined && rest.length > 0) return whole;
  return { ...whole, [name]: before === undefined ? value : replaced(before, rest, value) };
}
