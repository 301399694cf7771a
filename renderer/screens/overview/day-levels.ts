/** How strongly an hour of the map is drawn, and how high a day stands. */

export const levels = [0, 1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** 0 for none; else 1 to 5 by the square root, so that quiet hours are told apart too. */
export function levelOf(count: number, most: number): Level {
  if (count === 0) return 0;
  const level = Math.ceil(5 * Math.sqrt(count / most));
  return levels.find((each) => each === level) ?? 5;
}

/** Share of the greatest day, from 0 to 1; a day with any decision is never nothing. */
export function barShare(total: number, most: number): number {
  return total === 0 ? 0 : Math.max(0.06, total / most);
}

/** The hour with the most decisions, the first of several; undefined where no hour has more than one. */
export function busiestHour(hours: readonly number[]): number | undefined {
  const most = Math.max(...hours);
  return most < 2 ? undefined : hours.indexOf(most);
}
