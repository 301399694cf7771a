/** The leaves of a JSON value: members that hold no further members, each at its path. */
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';

/** Names of members and places in arrays, from the outermost inwards. */
export type JsonPath = readonly (string | number)[];

export interface Leaf {
  readonly path: JsonPath;
  /** JSON text of the value; an empty object and an empty array are leaves too. */
  readonly text: string;
}

/** The leaves below `value`, in their own order; `path` is where the value itself stands. */
export function leavesOf(value: JsonValue, path: JsonPath = []): Leaf[] {
  const members: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isJsonObject(value) ? value : {});
  if (members.length === 0) return [{ path, text: JSON.stringify(value) }];
  return members.flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

/** Names that need no quotes in a path. */
const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/**
 * A path as text: `input.history[2].amount`. A name that could be read as something else stands in
 * quotes, `input["a.b"]`, so that no two paths have the same text.
 */
export function pathText(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!plain.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** The leaves below `value` by the text of their path. */
export function leavesByPath(value: JsonValue, path: JsonPath = []): Map<string, string> {
  return new Map(leavesOf(value, path).map((leaf) => [pathText(leaf.path), leaf.text]));
}
