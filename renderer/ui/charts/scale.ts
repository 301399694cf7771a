/** Scales of charts: where they end, where their lines are, and which columns have room for a name. */

/** A round number at or above: 1, 2, 2.5, 4 or 5 times a power of ten. For drawing only. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 4, 5, 10].find((each) => each * power >= value) ?? 10;
  return Number((step * power).toPrecision(6));
}

/** Values from 0 to the top in so many equal steps. */
export function ticks(top: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, step) =>
    Number(((top * step) / steps).toPrecision(6)),
  );
}

/** Tells which of so many columns have a name below, where at most so many names fit. */
export function hasName(place: number, columns: number, mostNames: number): boolean {
  return place % Math.max(1, Math.ceil(columns / mostNames)) === 0;
}

/**
 * Where one of so many columns of equal width is drawn.
 * @param space on either side of it, as a share of its width
 */
export function columnSpan(
  place: number,
  columns: number,
  space: number,
): { readonly x: string; readonly width: string } {
  return { x: percent((place + space) / columns), width: percent((1 - 2 * space) / columns) };
}

/** A share as SVG and CSS take it. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`;
}
