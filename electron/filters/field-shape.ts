/** What a profile says of a path: whether arrays are on the way, and what is at its end. */
import { jsonType, type ProfileView } from './path-profile.ts';
import { canBeSqlPath, jsonPath } from './sql.ts';

/** The length of the shortest path on the way that may hold an array; undefined where none does. */
export function firstArray(segments: readonly string[], profile: ProfileView): number | undefined {
  for (let length = 1; length < segments.length; length += 1) {
    if ((profile.typesAt(segments.slice(0, length)) & jsonType.array) !== 0) return length;
  }
  return undefined;
}

/** The types at the end of a path that one `json_extract` reads; undefined where it takes more. */
export function fieldShape(
  segments: readonly string[],
  profile: ProfileView,
): { readonly types: number } | undefined {
  if (!canBeSqlPath(segments) || firstArray(segments, profile) !== undefined) return undefined;
  return { types: profile.typesAt(segments) };
}

/**
 * The expression that compiled filters and sorts use for a field: an index on it serves them. `document`
 * is the SQL expression of the document; throws TypeError for a name that cannot be written into SQL.
 */
export function fieldExpression(document: string, segments: readonly string[]): string {
  return `json_extract(${document}, ${jsonPath(segments).text})`;
}
