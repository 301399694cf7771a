/** Rows of any number in a grid: read by cursors as somebody presses for them, opened beside it, chosen by key. */
import { useRef } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCopy,
  IconListSearch,
  IconRefresh,
  IconTable,
  IconTableOff,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../api/client.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { InEnglish } from '../in-english.tsx';
import { selectColumn } from '../list/row-control.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { SidePane } from '../side-pane.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import { DataGrid } from '../table/data-grid.tsx';
import { useSlow } from '../use-slow.ts';
import { FieldChooser } from './field-chooser.tsx';
import type { RowBrowserProps } from './row-browser-props.ts';
import { PaneCommands } from './row-commands.tsx';
import { RowPane } from './row-pane.tsx';
import { nextSort, recordIdOf } from './row-values.ts';
import { useRowGrid, type RowGrid } from './use-row-grid.tsx';
import { rowBatchSize, type RowList } from './use-row-pages.ts';
import classes from './rows.module.css';

export function RowBrowser(props: RowBrowserProps) {
  const { t } = useTranslation('datasets');
  const grid = useRowGrid(props);
  const { pane, cursor, virtual, close } = grid;
  const { opened, setOpened, target } = cursor;
  const shares = usePreferences((state) => state.inspectorShare);
  const preferredPlace = usePreferences((state) => state.inspectorPlace);
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false });
  const place = preferredPlace === 'bottom' ? 'bottom' : 'right';
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isInPane = event.target instanceof Node && pane.current?.contains(event.target) === true;
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
  };
  return (
    <div className="pd-column pd-fill pd-slim pd-tall">
      <RowBar props={props} grid={grid} />
      <div className="pd-fill pd-line-above" role="presentation" onKeyDown={onKeyDown}>
        <SidePane
          main={<Rows props={props} grid={grid} />}
          pane={
            opened === null ? null : (
              <RowPane row={opened} isPart={props.shown !== undefined} onClose={close} />
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
      <PaneCommands
        hasRow={target !== undefined}
        isOpen={opened !== null}
        onPeek={() => setOpened(opened === null ? (target ?? null) : null)}
        onClose={close}
      />
      {grid.control.parts}
      {grid.columnMenu.menu}
    </div>
  );
}

interface RowBrowserPart {
  readonly props: RowBrowserProps;
  readonly grid: RowGrid;
}

/** How much is read, in which order, of which fields. */
function RowBar({ props, grid: { list, paths } }: RowBrowserPart) {
  const { t } = useTranslation('datasets');
  const { sort, total } = props;
  const { count, ended, started } = list.known;
  return (
    <div className={classes.bar}>
      <span className="pd-clip pd-figures" role="status">
        <ReadState count={count} ended={ended} started={started} total={total} />
      </span>
      <span className="pd-space" />
      {sort !== undefined && (
        <span className="pd-inline pd-gap-2 pd-clip pd-figures">
          {t(sort.startsWith('-') ? 'rows.descendingBy' : 'rows.ascendingBy', {
            field: sort.replace(/^-/, ''),
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
      <FieldChooser
        fields={props.fields}
        shown={props.shown}
        columns={paths}
        onShown={props.onShown}
      />
      {props.actions}
    </div>
  );
}

function Rows({ props, grid }: RowBrowserPart) {
  const { t } = useTranslation('datasets');
  const { sort, total, selected, onSelected } = props;
  const { list, rows, virtual, cursor, selection, control, pathOf } = grid;
  const { known } = list;
  const slow = useSlow(known.reading && !known.started);
  return (
    <div className="pd-column pd-slim pd-tall">
      <div className="pd-fill pd-holder">
        <DataGrid
          id={grid.gridId}
          label={props.label}
          columns={grid.columns}
          virtual={virtual}
          rowCount={known.ended ? known.count : (total ?? rows.count)}
          rowAt={rows.at}
          rowId={recordIdOf}
          context={null}
          markOf={() => ''}
          isSelected={selection.has}
          openId={cursor.opened === null ? null : recordIdOf(cursor.opened)}
          current={cursor.current}
          order={sort?.startsWith('-') === true ? 'desc' : 'asc'}
          sortedBy={grid.sortedBy}
          dimmed={false}
          onSort={(column) => {
            const path = pathOf(column);
            if (path !== undefined) props.onSort(nextSort(sort, path));
          }}
          onKeyDown={control.onKeyDown}
          onPress={({ row, column }, event) => control.onPress(row, column, event)}
          onOpen={({ row, column }) => {
            if (column !== selectColumn) grid.enter(rows.at(row));
          }}
          onRowMenu={({ row, column }, point) => control.onRowMenu(row, column, point)}
          onHeaderMenu={grid.columnMenu.show}
          overlay={<RowsState props={props} grid={grid} slow={slow} />}
        />
      </div>
      <BrokenNote list={list} />
      <ReadOn props={props} grid={grid} />
      <SelectionBar
        count={selected.size}
        total={selected.size}
        onClear={() => {
          onSelected(new Set());
          virtual.focus();
        }}
      >
        <Button
          leftSection={<IconCopy size={14} stroke={1.75} />}
          onClick={() => void copyText([...selected].join('\n'), t('rows.recordIds'))}
        >
          {t('rows.copySelected')}
        </Button>
      </SelectionBar>
    </div>
  );
}

/** Over the rows as long as there are none: the wait, a failure, nothing that fits. */
function RowsState({ props, grid, slow }: RowBrowserPart & { slow: boolean }) {
  const { t } = useTranslation('datasets');
  const { filter, emptyAction, unread } = props;
  const { pages, known } = grid.list;
  if (known.reading && !known.started) {
    return (
      <div className="pd-overlay" role="status" aria-busy="true" aria-label={t('rows.loading')}>
        {slow && <SkeletonRows />}
      </div>
    );
  }
  if (known.error !== null && !known.started) {
    return (
      <div className="pd-overlay">
        <ErrorState
          error={known.error}
          title={t('rows.failed')}
          onRetry={() => void pages.readOn()}
        />
      </div>
    );
  }
  if (!known.started) {
    return (
      <div className="pd-overlay">
        <EmptyState
          icon={<IconTable size={20} stroke={1.6} />}
          title={unread.title}
          actions={<ReadButton props={props} grid={grid} isMain />}
        >
          {unread.text}
        </EmptyState>
      </div>
    );
  }
  if (!known.ended || known.count > 0) return null;
  const isFiltered = filter !== undefined && Object.keys(filter).length > 0;
  const Icon = isFiltered ? IconListSearch : IconTableOff;
  return (
    <div className="pd-overlay">
      <EmptyState
        icon={<Icon size={20} stroke={1.6} />}
        title={t(isFiltered ? 'rows.noMatch' : 'rows.empty')}
        actions={isFiltered ? emptyAction : undefined}
      >
        {t(isFiltered ? 'rows.noMatchText' : 'rows.emptyText')}
      </EmptyState>
    </div>
  );
}

/** Says under the rows that reading stopped after some of them. */
function BrokenNote({ list: { pages, known } }: { list: RowList }) {
  const { t } = useTranslation('datasets');
  if (known.error === null || !known.started) return null;
  const failure = toFailure(known.error);
  // A cursor holds as long as what it was read by: what follows is read anew.
  const isOver = failure.fields.some(({ field }) => field === 'cursor');
  return (
    <div
      className="pd-between pd-fixed pd-gap-12 pd-small pd-bad pd-line-above pd-pad-6-12"
      role="alert"
    >
      <span>
        {t('rows.brokenAt', { count: known.count, formatted: formatCount(known.count) })}{' '}
        <InEnglish>{failure.message}</InEnglish>
      </span>
      <Button
        size="compact-sm"
        leftSection={<IconRefresh size={13} />}
        onClick={() => (isOver ? pages.restart() : void pages.readOn())}
      >
        {t(isOver ? 'rows.restart' : 'rows.retry')}
      </Button>
    </div>
  );
}

/** Under the rows: the button that reads the next ones. */
function ReadOn({ props, grid }: RowBrowserPart) {
  const { known } = grid.list;
  if (!known.started || known.ended || known.error !== null) return null;
  return (
    <div className="pd-row pd-fixed pd-line-above pd-pad-6-12">
      <ReadButton props={props} grid={grid} />
    </div>
  );
}

function ReadButton({
  props: { total, renderReading },
  grid: { list, virtual },
  isMain = false,
}: RowBrowserPart & { isMain?: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const { pages, known } = list;
  const left = total === null ? rowBatchSize : Math.max(1, total - known.count);
  const read = async () => {
    await pages.readOn();
    requestAnimationFrame(() => {
      // The button was out of use meanwhile, or is gone with what it asked for.
      if (document.activeElement !== document.body) return;
      if (button.current?.isConnected === true) button.current.focus();
      else virtual.focus();
    });
  };
  return renderReading(Math.min(rowBatchSize, left), ({ words, exact, isReady }) => (
    <Button
      ref={button}
      variant={isMain ? 'filled' : 'default'}
      loading={known.reading}
      disabled={!isReady}
      title={exact}
      onClick={() => void read()}
    >
      {words}
    </Button>
  ));
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
    <div className="pd-skeletons">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}
