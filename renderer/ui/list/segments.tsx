/** One of a few values that a list is narrowed to, each with the number of rows behind it. */
import { formatCount } from '../format.ts';
import { SegmentedControl } from '../form/choices.tsx';
import classes from './table.module.css';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Rows behind it; absent while unknown. */
  readonly count?: number | undefined;
}

export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      data={segments.map((each) => ({
        value: each.value,
        label: (
          <>
            {each.label}
            {each.count !== undefined && (
              <span className={classes.segmentCount}>{formatCount(each.count)}</span>
            )}
          </>
        ),
      }))}
      onChange={(next) => {
        const chosen = segments.find((each) => each.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

/** The sum of counts, once they are known: what stands beside "all". */
export function sumOf(counts: Readonly<Record<string, number>> | undefined): number | undefined {
  return counts === undefined
    ? undefined
    : Object.values(counts).reduce((sum, each) => sum + each, 0);
}
