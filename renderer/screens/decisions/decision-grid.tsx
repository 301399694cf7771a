/** The grid of decisions at work: cursor, keys, selection, marks, scroll places. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  IconArrowsDiff,
  IconBraces,
  IconCheckbox,
  IconCopy,
  IconEye,
  IconFilter,
  IconHash,
  IconLayoutSidebarRight,
  IconPin,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { runKey, useCommands, type Command } from '../../app/commands.ts';
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
import {
  cellText,
  selectColumn,
  type DecisionCells,
} from './columns.tsx';
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
  const toggleCurrent = () => {
    if (currentRow === undefined) return;
    anchor.current = null;
    onSelection(toggled(selection, currentRow));
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

  const hasRow = () => currentRow !== undefined;
  const copyOne = (text: string | undefined, what: string) => {
    if (text !== undefined) void copyText(text, what);
  };
  const page = virtual.pageSize();
  const compareWithMarked = () => {
    if (marked === null || currentRow === undefined) return;
    openDialog({ kind: 'compare', ids: [marked.id, currentRow.id] });
  };
  const rowPoint = () => {
    const box = virtual.scrollerRef.current
      ?.querySelector(`[data-row="${current}"]`)
      ?.getBoundingClientRect();
    return { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 };
  };
  const openRowMenu = (part: OpenRowMenu['part']) => {
    if (currentRow !== undefined) setRowMenu({ point: rowPoint(), row: currentRow, part });
  };
  const pressed = columns.arranged.find(({ column }) => column.id === pressedColumn)?.column;

  const row = (command: Omit<Command, 'group' | 'scope'>): Command => ({
    ...command,
    group: 'row',
    scope: 'grid',
  });
  const move = (id: string, title: string, keys: readonly string[], run: () => void): Command => ({
    id,
    title,
    keys,
    run,
    group: 'row',
    scope: 'grid',
    unlisted: true,
  });
  const commands: Command[] = [
    move('row.next', t('command.next'), ['j', 'arrowdown'], () => moveTo(current + 1)),
    move('row.previous', t('command.previous'), ['k', 'arrowup'], () =>
      moveTo(current < 0 ? 0 : current - 1),
    ),
    move('row.page-down', t('command.pageDown'), ['pagedown'], () =>
      moveTo(Math.max(0, current) + page),
    ),
    move('row.page-up', t('command.pageUp'), ['pageup'], () => moveTo(current - page)),
    move('row.first', t('command.first'), ['home', 'mod+home'], () => moveTo(0)),
    move('row.last', t('command.last'), ['end', 'mod+end'], () => moveTo(total - 1)),
    move('row.extend-next', t('command.extendNext'), ['shift+j', 'shift+arrowdown'], () =>
      extendTo(current + 1),
    ),
    move('row.extend-previous', t('command.extendPrevious'), ['shift+k', 'shift+arrowup'], () =>
      extendTo(current - 1),
    ),
    row({
      id: 'row.open',
      title: t('command.open'),
      keys: ['enter'],
      icon: IconLayoutSidebarRight,
      isEnabled: hasRow,
      run: () => currentRow !== undefined && onOpen(currentRow.id, 'into'),
    }),
    row({
      id: 'row.peek',
      title: t('command.peek'),
      keys: ['space'],
      icon: IconEye,
      isEnabled: hasRow,
      run: () => {
        if (currentRow === undefined) return;
        if (openId === currentRow.id) onClose();
        else onOpen(currentRow.id, 'peek');
      },
    }),
    row({
      id: 'row.select',
      title:
        currentRow !== undefined && isSelected(selection, currentRow.id)
          ? t('command.deselect')
          : t('command.select'),
      keys: ['x'],
      icon: IconCheckbox,
      isEnabled: hasRow,
      run: toggleCurrent,
    }),
    row({
      id: 'row.copy-id',
      title: t('command.copyId'),
      keys: ['c'],
      icon: IconCopy,
      isEnabled: hasRow,
      run: () => copyOne(currentRow?.id, t('copyWhat.id')),
    }),
    row({
      id: 'row.copy-hash',
      title: t('command.copyHash'),
      keys: ['shift+c'],
      icon: IconHash,
      isEnabled: hasRow,
      run: () => copyOne(currentRow?.hash, t('copyWhat.hash')),
    }),
    row({
      id: 'row.copy-json',
      title: t('command.copyJson'),
      keys: ['y'],
      icon: IconBraces,
      isEnabled: hasRow,
      run: () => copyOne(JSON.stringify(currentRow, null, 2), t('copyWhat.json')),
    }),
    row({
      id: 'row.copy-cell',
      title: t('command.copyCell'),
      keys: ['mod+c'],
      icon: IconCopy,
      isEnabled: () =>
        currentRow !== undefined &&
        pressed !== undefined &&
        cellText(currentRow, pressed.id) !== undefined &&
        (document.getSelection()?.isCollapsed ?? true),
      run: () =>
        currentRow !== undefined &&
        pressed !== undefined &&
        copyOne(cellText(currentRow, pressed.id), t('copyWhat.cell', { name: pressed.title })),
    }),
    row({
      id: 'row.filter-by',
      title: t('command.filterBy'),
      keys: ['f'],
      icon: IconFilter,
      isEnabled: hasRow,
      run: () => openRowMenu('filters'),
    }),
    row({
      id: 'row.verify',
      title: t('command.verify'),
      keys: ['v'],
      icon: IconShieldCheck,
      isEnabled: hasRow,
      run: verifyCurrent,
    }),
    row({
      id: 'row.mark',
      title:
        marked !== null && marked.id === currentRow?.id ? t('command.unmark') : t('command.mark'),
      keys: ['m'],
      icon: IconPin,
      isEnabled: hasRow,
      run: () => {
        if (currentRow === undefined) return;
        const same = marked?.id === currentRow.id;
        setMarked(same ? null : currentRow);
        if (!same) notify({ title: t('marked') });
      },
    }),
    row({
      id: 'row.compare',
      title: t('command.compare'),
      keys: ['d'],
      icon: IconArrowsDiff,
      isEnabled: () => marked !== null && currentRow !== undefined && marked.id !== currentRow.id,
      run: compareWithMarked,
    }),
    row({
      id: 'row.previous-break',
      title: t('command.previousBreak'),
      keys: ['['],
      run: () => void goToBreak(-1),
    }),
    row({
      id: 'row.next-break',
      title: t('command.nextBreak'),
      keys: [']'],
      run: () => void goToBreak(1),
    }),
    {
      ...move('row.menu', t('command.rowMenu'), ['shift+f10', 'contextmenu'], () =>
        openRowMenu('all'),
      ),
      isEnabled: hasRow,
    },
  ];
  useCommands(commands);

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

  const rowMark = useCallback((each: RecordRow) => markOf(each.seq), [markOf]);
  return (
    <>
      <DataGrid
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
        onHeaderMenu={(column, point) => setHeaderMenu({ column, point })}
        overlay={props.overlay ?? <PageFailure failed={rows.error} onRetry={rows.retry} />}
      />
      <RowMenu
        open={rowMenu}
        onClose={() => setRowMenu(null)}
        onFilter={(filter) => props.onAddFilter(filter)}
      />
      <HeaderMenu
        open={headerMenu}
        columns={columns}
        order={view?.order ?? 'desc'}
        onClose={() => setHeaderMenu(null)}
        onOrder={props.onOrder}
        onChoose={props.onChooseColumns}
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
