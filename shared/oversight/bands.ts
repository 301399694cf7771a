/** Bands that cut a number: their labels, and which one a number is in. */

/** The labels of the bands between rising edges: `[25, 40]` gives `< 25`, `25–39`, `≥ 40`. */
export function bandLabels(edges: readonly number[]): string[] {
  const areWhole = edges.every((edge) => Number.isInteger(edge));
  return [
    `< ${edges[0]}`,
    ...edges.map((edge, place) => labelFrom(edge, edges[place + 1], areWhole)),
  ];
}

/** The place of the band that a number is in, from 0. */
export function bandOf(edges: readonly number[], value: number): number {
  const place = edges.findIndex((edge) => value < edge);
  return place === -1 ? edges.length : place;
}

function labelFrom(edge: number, next: number | undefined, areWhole: boolean): string {
  if (next === undefined) return `≥ ${edge}`;
  if (!areWhole) return `${edge} – < ${next}`;
  return next === edge + 1 ? String(edge) : `${edge}–${next - 1}`;
}
