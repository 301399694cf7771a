/** Marks of what began somewhere along the columns of a chart. */
import { percent } from './scale.ts';
import classes from './charts.module.css';

export interface ChartEvent {
  /** The column that it begins in. */
  readonly place: number;
  readonly name: string;
}

/** Names nearer than this to the one before are left out; as a share of the width. */
const leastRoom = 0.08;

/** A drawing for `Plot`: dashed lines at the beginnings of columns, each with its name above. */
export function Events({
  columns,
  events,
}: {
  readonly columns: number;
  readonly events: readonly ChartEvent[];
}) {
  let named = -1;
  return events
    .toSorted((one, other) => one.place - other.place)
    .map(({ place, name }) => {
      const at = place / columns;
      const hasRoom = at - named >= leastRoom;
      if (hasRoom) named = at;
      return (
        <g key={`${place} ${name}`}>
          <line className={classes.event} x1={percent(at)} x2={percent(at)} y1="0" y2="100%" />
          {hasRoom && (
            <text className={classes.eventName} x={percent(at)} dx="4" y="9">
              {name}
            </text>
          )}
        </g>
      );
    });
}
