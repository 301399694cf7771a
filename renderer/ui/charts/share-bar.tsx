/** A bar of parts that together are all of something, or of one share with its interval. Figures beside it say the same. */
import { useId } from 'react';
import { Hatch, hatchOf } from './hatch.tsx';
import { percent } from './scale.ts';
import type { Part } from './stacked-columns.tsx';
import classes from './charts.module.css';

/** Parts beside each other, as wide as their values. */
export function ShareBar({
  parts,
  label,
}: {
  readonly parts: readonly Part[];
  /** What it shows, in a sentence; without one it is decoration. */
  readonly label?: string | undefined;
}) {
  const hatch = useId();
  const all = Math.max(1, sumOf(parts));
  return (
    <svg
      className={classes.share}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <Hatch id={hatch} />
      <rect className={classes.track} width="100%" height="100%" />
      {parts.map(({ tone, value }, place) => (
        <rect
          key={tone}
          className={classes.part}
          data-tone={tone}
          style={hatchOf(tone, hatch)}
          x={percent(sumOf(parts.slice(0, place)) / all)}
          width={percent(value / all)}
          height="100%"
        />
      ))}
    </svg>
  );
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** One share from 0 to 1 with its interval. */
export function ShareWithBand({
  value,
  low,
  high,
}: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}) {
  return (
    <svg className={classes.share} aria-hidden="true">
      <rect className={classes.track} width="100%" height="100%" />
      <rect className={classes.part} data-tone="favourable" width={percent(value)} height="100%" />
      <line className={classes.stroke} x1={percent(low)} x2={percent(high)} y1="50%" y2="50%" />
    </svg>
  );
}

/** A measure on a scale of its own, with marks across it. */
export function MeasureBar({
  value,
  top,
  marks,
}: {
  readonly value: number;
  readonly top: number;
  readonly marks: readonly { readonly at: number; readonly isDashed?: boolean }[];
}) {
  const at = (of: number) => percent(Math.min(1, Math.max(0, of / top)));
  return (
    <svg className={classes.measure} aria-hidden="true">
      <rect
        className={classes.part}
        data-tone="favourable"
        width={at(value)}
        y="20%"
        height="60%"
      />
      {marks
        .filter(({ at: mark }) => mark <= top)
        .map(({ at: mark, isDashed = false }) => (
          <line
            key={`${mark} ${isDashed}`}
            className={isDashed ? classes.dashed : classes.stroke}
            x1={at(mark)}
            x2={at(mark)}
            y1="0"
            y2="100%"
          />
        ))}
    </svg>
  );
}
