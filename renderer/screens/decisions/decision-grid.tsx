/** The grid of decisions at work: cursor, keys, selection, marks, scroll places. */
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { runKey } from '../../app/commands.ts';
import {
  recordPageQuery,
  recordPageSize,
  recordPositionQuery,
  useRecordVerification,
  type RecordRow,
} from '../../api/records.ts';
import { toFailure } from '../../api/client.ts';
import { openDialog } from '../../state/dialogs.ts';
import { publishListStatus } from '../../state/list-status.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences, type Density } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { DataGrid, gridHeaderHeight, type GridPlace } from '../../ui/table/data-grid.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts';
import { selectColumn, type DecisionCells } from './columns.tsx';
import { GridCommands, type GridActions } from './grid-commands.tsx';
import { HeaderMenu, type OpenHeaderMenu } from './header-menu.tsx';
import { RowMenu, type OpenRowMenu } from './row-menu.tsx';
import { rememberedPlace, rememberPlace } from './scroll-memory.ts';
import { isFiltered } from './search.ts';
import {
  isSelected,
  nothingSelected,
  rangeLimit,
  selectedCount,
  toggled,
  withRows,
  type Selection,
} from './selection.ts';
import { useDecisionRows, type ShownView } from './use-decision-list.ts';
import { useVerificationMarks } from './use-verification-marks.ts';
import classes from './decisions.module.css';

/** Row heights of the densities, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 26, normal: 30, roomy: 36 };
/** The inspector follows the cursor once it rests this long. */
const followMs = 110;

export interface DecisionGridHandle {
  readonly focus: () => void;
}

export interface DecisionGridProps {
  readonly shown: ShownView;
  readonly columns: GridColumns<RecordRow, DecisionCells>;
  readonly cells: Omit<DecisionCells, 'marked'>;
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  /** `into` moves the focus to the inspector, `peek` leaves it, `follow` keeps the history entry. */
  readonly onOpen: (id: string, how: 'into' | 'peek' | 'follow') => void;
  readonly onClose: () => void;
  readonly onAddFilter: (filter: RecordFilter) => void;
  readonly onOrder: () => void;
  readonly onChooseColumns: () => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<DecisionGridHandle>;
}

const nothing = () => undefined;
const never = () => false;
/** Until the first render is committed there is nothing to act on. */
const noActions: GridActions = {
  hasRow: never,
  moveBy: nothing,
  movePages: nothing,
  moveToEnd: nothing,
  extendBy: nothing,
  open: nothing,
  peek: nothing,
  select: nothing,
  copyId: nothing,
  copyHash: nothing,
  copyJson: nothing,
  canCopyCell: never,
  copyCell: nothing,
  showMenu: nothing,
  verify: nothing,
  mark: nothing,
  canCompare: never,
  compare: nothing,
  goToBreak: nothing,
};

interface Anchor {
  readonly index: number;
  readonly base: Selection;
}

export function DecisionGrid(props: DecisionGridProps) {
  const { shown, columns, openId, selection, onSelection, onOpen, onClose } = props;
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const density = usePreferences((state) => state.density);
  const rowHeight = rowHeights[density];
  const { view } = shown;
  const total = view?.total ?? 0;

  const [current, setCurrent] = useState(-1);
  const [marked, setMarked] = useState<RecordRow | null>(null);
  const [rowMenu, setRowMenu] = useState<OpenRowMenu | null>(null);
  const [headerMenu, setHeaderMenu] = useState<OpenHeaderMenu | null>(null);
  const gridId = useId();
  const rowDomId = (index: number) => `${gridId}-row-${index}`;
  const [pressedColumn, setPressedColumn] = useState<string | null>(null);
  const anchor = useRef<Anchor | null>(null);

  const virtual = useVirtualRows({ rowCount: total, rowHeight, headerHeight: gridHeaderHeight });
  const rows = useDecisionRows(view, virtual.range);
  const { verification, findings, markOf } = useVerificationMarks();
  const { rowAt } = rows;
  const currentRow = current < 0 ? undefined : rowAt(current);

  const context = useMemo<DecisionCells>(
    () => ({ ...props.cells, marked: marked?.id ?? null }),
    [props.cells, marked],
  );

  // ---- places: a new view starts where it was left, a longer list keeps what is looked at ----

  const live = useRef<{ current: number; key: string | undefined; total: number }>({
    current: -1,
    key: undefined,
    total: 0,
  });
  useLayoutEffect(() => {
    const before = live.current;
    if (view?.key !== before.key) {
      if (before.key !== undefined) {
        rememberPlace(before.key, { offset: virtual.offset(), current: before.current });
      }
      const place = view === null ? undefined : rememberedPlace(view.key);
      virtual.scrollTo(place?.offset ?? 0);
      setCurrent(place?.current ?? -1);
      anchor.current = null;
    } else if (view !== null && view.order === 'desc' && total > before.total && before.total > 0) {
      // New decisions came in on top: the rows in sight stay in sight.
      const added = total - before.total;
      if (before.current >= 0) setCurrent(before.current + added);
      if (virtual.offset() > 0) virtual.scrollBy(added * rowHeight);
    }
    live.current = { current: before.current, key: view?.key, total };
  }, [view, total, virtual, rowHeight]);
  useEffect(() => {
    live.current.current = current;
  }, [current]);
  const { offset } = virtual;
  useEffect(
    () => () => {
      const { key, current: row } = live.current;
      if (key !== undefined) rememberPlace(key, { offset: offset(), current: row });
    },
    [offset],
  );

  // ---- the open record and the cursor follow each other ----

  const currentId = currentRow?.id;
  const showRow = virtual.showRow;
  useEffect(() => {
    if (openId === undefined || view === null || openId === currentId || shown.pending) return;
    let stale = false;
    const { filter, order } = view;
    queryClient
      .fetchQuery(recordPositionQuery(openId, filter, order))
      .then(({ offset }) => {
        if (stale || offset === null) return;
        setCurrent(offset);
        showRow(offset, 'center');
      })
      // A record that does not exist is the inspector's to explain.
      .catch(() => undefined);
    return () => {
      stale = true;
    };
    // The cursor is looked at, not followed: moving it must not move it back to the open record.
  }, [openId, view?.key, shown.pending]);

  const follow = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(follow.current), []);
  const followTo = (row: RecordRow | undefined) => {
    clearTimeout(follow.current);
    if (openId === undefined || row === undefined || row.id === openId) return;
    follow.current = setTimeout(() => onOpen(row.id, 'follow'), followMs);
  };

  const moveTo = (index: number, keepAnchor = false) => {
    if (total === 0) return;
    const next = Math.max(0, Math.min(total - 1, index));
    if (!keepAnchor) anchor.current = null;
    setCurrent(next);
    showRow(next);
    followTo(rowAt(next));
  };
  // A row that was still loading when the cursor came to it is followed once it is there.
  useEffect(() => {
    if (currentId !== undefined && document.activeElement === virtual.scrollerRef.current) {
      followTo(currentRow);
    }
  }, [currentId]);

  // ---- selection ----

  const rowsBetween = async (one: number, other: number): Promise<RecordRow[]> => {
    if (view === null) return [];
    const from = Math.min(one, other);
    const to = Math.max(one, other);
    const found: RecordRow[] = [];
    for (let page = Math.floor(from / recordPageSize); page * recordPageSize <= to; page += 1) {
      const { filter, order } = view;
      const list = await queryClient.ensureQueryData(
        recordPageQuery({ filter, order, pageIndex: page }),
      );
      const start = page * recordPageSize;
      found.push(...list.data.slice(Math.max(0, from - start), to - start + 1));
    }
    return found;
  };
  const extendTo = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    anchor.current ??= { index: Math.max(0, current), base: selection };
    const { index: from, base } = anchor.current;
    if (Math.abs(next - from) >= rangeLimit) {
      notify({
        tone: 'warn',
        title: t('selection.rangeTooLong', { limit: formatCount(rangeLimit) }),
      });
      return;
    }
    moveTo(next, true);
    rowsBetween(from, next)
      .then((added) => {
        if (anchor.current?.index === from) onSelection(withRows(base, added));
      })
      .catch((error: unknown) => {
        notify({ tone: 'bad', title: t('pageError'), detail: toFailure(error).message });
      });
  };

  // ---- one record checked by itself ----

  const [checkedId, setCheckedId] = useState<string | undefined>();
  const check = useRecordVerification(checkedId);
  const checkedAt = check.dataUpdatedAt;
  useEffect(() => {
    const result = check.data;
    if (checkedId === undefined || result === undefined || result.record_id !== checkedId) return;
    const good = result.verdict === 'OK';
    notify({
      tone: good ? 'ok' : 'bad',
      title: good
        ? t('verifiedOne', { seq: formatCount(result.seq), count: result.fields.length })
        : t('failedOne', { seq: formatCount(result.seq), verdict: result.verdict }),
      detail: good ? null : (result.findings[0]?.message ?? null),
    });
    // Said once per answer; the words alone changing says nothing new.
  }, [checkedId, checkedAt]);
  const verifyCurrent = () => {
    if (currentRow === undefined) return;
    if (checkedId === currentRow.id) void check.refetch();
    else setCheckedId(currentRow.id);
  };

  // ---- breaks ----

  const breaks = useMemo(() => {
    const ids = new Map<string, number>();
    for (const finding of findings) {
      if (finding.record_id !== null) ids.set(finding.record_id, finding.seq);
    }
    return [...ids].map(([id, seq]) => ({ id, seq }));
  }, [findings]);
  const goToBreak = async (way: 1 | -1) => {
    if (view === null) return;
    if (breaks.length === 0) {
      notify({
        tone: 'info',
        title: verification == null ? t('neverVerified') : t('noBreaks'),
      });
      return;
    }
    const upwards = (view.order === 'asc') === (way === 1);
    const here = currentRow?.seq ?? (upwards ? -1 : Number.POSITIVE_INFINITY);
    const next = upwards
      ? breaks.find(({ seq }) => seq > here)
      : breaks.findLast(({ seq }) => seq < here);
    if (next === undefined) return;
    try {
      const { offset } = await queryClient.fetchQuery(
        recordPositionQuery(next.id, view.filter, view.order),
      );
      if (offset === null) notify({ tone: 'info', title: t('notInView') });
      else {
        moveTo(offset);
        showRow(offset, 'center');
      }
    } catch (error) {
      notify({ tone: 'bad', title: t('error'), detail: toFailure(error).message });
    }
  };

  // ---- commands ----

  const copyOne = (text: string | undefined, what: string) => {
    if (text !== undefined) void copyText(text, what);
  };
  const pressed = columns.arranged.find(({ column }) => column.id === pressedColumn)?.column;
  const cellText = () =>
    currentRow === undefined ? undefined : pressed?.text?.(currentRow, context);
  const showRowMenu = (part: OpenRowMenu['part']) => {
    if (currentRow === undefined) return;
    const box = document.getElementById(rowDomId(current))?.getBoundingClientRect();
    const point = { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 };
    setRowMenu({ point, row: currentRow, part });
  };
  const isMarked = marked !== null && marked.id === currentRow?.id;
  const actions = useRef<GridActions>(noActions);
  useLayoutEffect(() => {
    actions.current = {
      hasRow: () => currentRow !== undefined,
      moveBy: (way) => moveTo(current < 0 ? 0 : current + way),
      movePages: (way) => moveTo(Math.max(0, current) + way * virtual.pageSize()),
      moveToEnd: (end) => moveTo(end === 'first' ? 0 : total - 1),
      extendBy: (way) => extendTo(current + way),
      open: () => {
        if (currentRow !== undefined) onOpen(currentRow.id, 'into');
      },
      peek: () => {
        if (currentRow === undefined) return;
        if (openId === currentRow.id) onClose();
        else onOpen(currentRow.id, 'peek');
      },
      select: () => {
        if (currentRow === undefined) return;
        anchor.current = null;
        onSelection(toggled(selection, currentRow));
      },
      copyId: () => copyOne(currentRow?.id, t('copyWhat.id')),
      copyHash: () => copyOne(currentRow?.hash, t('copyWhat.hash')),
      copyJson: () => copyOne(JSON.stringify(currentRow, null, 2), t('copyWhat.json')),
      canCopyCell: () =>
        cellText() !== undefined && (document.getSelection()?.isCollapsed ?? true),
      copyCell: () => copyOne(cellText(), t('copyWhat.cell', { name: pressed?.title ?? '' })),
      showMenu: showRowMenu,
      verify: verifyCurrent,
      mark: () => {
        if (currentRow === undefined) return;
        setMarked(isMarked ? null : currentRow);
        if (!isMarked) notify({ title: t('marked') });
      },
      canCompare: () => marked !== null && currentRow !== undefined && !isMarked,
      compare: () => {
        if (marked === null || currentRow === undefined) return;
        openDialog({ kind: 'compare', ids: [marked.id, currentRow.id] });
      },
      goToBreak: (way) => void goToBreak(way),
    };
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Escape') {
      if (openId !== undefined) onClose();
      else if (selectedCount(selection, total) > 0) onSelection(nothingSelected);
      else return;
      event.preventDefault();
      return;
    }
    if (event.key === 'ArrowRight' && openId !== undefined) {
      event.preventDefault();
      onOpen(openId, 'into');
      return;
    }
    if (runKey(event, 'grid')) event.preventDefault();
  };

  const onPress = (place: GridPlace, event: React.MouseEvent) => {
    setPressedColumn(place.column);
    const pressedRow = rowAt(place.row);
    if (event.shiftKey) {
      event.preventDefault();
      virtual.scrollerRef.current?.focus({ preventScroll: true });
      extendTo(place.row);
      return;
    }
    anchor.current = null;
    setCurrent(place.row);
    if (pressedRow === undefined) return;
    if (place.column === selectColumn || event.ctrlKey || event.metaKey) {
      onSelection(toggled(selection, pressedRow));
      return;
    }
    clearTimeout(follow.current);
    if (pressedRow.id !== openId) onOpen(pressedRow.id, openId === undefined ? 'peek' : 'follow');
  };

  const { scrollerRef } = virtual;
  useImperativeHandle(
    props.ref,
    () => ({ focus: () => scrollerRef.current?.focus({ preventScroll: true }) }),
    [scrollerRef],
  );

  // ---- what the status bar says ----

  const selectedNow = selectedCount(selection, total);
  const filtered = view !== null && isFiltered(view.filter);
  const failed = shown.error !== null;
  useEffect(() => {
    publishListStatus({
      position: current < 0 ? null : current + 1,
      total: view === null || failed ? null : total,
      filtered,
      selected: selectedNow,
    });
  }, [current, view, total, filtered, selectedNow, failed]);
  useEffect(() => () => publishListStatus(null), []);

  const focusGrid = () => scrollerRef.current?.focus({ preventScroll: true });
  const showHeaderMenu = useCallback(
    (column: string, point: { x: number; y: number }) => setHeaderMenu({ column, point }),
    [],
  );
  const rowMark = useCallback((each: RecordRow) => markOf(each.seq), [markOf]);
  return (
    <>
      <DataGrid
        id={gridId}
        label={t('grid', { total: formatCount(total) })}
        columns={columns}
        virtual={virtual}
        rowCount={total}
        rowAt={rowAt}
        rowId={(each) => each.id}
        context={context}
        markOf={rowMark}
        isSelected={(each) => isSelected(selection, each.id)}
        openId={openId ?? null}
        current={current}
        order={view?.order ?? 'desc'}
        sortedBy="seq"
        onSort={props.onOrder}
        dimmed={shown.pending}
        onKeyDown={onKeyDown}
        onPress={onPress}
        onOpen={({ row: index }) => {
          const opened = rowAt(index);
          if (opened !== undefined) onOpen(opened.id, 'into');
        }}
        onRowMenu={({ row: index, column }, point) => {
          const opened = rowAt(index);
          setPressedColumn(column);
          setCurrent(index);
          // Once the cursor is there: the menu offers what is possible with the current row.
          if (opened !== undefined) {
            setTimeout(() => setRowMenu({ point, row: opened, part: 'all' }), 0);
          }
        }}
        onHeaderMenu={showHeaderMenu}
        overlay={props.overlay ?? <PageFailure failed={rows.error} onRetry={rows.retry} />}
      />
      {rowMenu !== null && (
        <RowMenu
          open={rowMenu}
          onClose={() => {
            setRowMenu(null);
            focusGrid();
          }}
          onFilter={(filter) => props.onAddFilter(filter)}
        />
      )}
      {headerMenu !== null && (
        <HeaderMenu
          open={headerMenu}
          columns={columns}
          order={view?.order ?? 'desc'}
          onClose={() => {
            setHeaderMenu(null);
            focusGrid();
          }}
          onOrder={props.onOrder}
          onChoose={props.onChooseColumns}
        />
      )}
      <GridCommands
        actions={actions}
        selected={currentRow !== undefined && isSelected(selection, currentRow.id)}
        marked={isMarked}
      />
    </>
  );
}

/** Says under the rows that some of them could not be read. */
function PageFailure({ failed, onRetry }: { failed: Error | null; onRetry: () => void }) {
  const { t } = useTranslation(['decisions', 'common']);
  if (failed === null) return null;
  return (
    <div className={classes.failure} role="alert">
      <span>
        {t('pageError')} {failed.message}
      </span>
      <Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>
    </div>
  );
}
