/** The console's grid: fixed rows over any count, one tab stop, columns by variables, rows memoised. */
import { memo, useId, useState, type CSSProperties, type ReactNode } from 'react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ArrangedColumn, GridColumn } from './grid-column.ts';
import type { GridColumns } from './use-grid-columns.ts';
import type { VirtualRows } from './use-virtual-rows.ts';
import classes from './data-grid.module.css';

/** Height of the header in pixels; the virtual scroller needs it as a number. */
export const gridHeaderHeight = 30;

/** Where in the grid a pointer was: -1 and null where there is no row or column. */
export interface GridPlace {
  readonly row: number;
  readonly column: string | null;
}

export interface DataGridProps<Row, Context> {
  /** Names the grid for assistive technology. */
  readonly label: string;
  readonly columns: GridColumns<Row, Context>;
  readonly virtual: VirtualRows;
  readonly rowCount: number;
  /** The row at an index; undefined while it is loading. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowId: (row: Row) => string;
  /** Given to every cell; must stay the same object while nothing in it changes. */
  readonly context: Context;
  /** A word about the row that is not in it, e.g. its verification mark. */
  readonly markOf: (row: Row) => string;
  readonly isSelected: (row: Row) => boolean;
  readonly openId: string | null;
  /** Index of the current row, -1 without one. */
  readonly current: number;
  readonly order: 'asc' | 'desc';
  readonly sortedBy: string;
  readonly onSort: (column: string) => void;
  readonly dimmed: boolean;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onPress: (place: GridPlace, event: React.MouseEvent) => void;
  readonly onOpen: (place: GridPlace) => void;
  readonly onRowMenu: (place: GridPlace, point: { x: number; y: number }) => void;
  readonly onHeaderMenu: (column: string, point: { x: number; y: number }) => void;
  /** Drawn over the rows instead of them: empty, error. */
  readonly overlay?: ReactNode;
}

function placeOf(event: React.MouseEvent): GridPlace {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = target?.closest<HTMLElement>('[data-column]')?.dataset['column'];
  return { row: row === undefined ? -1 : Number(row), column: column ?? null };
}

/** A grid of rows of one height; the parent owns scrolling, selection and keys. */
export function DataGrid<Row, Context>(props: DataGridProps<Row, Context>) {
  const { columns, virtual, rowCount, rowAt, rowId, current } = props;
  const { range, geometry } = virtual;
  const base = useId();
  const rowDomId = (index: number) => `${base}-row-${index}`;
  const rendered: number[] = [];
  for (let index = range.first; index <= range.last; index += 1) rendered.push(index);
  const variables: Record<string, string> = {
    ...columns.variables,
    '--grid-header': `${gridHeaderHeight}px`,
    '--grid-row': `${geometry.rowHeight}px`,
  };
  const currentIsRendered = current >= range.first && current <= range.last;

  return (
    <div className={classes.frame} style={variables}>
      <div
        ref={virtual.scrollerRef}
        className={classes.scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.arranged.length}
        aria-multiselectable="true"
        aria-busy={props.dimmed}
        aria-activedescendant={currentIsRendered ? rowDomId(current) : undefined}
        data-grid="true"
        onKeyDown={props.onKeyDown}
        onMouseDown={(event) => {
          const place = placeOf(event);
          if (place.row >= 0 && event.button === 0) props.onPress(place, event);
        }}
        onDoubleClick={(event) => {
          const place = placeOf(event);
          if (place.row >= 0) props.onOpen(place);
        }}
        onContextMenu={(event) => {
          const place = placeOf(event);
          if (place.row < 0) return;
          event.preventDefault();
          props.onRowMenu(place, { x: event.clientX, y: event.clientY });
        }}
      >
        <div
          className={classes.content}
          style={{ height: gridHeaderHeight + virtual.spacer }}
          role="presentation"
        >
          <GridHeader
            columns={columns}
            order={props.order}
            sortedBy={props.sortedBy}
            onSort={props.onSort}
            onMenu={props.onHeaderMenu}
          />
          <div
            className={classes.window}
            style={{ height: Math.min(geometry.viewHeight, virtual.spacer) }}
            role="rowgroup"
          >
            <div
              ref={virtual.layerRef}
              className={classes.layer}
              data-dimmed={props.dimmed || undefined}
              role="presentation"
            >
              {rendered.map((index) => {
                const row = rowAt(index);
                return row === undefined ? (
                  <SkeletonRow
                    key={index}
                    id={rowDomId(index)}
                    index={index}
                    arranged={columns.arranged}
                    current={index === current}
                  />
                ) : (
                  <MemoRow
                    key={index}
                    id={rowDomId(index)}
                    index={index}
                    row={row}
                    arranged={columns.arranged}
                    context={props.context}
                    mark={props.markOf(row)}
                    selected={props.isSelected(row)}
                    open={props.openId === rowId(row)}
                    current={index === current}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </div>
      {props.overlay}
    </div>
  );
}

interface RowProps<Row, Context> {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  readonly arranged: readonly ArrangedColumn<Row, Context>[];
  readonly context: Context;
  readonly mark: string;
  readonly selected: boolean;
  readonly open: boolean;
  readonly current: boolean;
}

function cellClass({ pinned, lastPinned, column }: ArrangedColumn<never, never>): string {
  return [
    classes.cell,
    pinned ? classes.pinned : undefined,
    lastPinned ? classes.lastPinned : undefined,
    column.fixed === true ? classes.bare : undefined,
  ]
    .filter((name) => name !== undefined)
    .join(' ');
}

function GridRow<Row, Context>(props: RowProps<Row, Context>) {
  const { row, context, mark } = props;
  return (
    <div
      id={props.id}
      role="row"
      className={classes.row}
      data-row={props.index}
      data-current={props.current || undefined}
      data-open={props.open || undefined}
      aria-rowindex={props.index + 2}
      aria-selected={props.selected}
    >
      {props.arranged.map((each) => (
        <div
          key={each.column.id}
          role="gridcell"
          className={cellClass(each)}
          style={each.style}
          data-column={each.column.id}
          data-align={each.column.align}
        >
          {each.column.cell(row, context, mark)}
        </div>
      ))}
    </div>
  );
}

const MemoRow = memo(GridRow) as typeof GridRow;

function SkeletonRow<Row, Context>(props: {
  readonly id: string;
  readonly index: number;
  readonly arranged: readonly ArrangedColumn<Row, Context>[];
  readonly current: boolean;
}) {
  return (
    <div
      id={props.id}
      role="row"
      className={classes.row}
      data-row={props.index}
      data-current={props.current || undefined}
      aria-rowindex={props.index + 2}
      aria-busy="true"
    >
      {props.arranged.map((each) => (
        <div
          key={each.column.id}
          role="gridcell"
          className={cellClass(each)}
          style={each.style}
          data-align={each.column.align}
        >
          {each.column.fixed !== true && <span className={classes.skeleton} />}
        </div>
      ))}
    </div>
  );
}

function GridHeader<Row, Context>(props: {
  readonly columns: GridColumns<Row, Context>;
  readonly order: 'asc' | 'desc';
  readonly sortedBy: string;
  readonly onSort: (column: string) => void;
  readonly onMenu: (column: string, point: { x: number; y: number }) => void;
}) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const { columns } = props;
  return (
    <div role="rowgroup">
      <div className={classes.header} role="row" aria-rowindex={1}>
        {columns.arranged.map(({ column, pinned, lastPinned, style }) => {
          const sorted = column.id === props.sortedBy;
          const movable = column.fixed !== true;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={headerClass(column, pinned, lastPinned)}
              style={style as CSSProperties}
              title={movable ? column.title : undefined}
              aria-label={column.title}
              aria-sort={ariaSort(column, sorted, props.order)}
              data-align={column.align}
              data-sortable={column.sortable || undefined}
              data-over={over === column.id || undefined}
              draggable={movable && columns.resizing === null}
              onClick={column.sortable === true ? () => props.onSort(column.id) : undefined}
              onContextMenu={(event) => {
                if (!movable) return;
                event.preventDefault();
                props.onMenu(column.id, { x: event.clientX, y: event.clientY });
              }}
              onDragStart={(event) => {
                setDragged(column.id);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', column.id);
              }}
              onDragOver={(event) => {
                if (dragged === null || !movable) return;
                event.preventDefault();
                setOver(column.id);
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                if (dragged === null || !movable) return;
                event.preventDefault();
                columns.drop(dragged, column.id);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              {movable && <span className={classes.headerText}>{column.header ?? column.title}</span>}
              {sorted && <SortArrow order={props.order} />}
              {movable && (
                // A pointer's tool only; widths are in the column menu and the chooser for keys.
                <span
                  className={classes.resizer}
                  aria-hidden="true"
                  data-active={columns.resizing === column.id || undefined}
                  onMouseDown={(event) => {
                    event.stopPropagation();
                    columns.startResize(column.id, event);
                  }}
                  onTouchStart={(event) => columns.startResize(column.id, event)}
                  onDoubleClick={() => columns.setWidth(column.id, null)}
                  onClick={(event) => event.stopPropagation()}
                  onDragStart={(event) => event.preventDefault()}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function headerClass<Row, Context>(
  column: GridColumn<Row, Context>,
  pinned: boolean,
  lastPinned: boolean,
): string {
  return [
    classes.headerCell,
    pinned ? classes.pinned : undefined,
    lastPinned ? classes.lastPinned : undefined,
    column.fixed === true ? classes.bare : undefined,
  ]
    .filter((name) => name !== undefined)
    .join(' ');
}

function ariaSort<Row, Context>(
  column: GridColumn<Row, Context>,
  sorted: boolean,
  order: 'asc' | 'desc',
): 'ascending' | 'descending' | 'none' | undefined {
  if (sorted) return order === 'asc' ? 'ascending' : 'descending';
  return column.sortable === true ? 'none' : undefined;
}

function SortArrow({ order }: { order: 'asc' | 'desc' }) {
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  return <Arrow className={classes.headerSort} size={13} stroke={2} aria-hidden="true" />;
}
