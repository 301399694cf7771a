/** A whole list in the grid: cursor, keys, order, where it was left. For lists that are read at once. */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEyeOff, IconPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { publishListStatus, type ListStatus } from '../state/list-status.ts';
import { usePreferences, type Density } from '../state/preferences.ts';
import { copyText } from '../ui/clipboard.ts';
import { PointMenu, type MenuPoint } from '../ui/point-menu.tsx';
import { DataGrid, gridHeaderHeight } from '../ui/table/data-grid.tsx';
import type { GridColumns } from '../ui/table/use-grid-columns.ts';
import { useVirtualRows } from '../ui/table/use-virtual-rows.ts';
import { runKey, useCommands, type Command } from './commands.ts';

/** Row heights of the densities, in pixels; badges need a little more room than text. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 28, normal: 32, roomy: 38 };

/** The row that was opened last in each list: back from it, the list stands there again. */
const useLastOpened = create<Readonly<Record<string, string>>>(() => ({}));

function move(id: string, title: string, keys: readonly string[], run: () => void): Command {
  return { id, title, keys, run, group: 'row', scope: 'grid', unlisted: true };
}

export interface ListGridHandle {
  readonly focus: () => void;
}

export interface ListGridProps<Row, Context> {
  /** Names the rows in the page, and what is remembered of the list. */
  readonly id: string;
  /** Names the grid for assistive technology. */
  readonly label: string;
  readonly noun: ListStatus['noun'];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What a row's id is called where it is copied. */
  readonly idName: string;
  /** What is copied of a row, where that is not what tells it from others; null for nothing. */
  readonly copied?: (row: Row) => string | null;
  /** Rows there would be without a filter. */
  readonly total: number;
  readonly columns: GridColumns<Row, Context>;
  readonly cells: Context;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly dimmed: boolean;
  readonly onSort: (column: string, order: 'asc' | 'desc') => void;
  readonly onOpen: (row: Row) => void;
  /** The row that is open beside the list. */
  readonly openId?: string | undefined;
  /** The cursor went to a row by keys: what is open beside the list follows. */
  readonly onMove?: (row: Row) => void;
  /** Escape in the grid. */
  readonly onEscape?: () => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<ListGridHandle>;
}

export function ListGrid<Row, Context>(props: ListGridProps<Row, Context>) {
  const { id, noun, rows, rowId, idName, total, columns, cells, sort, order } = props;
  const { onSort, onOpen, overlay, ref } = props;
  const { t } = useTranslation('common');
  const density = usePreferences((state) => state.density);
  const [cursor, setCursor] = useState(() => useLastOpened.getState()[id]);
  const [menu, setMenu] = useState<{ column: string; point: MenuPoint } | null>(null);
  const virtual = useVirtualRows({
    rowCount: rows.length,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
  });
  // The cursor is a row, not a place: another order or filter keeps it on the same one.
  const current = rows.findIndex((row) => rowId(row) === cursor);
  const currentRow = rows[current];
  const { showRow, scrollerRef, pageSize } = virtual;

  const isReady = virtual.geometry.viewHeight > 0 && rows.length > 0;
  const stands = useRef(false);
  useLayoutEffect(() => {
    if (stands.current || !isReady) return;
    // Where it was left, once; afterwards the person scrolls.
    stands.current = true;
    if (current >= 0) showRow(current, 'center');
  }, [isReady, current, showRow]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[next];
    if (row === undefined) return;
    setCursor(rowId(row));
    showRow(next);
    props.onMove?.(row);
  };
  const open = (row: Row | undefined) => {
    if (row === undefined) return;
    useLastOpened.setState({ [id]: rowId(row) });
    onOpen(row);
  };
  const isSortable = (column: string) =>
    columns.arranged.some((each) => each.column.id === column && each.column.sortable === true);

  useCommands([
    move('row.next', t('list.next'), ['j', 'arrowdown'], () => moveTo(current + 1)),
    move('row.previous', t('list.previous'), ['k', 'arrowup'], () => moveTo(current - 1)),
    move('row.page-down', t('list.pageDown'), ['pagedown'], () => moveTo(current + pageSize())),
    move('row.page-up', t('list.pageUp'), ['pageup'], () => moveTo(current - pageSize())),
    move('row.first', t('list.first'), ['home'], () => moveTo(0)),
    move('row.last', t('list.last'), ['end'], () => moveTo(rows.length - 1)),
    {
      ...move('row.open', t('list.open'), ['enter'], () => open(currentRow)),
      unlisted: false,
      isEnabled: () => currentRow !== undefined,
    },
    {
      ...move('row.copy-id', t('list.copyId'), ['c'], () => {
        if (currentRow === undefined) return;
        const id = props.copied === undefined ? rowId(currentRow) : props.copied(currentRow);
        if (id !== null) void copyText(id, idName);
      }),
      unlisted: false,
      isEnabled: () => currentRow !== undefined,
    },
  ]);

  useImperativeHandle(
    ref,
    () => ({ focus: () => scrollerRef.current?.focus({ preventScroll: true }) }),
    [scrollerRef],
  );

  const filtered = rows.length !== total;
  useEffect(() => {
    publishListStatus({
      position: current < 0 ? null : current + 1,
      total: rows.length,
      filtered,
      noun,
    });
  }, [current, rows.length, filtered, noun]);
  useEffect(() => () => publishListStatus(null), []);

  const menuColumn = columns.arranged.find(({ column }) => column.id === menu?.column);
  return (
    <>
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
        isSelected={() => false}
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
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          if (runKey(event, 'grid')) event.preventDefault();
          else if (event.key === 'Escape') props.onEscape?.();
        }}
        onPress={({ row }, event) => {
          const pressed = rows[row];
          if (pressed === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
          setCursor(rowId(pressed));
          // A link in a cell goes its own way.
          const link = event.target instanceof Element ? event.target.closest('a') : null;
          if (link === null) open(pressed);
          else useLastOpened.setState({ [id]: rowId(pressed) });
        }}
        onOpen={() => undefined}
        onRowMenu={() => undefined}
        onHeaderMenu={(column, point) => setMenu({ column, point })}
        overlay={overlay}
      />
      {menu !== null && (
        <PointMenu
          point={menu.point}
          label={t('list.columnMenu', { name: menuColumn?.column.title ?? '' })}
          onClose={() => setMenu(null)}
        >
          {menuColumn?.column.sortable === true && (
            <>
              <Menu.Item
                leftSection={<IconArrowUp size={15} stroke={1.6} />}
                onClick={() => onSort(menu.column, 'asc')}
              >
                {t('list.ascending')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown size={15} stroke={1.6} />}
                onClick={() => onSort(menu.column, 'desc')}
              >
                {t('list.descending')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            leftSection={<IconPin size={15} stroke={1.6} />}
            onClick={() => columns.setPinned(menu.column, menuColumn?.pinned !== true)}
          >
            {t(menuColumn?.pinned === true ? 'list.unpin' : 'list.pin')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEyeOff size={15} stroke={1.6} />}
            onClick={() => columns.setShown(menu.column, false)}
          >
            {t('list.hide')}
          </Menu.Item>
        </PointMenu>
      )}
    </>
  );
}
