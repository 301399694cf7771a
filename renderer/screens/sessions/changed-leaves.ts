/** What a transformation changed in a row, leaf by leaf. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { leavesByPath, leavesOf, pathText } from '../../ui/json/leaves.ts';

/** A leaf before and after; null where it is not there. */
export interface ChangedLeaf {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The leaves at some fields of a row, where how it was before is not told. */
export function leavesAt(after: JsonObject, fields: readonly string[]): ChangedLeaf[] {
  return leavesOf(after)
    .filter(({ path }) => {
      const named = path.filter((part) => typeof part === 'string').join('.');
      return fields.some((each) => named === each || named.startsWith(`${each}.`));
    })
    .map(({ path, text }) => ({ path: pathText(path), before: null, after: text }));
}

/** The leaves that differ, in the order of the row before, then those that are new. */
export function changedLeaves(before: JsonObject, after: JsonObject): ChangedLeaf[] {
  const old = leavesByPath(before);
  const fresh = leavesByPath(after);
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
    .filter((each) => each.before !== each.after);
}
