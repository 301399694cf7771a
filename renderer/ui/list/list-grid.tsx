/** A whole list in the grid: cursor, keys, order, where it was left. For lists that are read at once. */
import { useImperativeHandle, useLayoutEffect, useRef, type ReactNode } from 'react';
import { usePreferences, type Density } from '../../state/preferences.ts';
import { DataGrid, gridHeaderHeight } from '../table/data-grid.tsx';
import type { GridColumns } from '../table/use-grid-columns.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import { useColumnMenu } from './column-menu.tsx';
import { useRowKeys, type ListRows } from './use-row-keys.tsx';
import classes from './table.module.css';

/** Row heights of the densities, in pixels; badges need a little more room than text. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 28, normal: 32, roomy: 38 };

export interface ListGridHandle {
  readonly focus: () => void;
}

export interface ListGridProps<Row extends object, Context> extends Omit<
  ListRows<Row>,
  'title' | 'fileColumns'
> {
  /** Names the grid for assistive technology. */
  readonly label: string;
  /** Names a file of its rows; the label unless told. */
  readonly title?: string;
  readonly columns: GridColumns<Row, Context>;
  readonly cells: Context;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly dimmed: boolean;
  readonly onSort: (column: string, order: 'asc' | 'desc') => void;
  readonly onOpen: (row: Row) => void;
  /** The cursor went to another row than the one that is open beside the list: that one follows. */
  readonly onMove?: (row: Row) => void;
  /** Escape in the grid. */
  readonly onEscape?: () => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<ListGridHandle>;
}

export function ListGrid<Row extends object, Context>(props: ListGridProps<Row, Context>) {
  const { id, rows, rowId, columns, cells, sort, order, onSort, overlay, ref } = props;
  const density = usePreferences((state) => state.density);
  const virtual = useVirtualRows({
    rowCount: rows.length,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
  });
  const { showRow, pageSize, focus } = virtual;
  const keys = useRowKeys({
    ...props,
    title: props.title ?? props.label,
    fileColumns: columns.fileColumns,
    opensOnPress: true,
    showRow,
    pageSize,
    focus,
  });
  const columnMenu = useColumnMenu({ columns, onSort, focus });
  const { current } = keys;

  const isReady = virtual.geometry.viewHeight > 0 && rows.length > 0;
  const stands = useRef(false);
  useLayoutEffect(() => {
    if (stands.current || !isReady) return;
    // Where it was left, once; afterwards the person scrolls.
    stands.current = true;
    if (current >= 0) showRow(current, 'center');
  }, [isReady, current, showRow]);

  const isSortable = (column: string) =>
    columns.arranged.some((each) => each.column.id === column && each.column.sortable === true);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        // Whoever goes through tabs by arrow keys is not done with them.
        if (document.activeElement?.role === 'tab') return;
        focus();
      },
    }),
    [focus],
  );

  return (
    <div className={classes.listGrid}>
      <DataGrid
        id={id}
        label={props.label}
        columns={columns}
        virtual={virtual}
        rowCount={rows.length}
        rowAt={(index) => rows[index]}
        rowId={rowId}
        context={cells}
        markOf={() => ''}
        isSelected={keys.isSelected}
        openId={props.openId ?? null}
        current={current}
        order={order}
        sortedBy={sort}
        onSort={(column) => {
          if (isSortable(column)) {
            onSort(column, column === sort && order === 'asc' ? 'desc' : 'asc');
          }
        }}
        dimmed={props.dimmed}
        onKeyDown={keys.onKeyDown}
        onPress={({ row }, event) => keys.onPress(row, event)}
        onOpen={() => undefined}
        onRowMenu={({ row }, point) => keys.onRowMenu(row, point)}
        onHeaderMenu={columnMenu.show}
        overlay={overlay}
      />
      {keys.bar}
      {keys.menu}
      {columnMenu.menu}
    </div>
  );
}
