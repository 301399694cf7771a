/** The grid of a row browser at work: pages, cursor, the row that is open beside it, columns, selection. */
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { usePreferences } from '../../state/preferences.ts';
import { copyText } from '../clipboard.ts';
import { useColumnMenu } from '../list/column-menu.tsx';
import type { OpenRowMenu, RowFilter } from '../list/list-row-menu.tsx';
import { useRowControl } from '../list/row-control.tsx';
import { rowHeights } from '../list/row-heights.ts';
import { rangeLimit, useRowSelection, type KeptSelection } from '../list/row-selection.ts';
import type { RowWindow } from '../list/row-source.ts';
import type { Selection } from '../list/selection.ts';
import { gridHeaderHeight } from '../table/data-grid.tsx';
import { useGridColumns, type GridColumns } from '../table/use-grid-columns.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import type { RowBrowserProps } from './row-browser-props.ts';
import { rowColumns } from './row-columns.tsx';
import type { RowPages } from './row-pages.ts';
import { columnsOf, recordIdField, recordIdOf, valueAt, valueText } from './row-values.ts';
import { rowBatchSize, useRowPages, type RowList } from './use-row-pages.ts';

const noRow = -1;
/** Values of a row that the key `f` offers to filter by. */
const offeredValues = 15;
/** Characters of a value in a menu. */
const namedCharacters = 28;

export type RowGrid = ReturnType<typeof useRowGrid>;

export function useRowGrid(props: RowBrowserProps) {
  const { fields, filter, sort, shown, total, selected, onSelected } = props;
  const { t } = useTranslation('datasets');
  const gridId = useId();
  const density = usePreferences((state) => state.density);
  const pane = useRef<HTMLElement>(null);
  const list = useBrowsedPages(props);
  const { pages, known } = list;
  const rows = windowOf(list);
  const paths = useMemo(() => columnsOf(fields, shown), [fields, shown]);
  const definitions = useMemo(() => rowColumns(t, fields, paths), [t, fields, paths]);
  const columns = useGridColumns<JsonObject, null>(props.id, definitions);
  const virtual = useVirtualRows({
    rowCount: rows.count,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
    placement: 'block',
  });
  const { showRow, pageSize, focus } = virtual;
  const cursor = useRowCursor(pages, virtual.scrollTo);
  const { current, target, setOpened } = cursor;
  const selection = useRowSelection<JsonObject>({
    rows,
    rowId: recordIdOf,
    kept: useSelectedIds(selected, onSelected),
    most: rangeLimit,
  });
  const enter = (row: JsonObject | undefined) => {
    if (row === undefined) return;
    setOpened(row);
    // Once the pane is there.
    requestAnimationFrame(() => pane.current?.focus());
  };
  const pathOf = (column: string | null) => pathIn(columns, column);
  const control = useRowControl<JsonObject>({
    id: gridId,
    rows,
    current,
    target: { id: target && recordIdOf(target), row: target, isListed: true },
    selection,
    goTo: cursor.setCurrent,
    showRow,
    pageSize,
    focus,
    onOpen: () => enter(target),
    onEscape: () => {
      if (selected.size > 0) onSelected(new Set());
      return selected.size > 0;
    },
    onCopyId: () => {
      if (target !== undefined) void copyText(recordIdOf(target), t('rows.recordId'));
    },
    onCopyJson: () => {
      if (target !== undefined) void copyText(JSON.stringify(target, null, 2), t('rows.row'));
    },
    filtersOf: (row, part, column) =>
      filtersBy(row, offeredPaths(part, paths, pathOf(column)), props.onFilterBy),
    status: {
      // Before the first batch nothing is known, not even that there is nothing.
      total: known.ended ? known.count : (total ?? (known.started ? known.count : null)),
      filtered: filter !== undefined && Object.keys(filter).length > 0,
      selected: selected.size,
      noun: 'dataRows',
    },
  });
  const columnMenu = useColumnMenu({
    columns,
    onSort: (column, order) => {
      const path = pathOf(column);
      if (path !== undefined) props.onSort(order === 'asc' ? path : `-${path}`);
    },
    leaving: {
      label: t('rows.leaveOut'),
      isEnabled: (column) => pathOf(column) !== recordIdField && paths.length > 1,
      run: (column) => props.onShown(paths.filter((each) => each !== pathOf(column))),
    },
    focus,
  });
  const sortedPath = sort?.replace(/^-/, '');
  const sorted = columns.arranged.find(({ column }) => column.title === sortedPath);
  return {
    gridId,
    pane,
    list,
    rows,
    paths,
    columns,
    virtual,
    cursor,
    selection,
    control,
    columnMenu,
    pathOf,
    enter,
    sortedBy: sorted?.column.id ?? '',
    close: () => {
      setOpened(null);
      focus();
    },
  };
}

/** The list that filter, order and fields ask for. */
function useBrowsedPages({
  readBatch,
  lists,
  identity,
  filter,
  sort,
  shown,
}: RowBrowserProps): RowList {
  const key = JSON.stringify([identity, filter ?? null, sort ?? null, shown ?? null]);
  return useRowPages(lists, key, (cursor) =>
    readBatch({ batchSize: rowBatchSize, cursor, filter, fields: shown, sort }),
  );
}

/** Rows that were read. */
function windowOf({ pages, known }: RowList): RowWindow<JsonObject> {
  return {
    count: known.count,
    at: pages.rowAt,
    between: (from, to) => {
      const found = [];
      for (let index = from; index <= to; index += 1) {
        const row = pages.rowAt(index);
        if (row === undefined) return undefined;
        found.push(row);
      }
      return found;
    },
  };
}

/** The cursor, and the row beside the list, which follows it once its row is read. */
function useRowCursor(pages: RowPages, scrollTo: (offset: number) => void) {
  const [current, setCurrent] = useState(noRow);
  const [opened, setOpened] = useState<JsonObject | null>(null);
  const [seen, setSeen] = useState(pages);
  if (seen !== pages) {
    setSeen(pages);
    setCurrent(noRow);
  }
  useLayoutEffect(() => {
    scrollTo(0);
  }, [pages, scrollTo]);
  const currentRow = current < 0 || seen !== pages ? undefined : pages.rowAt(current);
  if (opened !== null && currentRow !== undefined && currentRow !== opened) setOpened(currentRow);
  /** What keys act on: another order or filter has no cursor, and may leave a row open. */
  const target = current < 0 ? (opened ?? undefined) : currentRow;
  return { current, setCurrent, opened, setOpened, target };
}

/** The selection of rows that are kept by their ids. */
function useSelectedIds(
  selected: ReadonlySet<string>,
  onSelected: (selected: ReadonlySet<string>) => void,
): KeptSelection<JsonObject> {
  const selection = useMemo((): Selection<JsonObject> => {
    const rows = [...selected].map((id) => [id, { [recordIdField]: id }] as const);
    return { kind: 'rows', rows: new Map(rows) };
  }, [selected]);
  return {
    selection,
    keep: (next) => {
      if (next.kind === 'rows') onSelected(new Set(next.rows.keys()));
    },
  };
}

/** The path of a column by its id. */
function pathIn(columns: GridColumns<JsonObject, null>, id: string | null): string | undefined {
  return columns.arranged.find(({ column }) => column.id === id)?.column.title;
}

/** Columns by whose values rows can be narrowed: the one that was pressed, or by its key the first ones. */
function offeredPaths(
  part: OpenRowMenu<JsonObject>['part'],
  paths: readonly string[],
  pressed: string | undefined,
): readonly string[] {
  if (part === 'filters') return paths.slice(0, offeredValues);
  return pressed === undefined ? [] : [pressed];
}

function filtersBy(
  row: JsonObject,
  paths: readonly string[],
  onFilterBy: RowBrowserProps['onFilterBy'],
): RowFilter[] {
  if (onFilterBy === undefined) return [];
  return paths.flatMap((path) => {
    const value = valueAt(row, path);
    const text = valueText(value);
    const isOne = value !== undefined && (typeof value !== 'object' || value === null);
    if (!isOne || text === undefined) return [];
    const named = text.length > namedCharacters ? `${text.slice(0, namedCharacters)}…` : text;
    return [{ label: `${path} = ${named}`, run: () => onFilterBy({ [path]: value }) }];
  });
}
