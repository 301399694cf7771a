/** A short table within a page: a page of a list, the fields of a dataset. Long lists have the grid. */
import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { usePreferences } from '../../state/preferences.ts';
import { Sideways } from '../sideways.tsx';
import { instantHead } from './instant-head.ts';
import classes from './plain-table.module.css';

export interface PlainColumn {
  readonly label: string;
  readonly align?: 'start' | 'end' | undefined;
  /** Shown as the header's tooltip. */
  readonly about?: string | undefined;
  /** Holds instants, so its header names the zone that they are shown in. */
  readonly ofInstants?: boolean;
  /** Said, but not drawn: a column of buttons. */
  readonly isSilent?: boolean | undefined;
  /** The last one: what can be done with a row. */
  readonly fixed?: boolean | undefined;
  /** Pixels, in a table that fills its place; one without takes the room that the others leave. */
  readonly width?: number | undefined;
}

/**
 * Where there is no room for all columns they scroll; the first one and what can be done with a row
 * stay in sight. Rows are `tr` elements; `data-shown` marks the one that is open, `data-under` the one of a single
 * cell with what it opened, `data-align="end"` a cell of figures.
 */
export function PlainTable({
  label,
  columns,
  isText = false,
  fills = false,
  foot,
  rows,
  bar,
  children,
}: {
  label: string;
  columns: readonly PlainColumn[];
  /** Has nothing to focus, so it is scrolled by the keyboard itself. */
  isText?: boolean;
  /** Fills its place, in which its rows scroll beneath their heads. */
  fills?: boolean;
  /** A last row, of totals. */
  foot?: ReactNode;
  /** Of a table whose rows have a cursor: its role, focus and keys. */
  rows?: React.ComponentProps<'table'> | undefined;
  /** What can be done with its selected rows; stays in sight while a part of the table is. */
  bar?: ReactNode;
  children: ReactNode;
}) {
  const table = (
    <Sideways
      frame={fills ? `${classes.frame} pd-column pd-fill` : classes.frame}
      className={fills ? 'pd-fill' : undefined}
      {...(isText && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <table
        {...rows}
        className={[classes.table, rows?.className].join(' ')}
        aria-label={label}
        data-acts={columns.at(-1)?.fixed || undefined}
        data-fills={fills || undefined}
      >
        {fills && (
          <colgroup>
            {columns.map(({ label: name, width = 0 }) => (
              <col key={name} style={width === 0 ? undefined : { width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.label} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot !== undefined && <tfoot>{foot}</tfoot>}
      </table>
    </Sideways>
  );
  if (fills) {
    return (
      <div className="pd-column pd-tall pd-low">
        {table}
        {bar}
      </div>
    );
  }
  if (bar === undefined) return table;
  return (
    <div className="pd-slim">
      {table}
      <div className={classes.bar}>{bar}</div>
    </div>
  );
}

function ColumnHead({ column }: { column: PlainColumn }) {
  const { label, align, about, ofInstants = false, isSilent = false } = column;
  const zone = usePreferences((preferences) => preferences.timeZone);
  const head = ofInstants ? instantHead(label, zone) : { title: about, header: label };
  return (
    <th scope="col" title={head.title} data-align={align}>
      {isSilent ? <VisuallyHidden>{label}</VisuallyHidden> : head.header}
    </th>
  );
}
