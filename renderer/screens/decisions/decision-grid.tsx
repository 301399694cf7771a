/** The grid of decisions at work: cursor, keys, selection, marks, scroll places. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
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
import { runKey } from '../../ui/commands/commands.ts';
import { toFailure } from '../../api/client.ts';
import { recordQuery, type ListedRecord } from '../../api/records.ts';
import { openDialog } from '../../state/dialogs.ts';
import { publishListStatus } from '../../state/list-status.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { DataGrid, gridHeaderHeight, rowDomId, type GridPlace } from '../../ui/table/data-grid.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts';
import { selectColumn, type DecisionCells } from './columns.tsx';
import { GridCommands, type GridActions } from './grid-commands.tsx';
import { HeaderMenu, type OpenHeaderMenu } from './header-menu.tsx';
import { RowMenu, type OpenRowMenu } from './row-menu.tsx';
import { isFiltered } from './search.ts';
import { isSelected, nothingSelected, selectedCount, toggled } from '../../ui/list/selection.ts';
import { selectedRows, type Selection } from './selection.ts';
import { useBreakWalk } from './use-break-walk.ts';
import { useDecisionRows, type ShownView } from './use-decision-list.ts';
import { useListPlace } from './use-list-place.ts';
import { useOpenRecord, type OpenHow } from './use-open-record.ts';
import { useRangeSelection } from './use-range-selection.ts';
import { useSpokenCheck } from './use-spoken-check.ts';
import { useVerificationMarks } from './use-verification-marks.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { rowHeights } from '../../ui/list/row-heights.ts';
import classes from './decisions.module.css';

export interface DecisionGridHandle {
  readonly focus: () => void;
  /** Puts the cursor on the first row, unless it is on one already. */
  readonly start: () => void;
}

export interface DecisionGridProps {
  /** Names the grid; absent for the list of decisions. */
  readonly label?: string;
  readonly shown: ShownView;
  readonly columns: GridColumns<ListedRecord, DecisionCells>;
  readonly cells: Omit<DecisionCells, 'marked'>;
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly onOpen: (id: string, how: OpenHow) => void;
  readonly onClose: () => void;
  readonly onAddFilter: (filter: RecordFilter) => void;
  readonly onOrder: () => void;
  readonly onChooseColumns: () => void;
  /** Called after an act on a decision. */
  readonly onActed?: (id: string) => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<DecisionGridHandle>;
}

const nothing = () => undefined;
const never = () => false;
/** Until the first render is committed there is nothing to act on. */
const noActions: GridActions = {
  hasRow: never,
  hasContent: never,
  moveBy: nothing,
  movePages: nothing,
  moveToEnd: nothing,
  extendBy: nothing,
  open: nothing,
  peek: nothing,
  canSelect: never,
  select: nothing,
  copyId: nothing,
  copyHash: nothing,
  copyJson: nothing,
  canCopyCell: never,
  copyCell: nothing,
  canGoToRow: never,
  goToRow: nothing,
  showMenu: nothing,
  verify: nothing,
  mark: nothing,
  canCompare: never,
  compare: nothing,
  goToBreak: nothing,
  intervene: nothing,
  exportBundle: nothing,
};

function copyOne(text: string | undefined, what: string): void {
  if (text !== undefined) void copyText(text, what);
}

export function DecisionGrid(props: DecisionGridProps) {
  const { shown, columns, openId, selection, onSelection, onOpen, onClose } = props;
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const density = usePreferences((state) => state.density);
  const { view } = shown;
  const total = view?.total ?? 0;

  const [marked, setMarked] = useState<ListedRecord | null>(null);
  const [rowMenu, setRowMenu] = useState<OpenRowMenu | null>(null);
  const [headerMenu, setHeaderMenu] = useState<OpenHeaderMenu | null>(null);
  const [pressedColumn, setPressedColumn] = useState<string | null>(null);
  const gridId = useId();

  const virtual = useVirtualRows({
    rowCount: total,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
    placement: 'block',
  });
  const { showRow } = virtual;
  const rows = useDecisionRows(view, virtual.range);
  const { current, setCurrent } = useListPlace(view, virtual);
  const marks = useVerificationMarks();
  const { rowAt } = rows;
  const currentRow = current < 0 ? undefined : rowAt(current);
  const context = useMemo<DecisionCells>(
    () => ({ ...props.cells, marked: marked?.id ?? null }),
    [props.cells, marked],
  );
  const range = useRangeSelection(view, selection, onSelection);
  const check = useSpokenCheck();

  const { targetId, target, open, lead } = useOpenRecord({
    shown,
    openId,
    current,
    currentRow,
    onOpen,
    onLocated: (index) => {
      range.forget();
      setCurrent(index);
      showRow(index, 'center');
    },
  });
  /** Its row in the list has the cursor, so that it can be pointed at and selected. */
  const isListed = target !== undefined && target === currentRow;

  const moveTo = (index: number, keepsRange = false) => {
    if (total === 0) return;
    const next = Math.max(0, Math.min(total - 1, index));
    if (!keepsRange) range.forget();
    setCurrent(next);
    showRow(next);
    lead();
  };
  const extendTo = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    if (range.extend(Math.max(0, current), next)) moveTo(next, true);
  };
  const walk = useBreakWalk(view, marks, (index) => {
    moveTo(index);
    showRow(index, 'center');
  });

  // ---- commands ----

  const pressed = columns.arranged.find(({ column }) => column.id === pressedColumn)?.column;
  const cellText = () => (target === undefined ? undefined : pressed?.text?.(target, context));
  const showRowMenu = (part: OpenRowMenu['part']) => {
    if (target === undefined) return;
    // It may have been scrolled away.
    if (isListed) showRow(current);
    // Once this key is over: the menu would take it for its own.
    setTimeout(() => {
      const place = rowDomId(gridId, isListed ? current : 0);
      const box = document.getElementById(place)?.getBoundingClientRect();
      const point = { x: (box?.left ?? 0) + 90, y: (box?.bottom ?? 0) - 2 };
      setRowMenu({ point, row: target, part });
    }, 0);
  };
  /** The list has records in brief. */
  const copyWhole = async () => {
    if (targetId === undefined) return;
    try {
      const whole = await queryClient.fetchQuery(recordQuery(targetId));
      copyOne(JSON.stringify(whole, null, 2), t('copyWhat.json'));
    } catch (error) {
      notify({ tone: 'bad', title: t('error'), reason: toFailure(error).message });
    }
  };
  const isMarked = marked !== null && marked.id === targetId;
  const actions = useRef<GridActions>(noActions);
  useLayoutEffect(() => {
    actions.current = {
      hasRow: () => targetId !== undefined,
      hasContent: () => target !== undefined,
      moveBy: (way) => moveTo(current < 0 ? 0 : current + way),
      movePages: (way) => moveTo(Math.max(0, current) + way * virtual.pageSize()),
      moveToEnd: (end) => moveTo(end === 'first' ? 0 : total - 1),
      canGoToRow: () => total > 0,
      goToRow: () =>
        openDialog({
          kind: 'go-to-row',
          total,
          onGo: (row) => {
            moveTo(row - 1);
            showRow(row - 1, 'center');
            // Once the dialog is gone, which keeps the focus until then.
            setTimeout(() => virtual.focus(), 0);
          },
        }),
      extendBy: (way) => extendTo(current + way),
      open: () => {
        if (targetId !== undefined) open(targetId, 'into');
      },
      peek: () => {
        if (targetId === undefined) return;
        if (openId === targetId) onClose();
        else open(targetId, 'peek');
      },
      canSelect: () => isListed,
      select: () => {
        if (target === undefined) return;
        range.forget();
        onSelection(toggled(selection, target.id, target));
      },
      copyId: () => copyOne(targetId, t('copyWhat.id')),
      copyHash: () => copyOne(target?.hash, t('copyWhat.hash')),
      copyJson: () => void copyWhole(),
      canCopyCell: () => cellText() !== undefined && (document.getSelection()?.isCollapsed ?? true),
      copyCell: () => copyOne(cellText(), t('copyWhat.cell', { name: pressed?.title ?? '' })),
      showMenu: showRowMenu,
      verify: () => {
        if (targetId !== undefined) check(targetId);
      },
      mark: () => {
        if (target === undefined) return;
        setMarked(isMarked ? null : target);
        if (!isMarked) notify({ title: t('marked') });
      },
      canCompare: () => marked !== null && target !== undefined && !isMarked,
      compare: () => {
        if (marked === null || target === undefined) return;
        openDialog({ kind: 'compare', ids: [marked.id, target.id] });
      },
      goToBreak: (way) => void walk(way, target?.seq),
      intervene: (action) => {
        if (targetId === undefined) return;
        const { onActed } = props;
        openDialog({
          kind: 'intervene',
          recordId: targetId,
          action,
          ...(onActed === undefined ? {} : { onDone: () => onActed(targetId) }),
        });
      },
      exportBundle: () =>
        openDialog({
          kind: 'export-bundle',
          filter: view?.filter ?? null,
          recordIds: selectedRows(selection).map(({ id }) => id),
        }),
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
    if (event.key === 'ArrowRight' && !event.shiftKey && openId !== undefined) {
      event.preventDefault();
      open(openId, 'into');
      return;
    }
    if (runKey(event, 'grid')) event.preventDefault();
  };

  const onPress = (place: GridPlace, event: React.MouseEvent) => {
    setPressedColumn(place.column);
    const pressedRow = rowAt(place.row);
    if (event.shiftKey) {
      event.preventDefault();
      virtual.focus();
      extendTo(place.row);
      return;
    }
    range.forget();
    setCurrent(place.row);
    lead();
    if (pressedRow === undefined) return;
    if (place.column === selectColumn || event.ctrlKey || event.metaKey) {
      onSelection(toggled(selection, pressedRow.id, pressedRow));
      return;
    }
    if (pressedRow.id !== openId) open(pressedRow.id, openId === undefined ? 'peek' : 'follow');
  };

  const { focus } = virtual;
  const start = useEffectEvent(() => {
    if (current < 0) moveTo(0);
  });
  useImperativeHandle(props.ref, () => ({ focus, start: () => start() }), [focus]);

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

  const showHeaderMenu = useCallback(
    (column: string, point: { x: number; y: number }) => setHeaderMenu({ column, point }),
    [],
  );
  const { markOf } = marks;
  const rowMark = useCallback(
    (each: ListedRecord) => (each.seq === undefined ? 'unknown' : markOf(each.seq)),
    [markOf],
  );
  return (
    <>
      <DataGrid
        id={gridId}
        label={props.label ?? t('grid', { count: total, total: formatCount(total) })}
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
          const row = rowAt(index);
          if (row !== undefined) open(row.id, 'into');
        }}
        onRowMenu={({ row: index, column }, point) => {
          const row = rowAt(index);
          setPressedColumn(column);
          setCurrent(index);
          lead();
          // Once the cursor is there: the menu offers what is possible with the current row.
          if (row !== undefined) {
            setTimeout(() => setRowMenu({ point, row, part: 'all' }), 0);
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
            focus();
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
            focus();
          }}
          onOrder={props.onOrder}
          onChoose={props.onChooseColumns}
        />
      )}
      <GridCommands
        actions={actions}
        selected={targetId !== undefined && isSelected(selection, targetId)}
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
        {t('pageError')} <InEnglish>{failed.message}</InEnglish>
      </span>
      <Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>
    </div>
  );
}
