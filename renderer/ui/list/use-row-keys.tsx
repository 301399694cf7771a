/** The rows of a list that are all here, under a cursor: selection, the row's menu, what is done with the selected. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { ListStatus } from '../../state/list-status.ts';
import { copyText } from '../clipboard.ts';
import type { MenuPoint } from '../point-menu.tsx';
import type { RowFilter } from './list-row-menu.tsx';
import {
  jsonOf,
  ListSelectionBar,
  type SelectionAction,
  type WholeList,
} from './list-selection-bar.tsx';
import { useRowControl } from './row-control.tsx';
import { useKeptSelection, useRowSelection, type RowSelection } from './row-selection.ts';
import { everythingSelected, nothingSelected, withRows } from './selection.ts';
import type { FileColumn } from './table-tools.ts';
import { useOpenedElsewhere } from './use-opened-elsewhere.ts';

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
  /** Rows of the pages before. */
  readonly before?: number | undefined;
  /** What a file holds of a row. */
  readonly fileColumns: readonly FileColumn[];
  /** Of a list of which only a part is loaded: all of it, to be selected and exported as a whole. */
  readonly whole?: WholeList | undefined;
  /** What the list can be narrowed to by the values of a row: the key `f`, and the row's menu. */
  readonly filtersOf?: ((row: Row) => readonly RowFilter[]) | undefined;
  /** A further button for the ids of the selected rows. */
  readonly selectionAction?: SelectionAction | undefined;
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

export function useRowKeys<Row extends object>(options: RowKeysOptions<Row>): RowKeys<Row> {
  const { id, rows, rowId, whole, onEscape } = options;
  const { t } = useTranslation('tables');
  const { current, goTo, open, remember } = useRowCursor(options);
  const currentRow = rows[current];
  const here = {
    count: rows.length,
    at: (index: number) => rows[index],
    between: (from: number, to: number) => rows.slice(from, to + 1),
  };
  const selection = useRowSelection<Row>({
    rows: here,
    rowId,
    kept: useKeptSelection(whole === undefined ? '' : JSON.stringify(whole.source)),
  });
  const { selection: selected } = selection;
  const selectLoaded = () => selection.select(withRows<Row>(nothingSelected, rows, rowId));
  const isKnown = options.total !== undefined;
  const listed = whole?.total ?? rows.length;
  const control = useRowControl<Row>({
    id,
    rows: here,
    current,
    target: {
      id: currentRow === undefined ? undefined : rowId(currentRow),
      row: currentRow,
      isListed: true,
    },
    selection,
    goTo,
    showRow: options.showRow,
    pageSize: options.pageSize,
    focus: options.focus,
    onPress: (row, event) => {
      // A link in a cell goes its own way.
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link !== null) remember(row);
      else if (options.opensOnPress) open(row);
    },
    canOpen: () => currentRow !== undefined && (options.canOpen?.(currentRow) ?? true),
    onOpen: () => open(currentRow),
    onEscape: () => {
      if (selected.kind === 'all' || rows.some(selection.has)) selection.select(nothingSelected);
      else onEscape?.();
      return false;
    },
    onCopyId: () => {
      const copied = currentRow === undefined ? null : copiedOf(options, currentRow);
      if (copied !== null) void copyText(copied, options.idName);
    },
    onCopyJson: () => {
      if (currentRow === undefined) return;
      void copyText(jsonOf([options.fileRow?.(currentRow) ?? currentRow]), t('row.json'));
    },
    onSelectAll: selectLoaded,
    filtersOf: (row) => options.filtersOf?.(row) ?? [],
    status: {
      total: isKnown ? listed : null,
      filtered: isKnown && listed !== options.total,
      selected: 0,
      noun: options.noun,
      before: options.before ?? 0,
    },
  });
  return {
    current,
    isSelected: selection.has,
    onKeyDown: control.onKeyDown,
    onPress: (index, event) => control.onPress(index, null, event),
    onRowMenu: (index, point) => control.onRowMenu(index, null, point),
    bar: <BarOfRows options={options} selection={selection} onSelectLoaded={selectLoaded} />,
    menu: control.parts,
  };
}

function copiedOf<Row extends object>({ copied, rowId }: ListRows<Row>, row: Row): string | null {
  return copied === undefined ? rowId(row) : copied(row);
}

/** A cursor that is a row, not a place: another order or filter keeps it on the same one. */
function useRowCursor<Row extends object>(options: RowKeysOptions<Row>) {
  const { id, rows, rowId, openId } = options;
  const [cursor, setCursor] = useState(() => openId ?? useLastOpened.getState()[id]);
  const own = useOpenedElsewhere(openId, (elsewhere) => {
    if (elsewhere !== undefined) setCursor(elsewhere);
  });
  const remember = (row: Row) => useLastOpened.setState({ [id]: rowId(row) });
  return {
    current: rows.findIndex((row) => rowId(row) === cursor),
    remember,
    /** What is open beside the list goes with it, but for the press that opens a row itself. */
    goTo: (index: number, by: 'key' | 'press') => {
      const row = rows[index];
      if (row === undefined) return;
      setCursor(rowId(row));
      const { onMove } = options;
      if (by === 'press' || onMove === undefined || openId === undefined) return;
      if (rowId(row) === (own.awaited ?? openId)) return;
      own.expect(rowId(row));
      onMove(row);
    },
    open: (row: Row | undefined) => {
      if (row === undefined) return;
      remember(row);
      own.expect(rowId(row));
      options.onOpen(row);
    },
  };
}

/** The selected rows in the order of the list; of those that are gone or filtered away nothing is said. */
function BarOfRows<Row extends object>({
  options,
  selection,
  onSelectLoaded,
}: {
  options: RowKeysOptions<Row>;
  selection: RowSelection<Row>;
  onSelectLoaded: () => void;
}) {
  const { t } = useTranslation('tables');
  const { rows, whole } = options;
  const { selection: selected, has, select } = selection;
  const fileRow = options.fileRow ?? ((row: Row): object => row);
  const unfold = options.unfold ?? ((row: Row) => [fileRow(row)]);
  const shown = selected.kind === 'rows' && selected.rows.size === 0 ? [] : rows.filter(has);
  const isPart = whole !== undefined && whole.total > rows.length;
  return (
    <ListSelectionBar
      title={t('selection.ofTitle', { title: options.title })}
      rows={shown.map(fileRow)}
      fileRows={shown.flatMap(unfold)}
      ids={shown.map((row) => copiedOf(options, row)).filter((each) => each !== null)}
      total={isPart ? whole.total : rows.length}
      columns={options.fileColumns}
      action={options.selectionAction}
      {...(isPart && selected.kind === 'all' ? { all: { whole, except: selected.except } } : {})}
      onSelectAll={isPart ? () => select(everythingSelected) : onSelectLoaded}
      onClear={() => {
        select(nothingSelected);
        options.focus();
      }}
    />
  );
}
