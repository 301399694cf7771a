/** Columns of parts on top of each other. */
import { useId } from 'react';
import { Hatch, hatchOf } from './hatch.tsx';
import { columnSpan, percent } from './scale.ts';
import classes from './charts.module.css';

/** How a part is drawn: by lightness and, where colours are forced, by its filling. */
export type Tone =
  | 'time'
  | 'record'
  | 'data'
  | 'operation'
  | 'favourable'
  | 'adverse'
  | 'undecided'
  | 'unknown';

export interface Part {
  readonly tone: Tone;
  readonly value: number;
}

export interface StackedColumn {
  readonly id: string;
  /** The lowest first. */
  readonly parts: readonly Part[];
}

/** Of a column's width, on either side of it. */
const space = 0.1;

/**
 * A drawing for `Plot`: the parts of each column stand on each other.
 * @param top value at the upper edge
 */
export function StackedColumns({
  columns,
  top,
}: {
  readonly columns: readonly StackedColumn[];
  readonly top: number;
}) {
  const hatch = useId();
  const drawn = columns.map(({ id, parts }, place) => {
    let below = 0;
    return (
      <g key={id}>
        {parts.map(({ tone, value }) => {
          below += value;
          return (
            <rect
              key={tone}
              className={classes.part}
              data-tone={tone}
              style={hatchOf(tone, hatch)}
              {...columnSpan(place, columns.length, space)}
              y={percent(1 - below / top)}
              height={percent(value / top)}
            />
          );
        })}
      </g>
    );
  });
  return (
    <>
      <Hatch id={hatch} />
      {drawn}
    </>
  );
}

/** Shows how a part is drawn. */
export function Swatch({ tone }: { readonly tone: Tone }) {
  const hatch = useId();
  return (
    <svg className={classes.swatch} aria-hidden="true">
      <Hatch id={hatch} />
      <rect
        className={classes.part}
        data-tone={tone}
        style={hatchOf(tone, hatch)}
        width="100%"
        height="100%"
        rx="2"
      />
    </svg>
  );
}

/** Says which part is which. */
export function Legend({
  parts,
}: {
  readonly parts: readonly {
    readonly tone: Tone;
    readonly name: string;
    readonly value: string | undefined;
  }[];
}) {
  return (
    <span className={classes.legend}>
      {parts.map(({ tone, name, value }) => (
        <span key={tone} className="pd-inline pd-gap-6">
          <Swatch tone={tone} />
          {name}
          {value !== undefined && <span className="pd-plain pd-medium">{value}</span>}
        </span>
      ))}
    </span>
  );
}
