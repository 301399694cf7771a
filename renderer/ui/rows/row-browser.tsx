/** Rows of any number in a grid: read by cursors as they come into sight, opened beside it, chosen by key. */
import { useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconListSearch, IconRefresh, IconTableOff, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { toFailure } from '../../api/client.ts';
import { runKey } from '../commands/commands.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import type { MenuPoint } from '../point-menu.tsx';
import { SidePane } from '../side-pane.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import { DataGrid, gridHeaderHeight, rowDomId } from '../table/data-grid.tsx';
import { useGridColumns } from '../table/use-grid-columns.ts';
import { useVirtualRows } from '../table/use-virtual-rows.ts';
import { useSlow } from '../use-slow.ts';
import { FieldChooser } from './field-chooser.tsx';
import { rowColumns, selectColumn } from './row-columns.tsx';
import { RowCommands } from './row-commands.tsx';
import { RowColumnMenu, RowMenu } from './row-menus.tsx';
import type { RowBatch } from './row-pages.ts';
import { RowPane } from './row-pane.tsx';
import { columnsOf, nextSort, recordIdField, recordIdOf } from './row-values.ts';
import { rowHeights } from '../list/row-heights.ts';
import { rowBatchSize, useRowPages, useWantedRows } from './use-row-pages.ts';
import { useRowStatus } from './use-row-status.ts';
import { InEnglish } from '../in-english.tsx';
import classes from './rows.module.css';

/** One batch; all but `cursor` is as it was for the batch before. */
export interface RowPageRequest {
  readonly batchSize: number;
  readonly cursor?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly sort?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RowBrowserProps {
  /** Rows are named `<id>-row-<index>` in the page; what is remembered of the columns goes by it. */
  readonly id: string;
  readonly label: string;
  readonly readBatch: (page: RowPageRequest) => Promise<RowBatch>;
  /** All that makes it another list, besides filter, order and fields. */
  readonly identity: string;
  readonly fields: readonly DatasetField[];
  readonly filter: JsonObject | undefined;
  /** `field`, or `-field` for descending; undefined for the order of arrival. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** The fields that are read, `record_id` apart; undefined for all. */
  readonly shown: readonly string[] | undefined;
  readonly onShown: (shown: readonly string[] | undefined) => void;
  /** Rows of the filter; null while unknown. */
  readonly total: number | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  /** What to do where a filter selects nothing. */
  readonly emptyAction?: ReactNode;
  /** Offers "only rows with this value" where given. */
  readonly onFilterBy?: (filter: JsonObject) => void;
  /** More buttons in the bar above the rows. */
  readonly actions?: ReactNode;
}

const noRow = -1;

/** Values of a row that the key `f` offers to filter by. */
const offeredValues = 15;

export function RowBrowser(props: RowBrowserProps) {
  const { readBatch, identity, fields, filter, sort, shown, total, selected, onSelected } = props;
  const { t } = useTranslation('datasets');
  const gridId = useId();
  const density = usePreferences((state) => state.density);
  const shares = usePreferences((state) => state.inspectorShare);
  const preferredPlace = usePreferences((state) => state.inspectorPlace);
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const pane = useRef<HTMLElement>(null);

  const key = JSON.stringify([identity, filter ?? null, sort ?? null, shown ?? null]);
  const list = useRowPages(key, (cursor, signal) =>
    readBatch({ batchSize: rowBatchSize, cursor, filter, fields: shown, sort, signal }),
  );
  const { pages, known, pending } = list;
  const following =
    total === null ? rowBatchSize : Math.max(1, Math.min(rowBatchSize, total - known.count));
  const rowCount = known.count + (known.ended || !known.started ? 0 : following);

  const paths = useMemo(() => columnsOf(fields, shown), [fields, shown]);
  const definitions = useMemo(() => rowColumns(t, fields, paths), [t, fields, paths]);
  const columns = useGridColumns<JsonObject, null>(props.id, definitions);
  const virtual = useVirtualRows({
    rowCount,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
    placement: 'block',
  });
  const { showRow, scrollTo } = virtual;
  useWantedRows(pages, virtual.range, pending);

  const [current, setCurrent] = useState(noRow);
  const [opened, setOpened] = useState<JsonObject | null>(null);
  const [rowMenu, setRowMenu] = useState<{
    point: MenuPoint;
    row: JsonObject;
    part: 'all' | 'filters';
  } | null>(null);
  const [columnMenu, setColumnMenu] = useState<{ point: MenuPoint; column: string } | null>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  const [seen, setSeen] = useState(pages);
  if (seen !== pages) {
    setSeen(pages);
    setCurrent(noRow);
  }
  useLayoutEffect(() => {
    if (pages !== null) scrollTo(0);
  }, [pages, scrollTo]);

  const rowAt = (index: number) => pages?.rowAt(index);
  const currentRow = current < 0 || seen !== pages ? undefined : rowAt(current);
  // What is open beside the rows follows the cursor, once its row is read.
  if (opened !== null && currentRow !== undefined && currentRow !== opened) setOpened(currentRow);
  /** What keys act on: another order or filter has no cursor, and may leave a row open. */
  const target = current < 0 ? (opened ?? undefined) : currentRow;
  const moveTo = (index: number) => {
    if (rowCount === 0) return;
    const next = Math.max(0, Math.min(rowCount - 1, index));
    setCurrent(next);
    showRow(next);
  };
  const toggle = (row: JsonObject | undefined, only?: boolean) => {
    if (row === undefined) return;
    const id = recordIdOf(row);
    const next = new Set(selected);
    if (only ?? !next.has(id)) next.add(id);
    else next.delete(id);
    onSelected(next);
  };
  const extendBy = (way: 1 | -1) => {
    const from = Math.max(0, current);
    const to = Math.max(0, Math.min(known.count - 1, from + way));
    const next = new Set(selected);
    for (const index of [from, to]) {
      const row = rowAt(index);
      if (row !== undefined) next.add(recordIdOf(row));
    }
    onSelected(next);
    moveTo(to);
  };
  const enter = (row: JsonObject | undefined) => {
    if (row === undefined) return;
    setOpened(row);
    // Once the pane is there.
    requestAnimationFrame(() => pane.current?.focus());
  };
  const close = () => {
    setOpened(null);
    virtual.focus();
  };
  const copyId = (row: JsonObject | undefined) => {
    if (row !== undefined) void copyText(recordIdOf(row), t('rows.recordId'));
  };
  const copyJson = (row: JsonObject | undefined) => {
    if (row !== undefined) void copyText(JSON.stringify(row, null, 2), t('rows.row'));
  };
  const isFiltered = filter !== undefined && Object.keys(filter).length > 0;
  useRowStatus(current, known, total, isFiltered, selected.size);

  const slow = useSlow(pages === null || pending);
  const sortedPath = sort?.replace(/^-/, '') ?? '';
  const sortedColumn = columns.arranged.find(
    ({ column }) => sortedPath !== '' && column.title === sortedPath,
  )?.column;
  const pathOf = (column: string) =>
    columns.arranged.find((each) => each.column.id === column)?.column.title;

  const pressedPath = pressed === null ? undefined : pathOf(pressed);
  const pressedPaths = pressedPath === undefined ? [] : [pressedPath];

  let overlay;
  if (pages === null) {
    overlay = (
      <div
        className={classes.overlay}
        role="status"
        aria-busy="true"
        aria-label={t('rows.loading')}
      >
        {slow && <SkeletonRows />}
      </div>
    );
  } else if (known.error !== null && !known.started) {
    overlay = (
      <div className={classes.overlay}>
        <ErrorState error={known.error} title={t('rows.failed')} onRetry={list.restart} />
      </div>
    );
  } else if (known.started && known.ended && known.count === 0) {
    overlay = (
      <div className={classes.overlay}>
        <EmptyState
          icon={
            isFiltered ? (
              <IconListSearch size={20} stroke={1.6} />
            ) : (
              <IconTableOff size={20} stroke={1.6} />
            )
          }
          title={t(isFiltered ? 'rows.noMatch' : 'rows.empty')}
          actions={isFiltered ? props.emptyAction : undefined}
        >
          {t(isFiltered ? 'rows.noMatchText' : 'rows.emptyText')}
        </EmptyState>
      </div>
    );
  }

  const place = preferredPlace === 'bottom' ? 'bottom' : 'right';
  const main = (
    <div className={classes.main}>
      <div className={classes.grid}>
        <DataGrid
          id={gridId}
          label={props.label}
          columns={columns}
          virtual={virtual}
          rowCount={known.ended ? known.count : (total ?? rowCount)}
          rowAt={rowAt}
          rowId={recordIdOf}
          context={null}
          markOf={() => ''}
          isSelected={(row) => selected.has(recordIdOf(row))}
          openId={opened === null ? null : recordIdOf(opened)}
          current={current}
          order={sort?.startsWith('-') === true ? 'desc' : 'asc'}
          sortedBy={sortedColumn?.id ?? ''}
          onSort={(column) => {
            const path = pathOf(column);
            if (path !== undefined) props.onSort(nextSort(sort, path));
          }}
          dimmed={pending && slow}
          onKeyDown={(event) => {
            if (event.target === event.currentTarget && runKey(event, 'grid')) {
              event.preventDefault();
            }
          }}
          onPress={({ row, column }, event) => {
            setPressed(column);
            setCurrent(row);
            if (column === selectColumn || event.ctrlKey || event.metaKey) toggle(rowAt(row));
          }}
          onOpen={({ row, column }) => {
            if (column !== selectColumn) enter(rowAt(row));
          }}
          onRowMenu={({ row, column }, point) => {
            const there = rowAt(row);
            if (there === undefined) return;
            setPressed(column);
            setCurrent(row);
            setRowMenu({ point, row: there, part: 'all' });
          }}
          onHeaderMenu={(column, point) => setColumnMenu({ column, point })}
          overlay={overlay}
        />
      </div>
      {known.error !== null && known.started && (
        <div className={classes.broken} role="alert">
          <span>
            {t('rows.brokenAt', { count: known.count, formatted: formatCount(known.count) })}{' '}
            <InEnglish>{toFailure(known.error).message}</InEnglish>
          </span>
          <Button
            size="compact-sm"
            leftSection={<IconRefresh size={13} />}
            onClick={() => pages?.retry()}
          >
            {t('rows.retry')}
          </Button>
        </div>
      )}
    </div>
  );

  return (
    <div className={classes.browser}>
      <div className={classes.bar}>
        <span className={classes.state} role="status">
          <ReadState
            count={known.count}
            ended={known.ended}
            started={known.started}
            total={total}
          />
        </span>
        {selected.size > 0 && (
          <span className={classes.selection}>
            {t('rows.selected', { count: selected.size, formatted: formatCount(selected.size) })}
            <ActionIcon
              size="sm"
              aria-label={t('rows.copySelected')}
              title={t('rows.copySelected')}
              onClick={() => void copyText([...selected].join('\n'), t('rows.recordIds'))}
            >
              <IconCopy size={13} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t('rows.clearSelection')}
              title={t('rows.clearSelection')}
              onClick={() => onSelected(new Set())}
            >
              <IconX size={13} />
            </ActionIcon>
          </span>
        )}
        <span className={classes.space} />
        {sort !== undefined && (
          <span className={classes.sort}>
            {t(sort.startsWith('-') ? 'rows.descendingBy' : 'rows.ascendingBy', {
              field: sortedPath,
            })}
            <ActionIcon
              size="sm"
              aria-label={t('rows.arrivalOrder')}
              title={t('rows.arrivalOrder')}
              onClick={() => props.onSort(undefined)}
            >
              <IconX size={13} />
            </ActionIcon>
          </span>
        )}
        <FieldChooser fields={fields} shown={shown} columns={paths} onShown={props.onShown} />
        {props.actions}
      </div>
      <div
        className={classes.split}
        role="presentation"
        onKeyDown={(event) => {
          const target = event.target instanceof Node ? event.target : null;
          const isInPane = pane.current?.contains(target) === true;
          if (event.defaultPrevented || opened === null) return;
          if (event.key === 'Escape' && isInPane) {
            event.preventDefault();
            event.stopPropagation();
            close();
          } else if (event.key === 'F6') {
            event.preventDefault();
            if (isInPane) virtual.focus();
            else pane.current?.focus();
          }
        }}
      >
        <SidePane
          main={main}
          pane={
            opened === null ? null : (
              <RowPane
                row={opened}
                isPart={shown !== undefined}
                onClose={close}
                onCopyId={() => copyId(opened)}
                onCopyJson={() => copyJson(opened)}
              />
            )
          }
          place={isWide ? place : 'overlay'}
          share={shares[place]}
          onShare={(share) => prefer({ inspectorShare: { ...shares, [place]: share } })}
          paneLabel={t('rows.pane')}
          separatorLabel={t('rows.resizePane')}
          paneRef={pane}
        />
      </div>
      <RowCommands
        hasRow={target !== undefined}
        isSelected={target !== undefined && selected.has(recordIdOf(target))}
        isOpen={opened !== null}
        onMove={(way) => moveTo(current < 0 ? 0 : current + way)}
        onPage={(way) => moveTo(Math.max(0, current) + way * virtual.pageSize())}
        onEnd={(end) => moveTo(end === 'first' ? 0 : rowCount - 1)}
        onExtend={extendBy}
        onOpen={() => enter(target)}
        onPeek={() => setOpened(opened === null ? (target ?? null) : null)}
        onClose={close}
        onSelect={() => toggle(target)}
        onCopyId={() => copyId(target)}
        onCopyJson={() => copyJson(target)}
        canFilterBy={props.onFilterBy !== undefined}
        onMenu={(part) => {
          if (target === undefined) return;
          const place = rowDomId(gridId, Math.max(0, current));
          const box = document.getElementById(place)?.getBoundingClientRect();
          const point = { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 };
          // Once this key is over: the menu would take it for its own.
          setTimeout(() => setRowMenu({ point, row: target, part }), 0);
        }}
      />
      {rowMenu !== null && (
        <RowMenu
          point={rowMenu.point}
          row={rowMenu.row}
          part={rowMenu.part}
          paths={rowMenu.part === 'filters' ? paths.slice(0, offeredValues) : pressedPaths}
          isSelected={selected.has(recordIdOf(rowMenu.row))}
          onClose={() => setRowMenu(null)}
          onOpen={() => enter(rowMenu.row)}
          onSelect={() => toggle(rowMenu.row)}
          onCopyId={() => copyId(rowMenu.row)}
          onCopyJson={() => copyJson(rowMenu.row)}
          onFilterBy={props.onFilterBy}
        />
      )}
      {columnMenu !== null && (
        <RowColumnMenu
          point={columnMenu.point}
          path={pathOf(columnMenu.column) ?? ''}
          isPinned={
            columns.arranged.find(({ column }) => column.id === columnMenu.column)?.pinned === true
          }
          canHide={pathOf(columnMenu.column) !== recordIdField && paths.length > 1}
          onClose={() => setColumnMenu(null)}
          onSort={props.onSort}
          onPin={(pinned) => columns.setPinned(columnMenu.column, pinned)}
          onHide={(path) => props.onShown(paths.filter((each) => each !== path))}
        />
      )}
    </div>
  );
}

function ReadState({
  count,
  ended,
  started,
  total,
}: {
  count: number;
  ended: boolean;
  started: boolean;
  total: number | null;
}) {
  const { t } = useTranslation('datasets');
  if (!started) return null;
  const formatted = formatCount(count);
  if (ended) return t('rows.all', { count, formatted });
  return total === null
    ? t('rows.readSome', { count, formatted })
    : t('rows.readOf', { count: total, formatted, total: formatCount(total) });
}

function SkeletonRows() {
  return (
    <div className={classes.skeletons}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={classes.skeleton} />
      ))}
    </div>
  );
}
