/** Rows under a cursor, in a grid or a table: keys, selection, the row's menu, what is done with the selected. */
import { useEffect, useState, type ReactNode } from 'react';
import {
  IconBraces,
  IconCopy,
  IconFilter,
  IconLayoutSidebarRight,
  IconSquareCheck,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { publishListStatus, type ListStatus } from '../../state/list-status.ts';
import { copyText } from '../clipboard.ts';
import type { MenuPoint } from '../point-menu.tsx';
import { useSidewaysCommands } from '../sideways-commands.ts';
import { rowDomId } from '../table/data-grid.tsx';
import { runKey, useCommands, type Command } from '../commands/commands.ts';
import { ListRowMenu, type OpenRowMenu, type RowFilter } from './list-row-menu.tsx';
import { jsonOf, ListSelectionBar, type WholeList } from './list-selection-bar.tsx';
import { useOpenedElsewhere } from './use-opened-elsewhere.ts';
import { useRowSelection } from './row-selection.ts';
import type { FileColumn } from './table-tools.ts';

/** The row that was opened last in each list: back from it, the list stands there again. */
const useLastOpened = create<Readonly<Record<string, string>>>(() => ({}));

/** Facts of a list about its rows, however it draws them. */
export interface ListRows<Row extends object> {
  /** Names the rows in the page, and what is remembered of the list. */
  readonly id: string;
  /** Names a file of its rows. */
  readonly title: string;
  readonly noun: ListStatus['noun'];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What a row's id is called where it is copied. */
  readonly idName: string;
  /** What is copied of a row, where that is not what tells it from others; null for nothing. */
  readonly copied?: ((row: Row) => string | null) | undefined;
  /** A row as a file and the clipboard hold it; itself unless told. */
  readonly fileRow?: ((row: Row) => object) | undefined;
  /** The rows of a file that a row makes, where that is not one. */
  readonly unfold?: ((row: Row) => readonly object[]) | undefined;
  /** Rows there would be without a filter; undefined as long as the list was not read. */
  readonly total: number | undefined;
  /** What a file holds of a row. */
  readonly fileColumns: readonly FileColumn[];
  /** Of a list of which only a part is loaded: all of it, to be selected and exported as a whole. */
  readonly whole?: WholeList | undefined;
  /** What the list can be narrowed to by the values of a row: the key `f`, and the row's menu. */
  readonly filtersOf?: ((row: Row) => readonly RowFilter[]) | undefined;
  /** The row that is open, as the address says: where that was not done here, the cursor goes to it. */
  readonly openId?: string | undefined;
}

export interface RowKeysOptions<Row extends object> extends ListRows<Row> {
  readonly onOpen: (row: Row) => void;
  readonly canOpen?: (row: Row) => boolean;
  /** A press of a row opens it; else it only takes the cursor there. */
  readonly opensOnPress: boolean;
  /** The cursor went to another row than the one that is open beside the list: that one follows it. */
  readonly onMove?: ((row: Row) => void) | undefined;
  /** Escape where nothing is selected. */
  readonly onEscape?: (() => void) | undefined;
  readonly showRow: (index: number) => void;
  /** Rows of a page of the screen. */
  readonly pageSize: () => number;
  /** Gives the list the focus back. */
  readonly focus: () => void;
}

export interface RowKeys<Row> {
  /** Index of the current row, -1 without one. */
  readonly current: number;
  readonly isSelected: (row: Row) => boolean;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onPress: (index: number, event: React.MouseEvent) => void;
  readonly onRowMenu: (index: number, point: MenuPoint) => void;
  /** The bar of the selection; to stand under the rows. */
  readonly bar: ReactNode;
  readonly menu: ReactNode;
}

function move(id: string, title: string, keys: readonly string[], run: () => void): Command {
  return { id, title, keys, run, group: 'row', scope: 'grid', unlisted: true };
}

export function useRowKeys<Row extends object>(options: RowKeysOptions<Row>): RowKeys<Row> {
  const { id, noun, rows, rowId, idName, total, whole, showRow, pageSize } = options;
  const { t } = useTranslation('common');
  const { t: tables } = useTranslation('tables');
  const { openId } = options;
  const [cursor, setCursor] = useState(() => openId ?? useLastOpened.getState()[id]);
  const own = useOpenedElsewhere(openId, (elsewhere) => {
    if (elsewhere !== undefined) setCursor(elsewhere);
  });
  // The cursor is a row, not a place: another order or filter keeps it on the same one.
  const current = rows.findIndex((row) => rowId(row) === cursor);
  const currentRow = rows[current];
  const isPart = whole !== undefined && whole.total > rows.length;
  const listed = whole === undefined ? '' : JSON.stringify(whole.source);
  const selection = useRowSelection(rows, rowId, listed);
  const [rowMenu, setRowMenu] = useState<OpenRowMenu<Row> | null>(null);
  const { fileRow = (row: Row): object => row } = options;
  const unfold = options.unfold ?? ((row: Row) => [fileRow(row)]);
  const copiedOf = (row: Row) => (options.copied === undefined ? rowId(row) : options.copied(row));
  const canOpen = (row: Row) => options.canOpen?.(row) ?? true;
  const filtersOf = (row: Row | undefined): readonly RowFilter[] =>
    row === undefined ? [] : (options.filtersOf?.(row) ?? []);

  const showMenu = (part: OpenRowMenu<Row>['part']) => {
    if (currentRow === undefined) return;
    // It may have been scrolled away.
    showRow(current);
    // Once this key is over: the menu would take it for its own.
    setTimeout(() => {
      const box = document.getElementById(rowDomId(id, current))?.getBoundingClientRect();
      const point = { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 };
      setRowMenu({ point, row: currentRow, part });
    }, 0);
  };
  /** Takes the cursor to a row; what is open beside the list goes with it. */
  const goTo = (row: Row) => {
    setCursor(rowId(row));
    const { onMove } = options;
    if (onMove === undefined || openId === undefined) return;
    if (rowId(row) === (own.awaited ?? openId)) return;
    own.expect(rowId(row));
    onMove(row);
  };
  const within = (index: number) => Math.max(0, Math.min(rows.length - 1, index));
  const moveTo = (index: number) => {
    const next = within(index);
    const row = rows[next];
    if (row === undefined) return;
    selection.endRange();
    goTo(row);
    showRow(next);
  };
  /** Takes the cursor along. */
  const extendTo = (index: number) => {
    const next = within(index);
    const row = rows[next];
    if (row === undefined) return;
    selection.extend(Math.max(0, current), next);
    goTo(row);
    showRow(next);
  };
  const remember = (row: Row) => useLastOpened.setState({ [id]: rowId(row) });
  const open = (row: Row | undefined) => {
    if (row === undefined) return;
    remember(row);
    own.expect(rowId(row));
    options.onOpen(row);
  };

  useSidewaysCommands();
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
      icon: IconLayoutSidebarRight,
      isEnabled: () => currentRow !== undefined && canOpen(currentRow),
    },
    {
      ...move('row.copy-id', t('list.copyId'), ['c'], () => {
        if (currentRow === undefined) return;
        const copied = copiedOf(currentRow);
        if (copied !== null) void copyText(copied, idName);
      }),
      unlisted: false,
      icon: IconCopy,
      isEnabled: () => currentRow !== undefined,
    },
    {
      ...move('row.copy-json', tables('row.copyJson'), ['y'], () => {
        if (currentRow !== undefined) {
          void copyText(jsonOf([fileRow(currentRow)]), tables('row.json'));
        }
      }),
      unlisted: false,
      icon: IconBraces,
      isEnabled: () => currentRow !== undefined,
    },
    {
      ...move('row.select', tables('row.select'), ['x'], () => {
        if (currentRow !== undefined) selection.toggle(currentRow);
      }),
      unlisted: false,
      icon: IconSquareCheck,
      isEnabled: () => currentRow !== undefined,
    },
    move('row.extend-next', tables('row.extendDown'), ['shift+j', 'shift+arrowdown'], () =>
      extendTo(current + 1),
    ),
    move('row.extend-previous', tables('row.extendUp'), ['shift+k', 'shift+arrowup'], () =>
      extendTo(current - 1),
    ),
    {
      ...move('row.select-all', tables('row.selectAll'), ['mod+a'], selection.selectLoaded),
      unlisted: false,
      icon: IconStack2,
      isEnabled: () => rows.length > 0,
    },
    {
      ...move('row.filter-by', tables('row.filterBy'), ['f'], () => showMenu('filters')),
      unlisted: false,
      icon: IconFilter,
      isEnabled: () => filtersOf(currentRow).length > 0,
    },
    move('row.menu', tables('row.menu'), ['shift+f10', 'contextmenu'], () => showMenu('all')),
  ]);

  const isKnown = total !== undefined;
  const filtered = isKnown && rows.length !== total;
  useEffect(() => {
    publishListStatus({
      position: current < 0 ? null : current + 1,
      total: isKnown ? rows.length : null,
      filtered,
      noun,
    });
  }, [current, rows.length, isKnown, filtered, noun]);
  useEffect(() => () => publishListStatus(null), []);

  return {
    current,
    isSelected: selection.has,
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget) return;
      if (runKey(event, 'grid')) event.preventDefault();
      else if (event.key === 'Escape') {
        if (selection.rows.length > 0 || selection.except !== undefined) selection.clear();
        else options.onEscape?.();
      }
    },
    onPress: (index, event) => {
      const pressed = rows[index];
      if (pressed === undefined) return;
      if (event.shiftKey) {
        event.preventDefault();
        extendTo(index);
        return;
      }
      selection.endRange();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        goTo(pressed);
        selection.toggle(pressed);
        return;
      }
      setCursor(rowId(pressed));
      // A link in a cell goes its own way.
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link !== null) remember(pressed);
      else if (options.opensOnPress) open(pressed);
    },
    onRowMenu: (index, point) => {
      const pressed = rows[index];
      if (pressed === undefined) return;
      goTo(pressed);
      setRowMenu({ point, row: pressed, part: 'all' });
    },
    bar: (
      <ListSelectionBar
        title={tables('selection.ofTitle', { title: options.title })}
        rows={selection.rows.map(fileRow)}
        fileRows={selection.rows.flatMap(unfold)}
        ids={selection.rows.map(copiedOf).filter((each) => each !== null)}
        total={isPart ? whole.total : rows.length}
        columns={options.fileColumns}
        {...(isPart && selection.except !== undefined
          ? { all: { whole, except: selection.except } }
          : {})}
        onSelectAll={isPart ? selection.selectAll : selection.selectLoaded}
        onClear={() => {
          selection.clear();
          options.focus();
        }}
      />
    ),
    menu: rowMenu !== null && (
      <ListRowMenu
        open={rowMenu}
        filters={filtersOf(rowMenu.row)}
        onClose={() => setRowMenu(null)}
      />
    ),
  };
}
