/** Columns beside each other, to be compared: a group for each mark. */
import { useId } from 'react';
import { Hatch, hatchOf } from './hatch.tsx';
import { percent } from './scale.ts';
import type { Part } from './stacked-columns.tsx';
import classes from './charts.module.css';

/** Of the width of a mark, on either side of its group. */
const space = 0.14;

/**
 * A drawing for `Plot`: the parts of each group stand beside each other.
 * @param top value at the upper edge
 */
export function PairedColumns({
  pairs,
  top,
}: {
  readonly pairs: readonly { readonly id: string; readonly parts: readonly Part[] }[];
  readonly top: number;
}) {
  const hatch = useId();
  return (
    <>
      <Hatch id={hatch} />
      {pairs.map(({ id, parts }, place) => (
        <g key={id}>
          {parts.map(({ tone, value }, index) => (
            <rect
              key={tone}
              className={classes.part}
              data-tone={tone}
              style={hatchOf(tone, hatch)}
              {...spanIn({ place, of: pairs.length }, { index, of: parts.length })}
              y={percent(1 - value / top)}
              height={percent(value / top)}
            />
          ))}
        </g>
      ))}
    </>
  );
}

interface Place {
  readonly of: number;
}

/** Where a part of a group stands. */
function spanIn(
  { place, of }: Place & { readonly place: number },
  part: Place & { readonly index: number },
) {
  const width = (1 - 2 * space) / part.of;
  return {
    x: percent((place + space + part.index * width) / of),
    width: percent((width * 0.94) / of),
  };
}
