/** Which part of a filter a fault of the API belongs to. */
import type { PartPlaces } from './read-filter.ts';

/**
 * The part that stands at a place such as `filter.$or.1.age.$gt`; without one the first part below
 * the place, then the innermost around it. Undefined where the fault is of the filter as a whole.
 */
export function partAt(path: string, places: PartPlaces): string | undefined {
  const place = path.replace(/^filter(?:\.|$)/, '');
  if (place === '') return undefined;
  let below: string | undefined;
  let around: string | undefined;
  let length = 0;
  for (const [id, each] of places) {
    if (each === place) return id;
    if (each.startsWith(`${place}.`)) below ??= id;
    if (each !== '' && place.startsWith(`${each}.`) && each.length > length) {
      around = id;
      length = each.length;
    }
  }
  return below ?? around;
}
