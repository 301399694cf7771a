/** Where each view was scrolled to, so that back and forward show what was there. Lost with the window. */

export interface ScrollPlace {
  /** Content pixels. */
  readonly offset: number;
  /** Index of the current row, -1 without one. */
  readonly current: number;
}

const places = new Map<string, ScrollPlace>();
const kept = 60;

/** Remembers the place of a view. */
export function rememberPlace(key: string, place: ScrollPlace): void {
  places.delete(key);
  places.set(key, place);
  const oldest = places.keys().next();
  if (places.size > kept && oldest.done !== true) places.delete(oldest.value);
}

export function rememberedPlace(key: string): ScrollPlace | undefined {
  return places.get(key);
}
