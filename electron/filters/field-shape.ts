/** What a profile says of a path: whether arrays are on the way. */
import { jsonType, type ProfileView } from './path-profile.ts';

/** The length of the shortest path on the way that may hold an array; undefined where none does. */
export function firstArray(segments: readonly string[], profile: ProfileView): number | undefined {
  for (let length = 1; length < segments.length; length += 1) {
    if ((profile.typesAt(segments.slice(0, length)) & jsonType.array) !== 0) return length;
  }
  return undefined;
}
