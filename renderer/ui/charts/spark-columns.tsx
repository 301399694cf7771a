/** Columns as small as a word, for a cell of a table: how one number goes over time. */
import { columnSpan, percent } from './scale.ts';
import classes from './charts.module.css';

/** Of a column's width, on either side of it. */
const space = 0.12;

export function SparkColumns({
  values,
  label,
}: {
  readonly values: readonly number[];
  /** What it shows, in a sentence. */
  readonly label: string;
}) {
  const most = Math.max(1, ...values);
  return (
    <svg className={classes.spark} role="img" aria-label={label}>
      {values.map((value, place) => {
        const span = columnSpan(place, values.length, space);
        return (
          <rect
            key={span.x}
            {...span}
            className={classes.bar}
            y={percent(1 - value / most)}
            height={percent(value / most)}
          />
        );
      })}
    </svg>
  );
}
