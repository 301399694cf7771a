/** A line with the band of its interval, along the columns of a chart. */
import { percent } from './scale.ts';
import classes from './charts.module.css';

/** A value with its interval; undefined where there is none, so that the line is broken. */
export interface BandPoint {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Runs of points without a hole, each with the place of its first. */
export function runsOf(
  points: readonly (BandPoint | undefined)[],
): readonly { readonly from: number; readonly points: readonly BandPoint[] }[] {
  const runs: { from: number; points: BandPoint[] }[] = [];
  for (const [place, point] of points.entries()) {
    if (point === undefined) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.points.length === place) last.points.push(point);
    else runs.push({ from: place, points: [point] });
  }
  return runs;
}

/**
 * A drawing for `Plot` between two shares of its height, from above.
 * @param top value at the upper edge; the lower edge is 0
 */
export function BandLine({
  points,
  top,
  from,
  to,
}: {
  readonly points: readonly (BandPoint | undefined)[];
  readonly top: number;
  readonly from: number;
  readonly to: number;
}) {
  const y = (value: number) => Number((100 * (1 - Math.min(value, top) / top)).toFixed(2));
  const at = (place: number, value: number) => `${place + 0.5},${y(value)}`;
  return (
    <svg
      x="0"
      width="100%"
      y={percent(from)}
      height={percent(to - from)}
      viewBox={`0 0 ${Math.max(1, points.length)} 100`}
      preserveAspectRatio="none"
      overflow="visible"
    >
      {runsOf(points).map((run) => {
        const above = run.points.map(({ high }, each) => at(run.from + each, high));
        const below = run.points.map(({ low }, each) => at(run.from + each, low)).toReversed();
        const line = run.points.map(({ value }, each) => at(run.from + each, value));
        const [only] = run.points;
        return (
          <g key={run.from}>
            {run.points.length === 1 && only !== undefined ? (
              <>
                <path
                  className={classes.whisker}
                  d={`M${at(run.from, only.low)}L${at(run.from, only.high)}`}
                />
                <path className={classes.dot} d={`M${at(run.from, only.value)}h0.0001`} />
              </>
            ) : (
              <>
                <polygon className={classes.band} points={[...above, ...below].join(' ')} />
                <polyline className={classes.trace} points={line.join(' ')} />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
