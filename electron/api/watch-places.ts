/** Looks whether files that are open still stand where they were opened. */
import type { OpenPlace } from '../database/open-place.ts';

/** How often it is looked; milliseconds. */
const watchEvery = 1_000;

/** Looks from now on; a place whose files are gone tells so. Returns what ends it. */
export function watchPlaces(places: readonly OpenPlace[]): () => void {
  const timer = setInterval(() => places.every(isThere), watchEvery).unref();
  return () => clearInterval(timer);
}

function isThere(place: OpenPlace): boolean {
  try {
    place.confirm();
    return true;
  } catch {
    return false;
  }
}
