/** The grid of decisions at work: cursor, keys, selection, marks, scroll places. */
import {
  useCallback,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { toFailure } from '../../api/client.ts';
import { recordQuery, type ListedRecord } from '../../api/records.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { copyText } from '../../ui/clipboard.ts';
import { restrictionText, rowFilters } from '../../ui/filter/decision-filters.ts';
import { formatCount } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { useColumnMenu } from '../../ui/list/column-menu.tsx';
import { useRowControl } from '../../ui/list/row-control.tsx';
import { rowHeights } from '../../ui/list/row-heights.ts';
import { rangeLimit, useRowSelection, type KeptSelection } from '../../ui/list/row-selection.ts';
import { nothingSelected, selectedCount } from '../../ui/list/selection.ts';
import { DataGrid, gridHeaderHeight } from '../../ui/table/data-grid.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts';
import type { DecisionCells } from './columns.tsx';
import { DecisionCommands, menuCommands } from './grid-commands.tsx';
import { isFiltered } from './search.ts';
import { recordIdOf } from './selection.ts';
import { useDecisionActions } from './use-decision-actions.ts';
import { useDecisionRows, type ShownView } from './use-decision-list.ts';
import { useListPlace } from './use-list-place.ts';
import { useOpenRecord, type OpenHow } from './use-open-record.ts';
import { useVerificationMarks } from './use-verification-marks.ts';
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
  readonly selection: KeptSelection<ListedRecord>;
  readonly onSelectAll?: () => void;
  readonly onOpen: (id: string, how: OpenHow) => void;
  readonly onClose: () => void;
  readonly onAddFilter: (filter: RecordFilter) => void;
  readonly onOrder: () => void;
  readonly onChooseColumns?: () => void;
  /** Called after an act on a decision. */
  readonly onActed?: (id: string) => void;
  readonly overlay: ReactNode;
  readonly ref: React.Ref<DecisionGridHandle>;
}

export function DecisionGrid(props: DecisionGridProps) {
  const { shown, columns, openId, onClose } = props;
  const { t } = useTranslation('decisions');
  const density = usePreferences((state) => state.density);
  const { view } = shown;
  const total = view?.total ?? 0;
  const order = view?.order ?? 'desc';
  const [marked, setMarked] = useState<ListedRecord | null>(null);
  const gridId = useId();
  const virtual = useVirtualRows({
    rowCount: total,
    rowHeight: rowHeights[density],
    headerHeight: gridHeaderHeight,
    placement: 'block',
  });
  const { showRow, focus } = virtual;
  const rows = useDecisionRows(view, virtual.range);
  const { current, setCurrent } = useListPlace(view, virtual);
  const marks = useVerificationMarks();
  const context = useMemo<DecisionCells>(
    () => ({ ...props.cells, marked: marked?.id ?? null }),
    [props.cells, marked],
  );
  const selection = useRowSelection({
    rows,
    rowId: recordIdOf,
    kept: props.selection,
    most: rangeLimit,
  });
  const currentRow = current < 0 ? undefined : rows.at(current);
  const { targetId, target, open, lead } = useOpenRecord({
    shown,
    openId,
    current,
    currentRow,
    onOpen: props.onOpen,
    onLocated: (index) => {
      selection.endRange();
      setCurrent(index);
      showRow(index, 'center');
    },
  });
  /** Only a row of the list with the cursor on it can be pointed at and selected. */
  const isListed = target !== undefined && target === currentRow;
  const copyWhole = useWholeCopy();
  const selectedNow = selectedCount(selection.selection, total);
  const control = useRowControl<ListedRecord>({
    id: gridId,
    rows,
    current,
    target: { id: targetId, row: target, isListed },
    selection,
    goTo: (index) => {
      setCurrent(index);
      lead();
    },
    showRow,
    pageSize: virtual.pageSize,
    focus,
    onPress: ({ id }) => {
      if (id !== openId) open(id, openId === undefined ? 'peek' : 'follow');
    },
    onOpen: () => {
      if (targetId !== undefined) open(targetId, 'into');
    },
    onEscape: () => {
      if (openId !== undefined) onClose();
      else if (selectedNow > 0) selection.select(nothingSelected);
      else return false;
      return true;
    },
    onCopyId: () => {
      if (targetId !== undefined) void copyText(targetId, t('copyWhat.id'));
    },
    onCopyJson: () => void copyWhole(targetId),
    onSelectAll: props.onSelectAll,
    filtersOf: (row) =>
      rowFilters(row).map(({ field, filter }) => ({
        label: restrictionText(filter, field, t),
        run: () => props.onAddFilter(filter),
      })),
    menuCommands,
    status: {
      total: view === null || shown.error !== null ? null : total,
      filtered: view !== null && isFiltered(view.filter),
      selected: selectedNow,
      noun: 'decisions',
    },
  });
  const columnMenu = useColumnMenu({
    columns,
    onSort: (_, way) => {
      if (way !== order) props.onOrder();
    },
    onChoose: props.onChooseColumns,
    focus,
  });
  const pressed = columns.arranged.find(({ column }) => column.id === control.pressedColumn);
  const actions = useDecisionActions({
    view,
    marks,
    target: { id: targetId, row: target, isListed },
    openId,
    selection: selection.selection,
    cell: {
      title: pressed?.column.title ?? '',
      text: target === undefined ? undefined : pressed?.column.text?.(target, context),
    },
    marked,
    onMark: setMarked,
    show: (index) => {
      control.moveTo(index);
      showRow(index, 'center');
    },
    focus,
    onPeek: (id) => open(id, 'peek'),
    onClose,
    onActed: props.onActed,
  });
  const start = useEffectEvent(() => {
    if (current < 0) control.moveTo(0);
  });
  useImperativeHandle(props.ref, () => ({ focus, start: () => start() }), [focus]);
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
        rowAt={rows.at}
        rowId={recordIdOf}
        context={context}
        markOf={rowMark}
        isSelected={selection.has}
        openId={openId ?? null}
        current={current}
        order={order}
        sortedBy="seq"
        onSort={props.onOrder}
        dimmed={shown.pending}
        onKeyDown={(event) => {
          const isOwn = event.target === event.currentTarget && !event.shiftKey;
          if (isOwn && event.key === 'ArrowRight' && openId !== undefined) {
            event.preventDefault();
            open(openId, 'into');
          } else control.onKeyDown(event);
        }}
        onPress={({ row, column }, event) => control.onPress(row, column, event)}
        onOpen={({ row }) => {
          const opened = rows.at(row);
          if (opened !== undefined) open(opened.id, 'into');
        }}
        onRowMenu={({ row, column }, point) => control.onRowMenu(row, column, point)}
        onHeaderMenu={columnMenu.show}
        overlay={props.overlay ?? <PageFailure failed={rows.error} onRetry={rows.retry} />}
      />
      {control.parts}
      {columnMenu.menu}
      <DecisionCommands actions={actions} isMarked={marked !== null && marked.id === targetId} />
    </>
  );
}

/** Copies a record as a whole: the list has records in brief. */
function useWholeCopy() {
  const { t } = useTranslation('decisions');
  const queryClient = useQueryClient();
  return async (id: string | undefined): Promise<void> => {
    if (id === undefined) return;
    try {
      const whole = await queryClient.fetchQuery(recordQuery(id));
      await copyText(JSON.stringify(whole, null, 2), t('copyWhat.json'));
    } catch (error) {
      notify({ tone: 'bad', title: t('error'), reason: toFailure(error).message });
    }
  };
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
