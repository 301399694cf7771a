/** One value with its interval on a scale, as a cell of a table draws it; the row's figures say the same. */
import { percent } from './scale.ts';
import classes from './charts.module.css';

/** How a value is drawn: a square is compared with, a diamond stands out. */
export type IntervalShape = 'square' | 'circle' | 'diamond';

/** Values at either end of a scale. */
export interface IntervalScale {
  readonly from: number;
  readonly to: number;
}

/** Where a value is on the scale, from 0 to 1. */
export function placeOn({ from, to }: IntervalScale, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

export interface IntervalRowProps {
  readonly scale: IntervalScale;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly shape: IntervalShape;
  /** Values that lines stand at, a dashed one among them. */
  readonly marks: readonly { readonly at: number; readonly isDashed?: boolean }[];
}

/** Half the height of a mark, in pixels. */
const half = 4;

export function IntervalRow({ scale, value, low, high, shape, marks }: IntervalRowProps) {
  const at = (of: number) => percent(placeOn(scale, of));
  return (
    <svg className={classes.interval} aria-hidden="true">
      {marks.map(({ at: mark, isDashed = false }) => (
        <line
          key={mark}
          className={isDashed ? classes.dashed : classes.line}
          x1={at(mark)}
          x2={at(mark)}
          y1="0"
          y2="100%"
        />
      ))}
      {value !== null && (
        <g className={classes.value} data-shape={shape}>
          {low !== null && high !== null && (
            <>
              <line x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
              {[low, high]
                // An end beyond the scale has no stop.
                .filter((end) => end >= scale.from && end <= scale.to)
                .map((end) => (
                  <svg key={end} x={at(end)} y="50%" overflow="visible">
                    <line y1={-half} y2={half} />
                  </svg>
                ))}
            </>
          )}
          <svg x={at(value)} y="50%" overflow="visible">
            {shape === 'circle' && <circle r={half} />}
            {shape === 'square' && <rect x={-half} y={-half} width={2 * half} height={2 * half} />}
            {shape === 'diamond' && <path d="M0 -5 5 0 0 5 -5 0Z" />}
          </svg>
        </g>
      )}
    </svg>
  );
}
