/** What a transformation changed in a row, leaf by leaf. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';

/** A leaf before and after; null where it is not there. */
export interface ChangedLeaf {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Scalars by dotted path; elements of arrays by their place. Empty containers are leaves too. */
function leavesOf(value: JsonValue, path: string, into: Map<string, string>): void {
  const inside: [string, JsonValue][] = [];
  if (Array.isArray(value))
    inside.push(...value.map((each, at): [string, JsonValue] => [String(at), each]));
  else if (isJsonObject(value)) inside.push(...Object.entries(value));
  if (inside.length === 0) into.set(path, JSON.stringify(value));
  for (const [name, each] of inside) leavesOf(each, path === '' ? name : `${path}.${name}`, into);
}

/** The leaves at some fields of a row, where how it was before is not told. */
export function leavesAt(after: JsonObject, fields: readonly string[]): ChangedLeaf[] {
  const leaves = new Map<string, string>();
  leavesOf(after, '', leaves);
  return [...leaves]
    .filter(([path]) => {
      const named = path
        .split('.')
        .filter((segment) => !/^\d+$/.test(segment))
        .join('.');
      return fields.some((each) => named === each || named.startsWith(`${each}.`));
    })
    .map(([path, text]) => ({ path, before: null, after: text }));
}

/** The leaves that differ, in the order of the row before, then those that are new. */
export function changedLeaves(before: JsonObject, after: JsonObject): ChangedLeaf[] {
  const old = new Map<string, string>();
  const fresh = new Map<string, string>();
  leavesOf(before, '', old);
  leavesOf(after, '', fresh);
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
    .filter((each) => each.before !== each.after);
}
