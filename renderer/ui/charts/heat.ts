/** How strongly a cell of a heat map is drawn, and how high the bar above its column stands. */

export const levels = [0, 1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** 0 for none; else 1 to 5 by the square root, so that quiet cells are told apart too. */
export function levelOf(count: number, most: number): Level {
  if (count === 0) return 0;
  const level = Math.ceil(5 * Math.sqrt(count / most));
  return levels.find((each) => each === level) ?? 5;
}

/** Share of the greatest column, from 0 to 1; a column with anything is never nothing. */
export function barShare(total: number, most: number): number {
  return total === 0 ? 0 : Math.max(0.06, total / most);
}

/** Rem above the cells: the bars, and what is between. */
export const barHeight = 2;
const barGap = 0.25;

/** Where the cells of a heat map are, as shares of its height from above. */
export interface HeatPlan {
  /** Of the whole, bars and cells; rem. */
  readonly height: number;
  readonly bars: number;
  /** Where a row of cells begins. */
  readonly top: (row: number) => number;
  readonly cell: number;
}

/** @param rowHeight of a cell with the space below it; rem */
export function heatPlan(rows: number, rowHeight: number): HeatPlan {
  const height = barHeight + barGap + rows * rowHeight;
  const space = 0.0625;
  return {
    height,
    bars: barHeight / height,
    top: (row) => (barHeight + barGap + row * rowHeight) / height,
    cell: (rowHeight - space) / height,
  };
}
