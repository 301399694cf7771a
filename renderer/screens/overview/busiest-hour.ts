/** The hour with the most decisions, the first of several; undefined where no hour has more than one. */
export function busiestHour(hours: readonly number[]): number | undefined {
  const most = Math.max(...hours);
  return most < 2 ? undefined : hours.indexOf(most);
}
