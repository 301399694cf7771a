/** The console's grid: fixed rows over any count, one tab stop, columns by variables, rows memoised. */
import { memo, useRef, useState, type ReactNode } from 'react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { showHidden } from '../../../shared/hidden-text.ts';
import { shown } from '../shown.ts';
import { useSideways } from '../sideways.tsx';
import type { ArrangedColumn, GridColumn } from './grid-column.ts';
import type { GridColumns } from './use-grid-columns.ts';
import type { VirtualRows } from './use-virtual-rows.ts';
import { usePrinting } from '../../state/printing.ts';
import { PrintedTable } from './printed-table.tsx';
import sideways from '../sideways.module.css';
import classes from './data-grid.module.css';

/** Height of the header in pixels; the virtual scroller needs it as a number. */
export const gridHeaderHeight = 30;

/** Where in the grid a pointer was: -1 and null where there is no row or column. */
export interface GridPlace {
  readonly row: number;
  readonly column: string | null;
}

/** The element id of a row of the grid named `gridId`. */
export function rowDomId(gridId: string, index: number): string {
  return `${gridId}-row-${index}`;
}

export interface DataGridProps<Row, Context> {
  /** Rows are named `<id>-row-<index>` in the page. */
  readonly id: string;
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

/** The row and column under a pointer: cells carry no names, their place among their siblings is one. */
function placeUnder<Row, Context>(
  event: React.MouseEvent,
  arranged: readonly ArrangedColumn<Row, Context>[],
): GridPlace & { readonly cell: HTMLElement | null } {
  const target = event.target instanceof Element ? event.target : null;
  const cell = target?.closest<HTMLElement>('[role="gridcell"]') ?? null;
  const row = target?.closest<HTMLElement>('[data-row]') ?? null;
  if (row === null) return { row: -1, column: null, cell: null };
  const place = cell === null ? -1 : [...row.children].indexOf(cell);
  return { row: Number(row.dataset['row']), column: arranged[place]?.column.id ?? null, cell };
}

/** A grid of rows of one height; the parent owns scrolling, selection and keys. */
export function DataGrid<Row, Context>(props: DataGridProps<Row, Context>) {
  const { columns, virtual, rowCount, rowAt, rowId, current } = props;
  const isPrinting = usePrinting();
  const frame = useRef<HTMLDivElement>(null);
  const { arranged } = columns;
  const { scrollerRef, layerRef, range, geometry, spacer, topOf } = virtual;
  useSideways(frame, scrollerRef);
  const rendered: number[] = [];
  for (let index = range.first; index <= range.last; index += 1) rendered.push(index);
  const variables: Record<string, string> = {
    ...columns.variables,
    '--grid-header': `${gridHeaderHeight}px`,
    '--grid-row': `${geometry.rowHeight}px`,
  };
  const currentIsRendered = current >= range.first && current <= range.last;

  return (
    <div ref={frame} className={[sideways.frame, classes.frame].join(' ')} style={variables}>
      <div
        ref={scrollerRef}
        className={classes.scroller}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={arranged.length}
        aria-multiselectable="true"
        aria-busy={props.dimmed}
        aria-activedescendant={currentIsRendered ? rowDomId(props.id, current) : undefined}
        data-grid="true"
        onKeyDown={props.onKeyDown}
        onMouseDown={(event) => {
          const place = placeUnder(event, arranged);
          if (place.row < 0) return;
          // The second press opens the row; it would select the word under the pointer, too.
          if (event.detail > 1) event.preventDefault();
          if (event.button === 0) props.onPress(place, event);
        }}
        onDoubleClick={(event) => {
          const place = placeUnder(event, arranged);
          if (place.row >= 0) props.onOpen(place);
        }}
        onContextMenu={(event) => {
          const place = placeUnder(event, arranged);
          if (place.row < 0) return;
          event.preventDefault();
          props.onRowMenu(place, { x: event.clientX, y: event.clientY });
        }}
        onPointerOver={(event) => {
          // The whole value on hover, written when asked for and not into every cell of every row.
          const { cell, row, column } = placeUnder(event, arranged);
          if (cell === null || cell.title !== '') return;
          const shown = arranged.find((each) => each.column.id === column)?.column;
          const record = rowAt(row);
          if (record !== undefined) cell.title = shown?.text?.(record, props.context) ?? '';
        }}
      >
        <div
          className={classes.content}
          style={{ height: gridHeaderHeight + spacer }}
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
            style={{ height: Math.min(geometry.viewHeight, spacer) }}
            role="rowgroup"
          >
            <div
              ref={layerRef}
              className={classes.layer}
              data-dimmed={props.dimmed || undefined}
              role="presentation"
            >
              {rendered.map((index) => {
                const row = rowAt(index);
                return row === undefined ? (
                  <SkeletonRow
                    key={index}
                    id={rowDomId(props.id, index)}
                    index={index}
                    top={topOf(index)}
                    current={index === current}
                  />
                ) : (
                  <GridRow
                    key={index}
                    id={rowDomId(props.id, index)}
                    index={index}
                    top={topOf(index)}
                    row={row}
                    arranged={arranged}
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
      {isPrinting && (
        <PrintedTable
          label={props.label}
          arranged={arranged}
          rowCount={rowCount}
          rowAt={rowAt}
          rowId={rowId}
          context={props.context}
        />
      )}
    </div>
  );
}

/** Columns whatever their rows: a memoised component cannot be generic, and draws what it is given. */
type AnyColumns = readonly ArrangedColumn<unknown, unknown>[];

interface RowProps {
  readonly id: string;
  readonly index: number;
  /** Pixels from the layer's top. */
  readonly top: number;
  readonly row: unknown;
  readonly arranged: AnyColumns;
  readonly context: unknown;
  readonly mark: string;
  readonly selected: boolean;
  readonly open: boolean;
  readonly current: boolean;
}

/** Class names of a cell, once for each arrangement: asked for by every cell of every row. */
const cellClasses = new WeakMap<object, string>();

function cellClass(arranged: ArrangedColumn<unknown, unknown>): string {
  let names = cellClasses.get(arranged);
  if (names === undefined) {
    names = classNames(classes.cell, arranged);
    cellClasses.set(arranged, names);
  }
  return names;
}

function classNames(
  own: string | undefined,
  { column, pinned, identity, lastPinned, clipped }: ArrangedColumn<unknown, unknown>,
): string {
  return [
    own,
    clipped ? classes.clipped : undefined,
    column.mono === true ? classes.mono : undefined,
    column.dim === true ? classes.dim : undefined,
    column.align === 'end' ? classes.end : undefined,
    pinned ? classes.pinned : undefined,
    identity ? classes.identity : undefined,
    lastPinned ? classes.lastPinned : undefined,
    column.fixed === true ? classes.bare : undefined,
  ]
    .filter((name) => name !== undefined)
    .join(' ');
}

const GridRow = memo((props: RowProps) => {
  const { row, context, mark } = props;
  return (
    <div
      id={props.id}
      role="row"
      className={classes.row}
      style={{ top: props.top }}
      data-row={props.index}
      data-current={props.current || undefined}
      data-open={props.open || undefined}
      aria-rowindex={props.index + 2}
      aria-selected={props.selected}
    >
      {props.arranged.map((each) => (
        <div key={each.column.id} role="gridcell" className={cellClass(each)} style={each.style}>
          {shown(each.column.cell(row, context, mark))}
        </div>
      ))}
    </div>
  );
});

/** A row that is still to be read: one cell, since a dragged thumb draws a screenful in every frame. */
const SkeletonRow = memo((props: Pick<RowProps, 'id' | 'index' | 'top' | 'current'>) => (
  <div
    id={props.id}
    role="row"
    className={classes.row}
    style={{ top: props.top }}
    data-row={props.index}
    data-current={props.current || undefined}
    aria-rowindex={props.index + 2}
    aria-busy="true"
  >
    <div role="gridcell" className={classes.pending}>
      <span className={classes.skeleton}>{'\u00A0'}</span>
    </div>
  </div>
));

interface HeaderProps {
  readonly columns: GridColumns<unknown, unknown>;
  readonly order: 'asc' | 'desc';
  readonly sortedBy: string;
  readonly onSort: (column: string) => void;
  readonly onMenu: (column: string, point: { x: number; y: number }) => void;
}

const GridHeader = memo((props: HeaderProps) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const { columns } = props;
  return (
    <div className={classes.header} role="rowgroup">
      <div className={classes.headerRow} role="row" aria-rowindex={1}>
        {columns.arranged.map((each) => {
          const { column, style } = each;
          const sorted = column.id === props.sortedBy;
          const movable = column.fixed !== true;
          return (
            <div
              key={column.id}
              role="columnheader"
              className={classNames(classes.headerCell, each)}
              style={style}
              title={movable ? showHidden(column.title) : undefined}
              aria-label={showHidden(column.title)}
              aria-sort={ariaSort(column, sorted, props.order)}
              data-sortable={column.sortable || undefined}
              data-over={over === column.id || undefined}
              tabIndex={-1}
              draggable={movable && columns.resizing === null}
              onKeyDown={(event) => {
                if (column.sortable === true && event.key === 'Enter') props.onSort(column.id);
              }}
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
              {movable && (
                <span className="pd-cut">{column.header ?? showHidden(column.title)}</span>
              )}
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
});

function ariaSort(
  column: GridColumn<unknown, unknown>,
  sorted: boolean,
  order: 'asc' | 'desc',
): 'ascending' | 'descending' | 'none' | undefined {
  if (sorted) return order === 'asc' ? 'ascending' : 'descending';
  return column.sortable === true ? 'none' : undefined;
}

function SortArrow({ order }: { order: 'asc' | 'desc' }) {
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  return <Arrow className="pd-fixed" size={13} stroke={2} aria-hidden="true" />;
}
