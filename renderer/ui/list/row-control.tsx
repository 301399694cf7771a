/** Rows under a cursor, wherever they come from and however they are drawn: keys, presses, the row's menu. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { publishListStatus, type ListStatus } from '../../state/list-status.ts';
import { runKey } from '../commands/commands.ts';
import type { MenuPoint } from '../point-menu.tsx';
import { rowDomId } from '../table/data-grid.tsx';
import { ListRowMenu, type OpenRowMenu, type RowFilter } from './list-row-menu.tsx';
import { RowCommands, type RowActions } from './row-commands.tsx';
import type { RowSelection } from './row-selection.ts';
import type { RowWindow } from './row-source.ts';

/** Column whose cells select their row when they are pressed. */
export const selectColumn = 'select';

/** The row that keys and menus act on. */
export interface RowTarget<Row> {
  /** Undefined without one. */
  readonly id: string | undefined;
  /** Undefined until it is read. */
  readonly row: Row | undefined;
  /** It is a row of this list, and can be pointed at. */
  readonly isListed: boolean;
}

export interface RowControlOptions<Row> {
  /** Names the rows in the page. */
  readonly id: string;
  readonly rows: RowWindow<Row>;
  /** Index of the current row, -1 without one. */
  readonly current: number;
  readonly target: RowTarget<Row>;
  readonly selection: RowSelection<Row>;
  /** Takes the cursor to a row: by a key, or by the press that may open it. */
  readonly goTo: (index: number, by: 'key' | 'press') => void;
  readonly showRow: (index: number) => void;
  /** Rows of a page of the screen. */
  readonly pageSize: () => number;
  /** Gives the list the focus back. */
  readonly focus: () => void;
  /** A press of a row that only takes the cursor there otherwise. */
  readonly onPress?: (row: Row, event: React.MouseEvent) => void;
  readonly canOpen?: () => boolean;
  readonly onOpen: () => void;
  /** True where there was something to leave. */
  readonly onEscape?: () => boolean;
  readonly onCopyId: () => void;
  readonly onCopyJson: () => void;
  readonly onSelectAll?: (() => void) | undefined;
  /** Values of a row that the list can be narrowed to; `column` is the one that was pressed last. */
  readonly filtersOf: (
    row: Row,
    part: OpenRowMenu<Row>['part'],
    column: string | null,
  ) => readonly RowFilter[];
  /** Commands of the row's menu in their order. */
  readonly menuCommands?: readonly string[];
  /** `before` are rows of earlier pages. */
  readonly status: Omit<ListStatus, 'position'> & { readonly before?: number };
}

export interface RowControl {
  readonly pressedColumn: string | null;
  /** Takes the cursor to a row and shows it. */
  readonly moveTo: (index: number) => void;
  readonly onKeyDown: (event: React.KeyboardEvent) => void;
  readonly onPress: (index: number, column: string | null, event: React.MouseEvent) => void;
  readonly onRowMenu: (index: number, column: string | null, point: MenuPoint) => void;
  /** The commands, and the row's menu; to stand anywhere beside the rows. */
  readonly parts: ReactNode;
}

export function useRowControl<Row>(options: RowControlOptions<Row>): RowControl {
  const { rows, selection, target } = options;
  const [pressedColumn, setPressedColumn] = useState<string | null>(null);
  const [rowMenu, setRowMenu] = useState<OpenRowMenu<Row> | null>(null);
  const { moveTo, extendTo } = movesOf(options);
  const actions = useRef<RowActions | null>(null);
  const newest = actionsOf(options, { moveTo, extendTo }, setRowMenu);
  useLayoutEffect(() => {
    actions.current = newest;
  });
  usePublishedStatus(options.current, options.status);
  return {
    pressedColumn,
    moveTo,
    onKeyDown: (event) => {
      if (event.target !== event.currentTarget) return;
      const isDone = runKey(event, 'grid') || (event.key === 'Escape' && options.onEscape?.());
      if (isDone === true) event.preventDefault();
    },
    onPress: (index, column, event) => {
      setPressedColumn(column);
      if (event.shiftKey) {
        event.preventDefault();
        options.focus();
        extendTo(index);
        return;
      }
      selection.endRange();
      const selects = column === selectColumn || event.ctrlKey || event.metaKey;
      options.goTo(index, selects ? 'key' : 'press');
      const pressed = rows.at(index);
      if (pressed === undefined) return;
      if (selects) selection.toggle(pressed);
      else options.onPress?.(pressed, event);
    },
    onRowMenu: (index, column, point) => {
      setPressedColumn(column);
      options.goTo(index, 'key');
      const row = rows.at(index);
      // Once the cursor is there: the menu offers what is possible with the current row.
      if (row !== undefined) setTimeout(() => setRowMenu({ point, row, part: 'all' }), 0);
    },
    parts: (
      <>
        <RowCommands
          actions={actions}
          isSelected={target.row !== undefined && selection.has(target.row)}
          hasSelectAll={options.onSelectAll !== undefined}
        />
        {rowMenu !== null && (
          <ListRowMenu
            open={rowMenu}
            commands={options.menuCommands}
            filters={options.filtersOf(rowMenu.row, rowMenu.part, pressedColumn)}
            onClose={() => {
              setRowMenu(null);
              options.focus();
            }}
          />
        )}
      </>
    ),
  };
}

interface RowMoves {
  readonly moveTo: (index: number) => void;
  /** Takes the cursor along. */
  readonly extendTo: (index: number) => void;
}

function movesOf<Row>(options: RowControlOptions<Row>): RowMoves {
  const { rows, current, selection, goTo, showRow } = options;
  const within = (index: number) => Math.max(0, Math.min(rows.count - 1, index));
  const show = (index: number) => {
    goTo(index, 'key');
    showRow(index);
  };
  return {
    moveTo: (index) => {
      if (rows.count === 0) return;
      selection.endRange();
      show(within(index));
    },
    extendTo: (index) => {
      if (rows.count === 0) return;
      const next = within(index);
      if (selection.extend(Math.max(0, current), next)) show(next);
    },
  };
}

function actionsOf<Row>(
  options: RowControlOptions<Row>,
  { moveTo, extendTo }: RowMoves,
  open: (menu: OpenRowMenu<Row>) => void,
): RowActions {
  const { id, rows, current, target, selection } = options;
  const { row, isListed } = target;
  const hasRow = () => target.id !== undefined;
  return {
    hasRow,
    hasContent: () => row !== undefined,
    moveBy: (way) => moveTo(current < 0 ? 0 : current + way),
    movePages: (way) => moveTo(Math.max(0, current) + way * options.pageSize()),
    moveToEnd: (end) => moveTo(end === 'first' ? 0 : rows.count - 1),
    extendBy: (way) => extendTo(current + way),
    canOpen: () => hasRow() && (options.canOpen?.() ?? true),
    open: options.onOpen,
    canSelect: () => row !== undefined && isListed,
    select: () => {
      if (row !== undefined) selection.toggle(row);
    },
    canSelectAll: () => rows.count > 0,
    selectAll: () => options.onSelectAll?.(),
    copyId: options.onCopyId,
    copyJson: options.onCopyJson,
    canFilter: () => row !== undefined && options.filtersOf(row, 'filters', null).length > 0,
    showMenu: (part) => {
      if (row === undefined) return;
      // It may have been scrolled away.
      if (isListed && current >= 0) options.showRow(current);
      // Once this key is over: the menu would take it for its own.
      setTimeout(() => {
        const place = rowDomId(id, isListed ? Math.max(0, current) : 0);
        const box = document.getElementById(place)?.getBoundingClientRect();
        open({ point: { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 }, row, part });
      }, 0);
    },
  };
}

/** Tells the status bar where in the rows one is, while mounted. */
function usePublishedStatus(current: number, status: RowControlOptions<never>['status']): void {
  const { total, filtered, selected, noun, before = 0 } = status;
  const position = current < 0 ? null : before + current + 1;
  useEffect(() => {
    publishListStatus({ position, total, filtered, selected, noun });
  }, [position, total, filtered, selected, noun]);
  useEffect(() => () => publishListStatus(null), []);
}
