/** The grid of models at work: cursor, keys, order, where it was left. */
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
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { runKey, useCommands, type Command } from '../../app/commands.ts';
import { publishListStatus } from '../../state/list-status.ts';
import { usePreferences, type Density } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { PointMenu, type MenuPoint } from '../../ui/point-menu.tsx';
import { DataGrid, gridHeaderHeight } from '../../ui/table/data-grid.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts';
import type { ModelCells } from './model-columns.tsx';
import { modelSorts, type ModelSort } from './search.ts';

/** Row heights of the densities, in pixels; badges need a little more room than text. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 28, normal: 32, roomy: 38 };

/** The model that was opened last: back from its card, the list stands there again. */
const useLastOpened = create<{ readonly id: string | undefined }>(() => ({ id: undefined }));

function move(id: string, title: string, keys: readonly string[], run: () => void): Command {
  return { id, title, keys, run, group: 'row', scope: 'grid', unlisted: true };
}

export interface ModelGridHandle {
  readonly focus: () => void;
}

export interface ModelGridProps {
  readonly rows: readonly ModelOverview[];
  readonly total: number;
  readonly columns: GridColumns<ModelOverview, ModelCells>;
  readonly cells: ModelCells;
  readonly sort: ModelSort;
  readonly order: 'asc' | 'desc';
  readonly dimmed: boolean;
  readonly onSort: (sort: ModelSort, order: 'asc' | 'desc') => void;
  readonly onOpen: (id: string) => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<ModelGridHandle>;
}

export function ModelGrid({
  rows,
  total,
  columns,
  cells,
  sort,
  order,
  dimmed,
  onSort,
  onOpen,
  overlay,
  ref,
}: ModelGridProps) {
  const { t } = useTranslation('models');
  const density = usePreferences((state) => state.density);
  const [cursor, setCursor] = useState(() => useLastOpened.getState().id);
  const [menu, setMenu] = useState<{ column: string; point: MenuPoint } | null>(null);
  const virtual = useVirtualRows({
    rowCount: rows.length,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
  });
  // The cursor is a model, not a place: another order or filter keeps it on the same one.
  const current = rows.findIndex((row) => row.model_id === cursor);
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
    setCursor(row.model_id);
    showRow(next);
  };
  const open = (row: ModelOverview | undefined) => {
    if (row === undefined) return;
    useLastOpened.setState({ id: row.model_id });
    onOpen(row.model_id);
  };
  const sortBy = (column: string) => {
    const next = modelSorts.find((each) => each === column);
    if (next !== undefined) onSort(next, next === sort && order === 'asc' ? 'desc' : 'asc');
  };

  useCommands([
    move('row.next', t('command.next'), ['j', 'arrowdown'], () => moveTo(current + 1)),
    move('row.previous', t('command.previous'), ['k', 'arrowup'], () => moveTo(current - 1)),
    move('row.page-down', t('command.pageDown'), ['pagedown'], () => moveTo(current + pageSize())),
    move('row.page-up', t('command.pageUp'), ['pageup'], () => moveTo(current - pageSize())),
    move('row.first', t('command.first'), ['home'], () => moveTo(0)),
    move('row.last', t('command.last'), ['end'], () => moveTo(rows.length - 1)),
    {
      ...move('row.open', t('command.open'), ['enter'], () => open(currentRow)),
      unlisted: false,
      isEnabled: () => currentRow !== undefined,
    },
    {
      ...move('row.copy-id', t('command.copyId'), ['c'], () => {
        if (currentRow !== undefined) void copyText(currentRow.model_id, t('column.model'));
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
      noun: 'models',
    });
  }, [current, rows.length, filtered]);
  useEffect(() => () => publishListStatus(null), []);

  const menuColumn = columns.arranged.find(({ column }) => column.id === menu?.column);
  const menuSort = modelSorts.find((each) => each === menu?.column);
  return (
    <>
      <DataGrid
        id="models"
        label={t('grid', { total: formatCount(rows.length) })}
        columns={columns}
        virtual={virtual}
        rowCount={rows.length}
        rowAt={(index) => rows[index]}
        rowId={(row) => row.model_id}
        context={cells}
        markOf={() => ''}
        isSelected={() => false}
        openId={null}
        current={current}
        order={order}
        sortedBy={sort}
        onSort={sortBy}
        dimmed={dimmed}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && runKey(event, 'grid')) event.preventDefault();
        }}
        onPress={({ row }, event) => {
          const pressed = rows[row];
          if (pressed === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
          setCursor(pressed.model_id);
          // The name is a link of its own: its click opens the card.
          if (!(event.target instanceof Element) || event.target.closest('a') === null) {
            open(pressed);
          } else useLastOpened.setState({ id: pressed.model_id });
        }}
        onOpen={() => undefined}
        onRowMenu={() => undefined}
        onHeaderMenu={(column, point) => setMenu({ column, point })}
        overlay={overlay}
      />
      {menu !== null && (
        <PointMenu
          point={menu.point}
          label={t('columnMenu.label', { name: menuColumn?.column.title ?? '' })}
          onClose={() => setMenu(null)}
        >
          {menuSort !== undefined && (
            <>
              <Menu.Item
                leftSection={<IconArrowUp size={15} stroke={1.6} />}
                onClick={() => onSort(menuSort, 'asc')}
              >
                {t('columnMenu.ascending')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowDown size={15} stroke={1.6} />}
                onClick={() => onSort(menuSort, 'desc')}
              >
                {t('columnMenu.descending')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            leftSection={<IconPin size={15} stroke={1.6} />}
            onClick={() => columns.setPinned(menu.column, menuColumn?.pinned !== true)}
          >
            {t(menuColumn?.pinned === true ? 'columnMenu.unpin' : 'columnMenu.pin')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEyeOff size={15} stroke={1.6} />}
            onClick={() => columns.setShown(menu.column, false)}
          >
            {t('columnMenu.hide')}
          </Menu.Item>
        </PointMenu>
      )}
    </>
  );
}
