/** A list as a screen: title, search, segments, columns, views, files, primary action, rows, and what stands in their place. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, CloseButton } from '@mantine/core';
import { IconListSearch, IconPlus, IconX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { formatCount } from '../format.ts';
import { useListOverlay } from '../page/list-overlay.tsx';
import { ColumnsButton, ListPage } from '../page/list-page.tsx';
import { Pager } from '../page/pager.tsx';
import { SearchField } from '../page/search-field.tsx';
import { EmptyState } from '../states.tsx';
import { isUnder, narrowedBy, narrowingColumn, readerOf } from './arrange-rows.ts';
import { textOf } from './compare-values.ts';
import type { AnyList } from './define-list.ts';
import { ListGrid, type ListGridHandle } from './list-grid.tsx';
import { ListTable, TableRows, type ListTableProps } from './list-table.tsx';
import { titleOf } from './list-columns.tsx';
import type { RowFilter } from './list-row-menu.tsx';
import type { SelectionAction, WholeList } from './list-selection-bar.tsx';
import { Segments, sumOf } from './segments.tsx';
import { TableMenu } from './table-menu.tsx';
import type { TableTools } from './table-tools.ts';
import type { ListState } from './use-list.ts';
import classes from './list.module.css';

type Counts = Readonly<Record<string, number>> | undefined;

/** The row that is open beside the list. */
export interface OpenBeside {
  readonly id: string | undefined;
  readonly label: string;
  readonly pane: ReactNode;
  /** It holds two columns. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

/** Parts of a table of the rows, besides the columns as they are described. */
export type TableParts<Row extends object, Translate> = Pick<
  ListTableProps<Row, Translate>,
  'draw' | 'parts' | 'rowProps' | 'rowClass' | 'openId' | 'renderBeneath'
>;

/** The rows are drawn as a grid, or as a table, where they are as high as what they hold. */
type Drawing<Row extends object, Translate> =
  | {
      readonly onOpen: (row: Row) => void;
      /** Where rows open beside the list. */
      readonly beside?: OpenBeside;
      /** A further button for the ids of the selected rows. */
      readonly selectionAction?: SelectionAction | undefined;
      readonly table?: undefined;
    }
  | {
      readonly table: TableParts<Row, Translate>;
      readonly beside?: undefined;
    };

export type ListScreenProps<Row extends object, Translate> = FrameProps<Row, Translate> &
  Drawing<Row, Translate>;

export interface FrameProps<Row extends object, Translate> {
  readonly list: ListState<Row, Translate>;
  /** It stands within a page that has a title of its own. */
  readonly isTab?: boolean;
  readonly icon: Icon;
  /** Not offered where the operation it needs is not to be had. */
  readonly action?: {
    readonly label: string;
    readonly needs: OperationId;
    readonly run: () => void;
  };
  /** Rows behind each value of a filter, where the API counts them. */
  readonly counts?: Readonly<Record<string, Counts>>;
  /** Further controls beside the search. */
  readonly tools?: ReactNode;
  /** Further buttons of the header. */
  readonly actions?: ReactNode;
  /** Further buttons where there is no row at all. */
  readonly emptyActions?: ReactNode;
  /** Said where there is no row at all. */
  readonly empty: {
    readonly title: string;
    readonly text: ReactNode;
    /** The way on, in place of the primary action. */
    readonly step?: ReactNode;
  };
  /** Said where what the list is narrowed to leaves nothing; the list's own words unless told. */
  readonly noResult?: { readonly title: string; readonly text: string };
  /** Between header and rows. */
  readonly above?: ReactNode;
  /** Under the rows and their pages. */
  readonly foot?: ReactNode;
  /** What a file says that the rows are narrowed to, besides search, filters and chips. */
  readonly notes?: readonly string[];
}

export function ListScreen<Row extends object, Translate>(props: ListScreenProps<Row, Translate>) {
  const { list: state, beside, foot } = props;
  const { say } = state;
  const grid = useRef<ListGridHandle>(null);
  useEffect(() => grid.current?.focus(), []);
  const focus = () => grid.current?.focus();
  const isOpen = beside?.id !== undefined;
  useEffect(() => {
    // What was closed took the focus with it.
    if (!isOpen && document.activeElement === document.body) grid.current?.focus();
  }, [isOpen]);
  return (
    <ListPage
      title={props.isTab === true ? undefined : say('title')}
      takesFocus={props.table !== undefined}
      tools={
        <>
          <ListSearch list={state} onLeave={focus} />
          {props.tools}
          <FilterSegments {...props} />
        </>
      }
      actions={props.actions}
      columns={props.table === undefined ? state.columns : withoutPins(state)}
      table={toolsOf(state, props.notes)}
      action={props.action}
      above={
        <>
          {props.above}
          <Chips list={state} />
        </>
      }
      foot={
        <>
          <ListPager list={state} />
          {foot}
        </>
      }
      {...(beside !== undefined && {
        pane: {
          label: beside.label,
          content: isOpen ? beside.pane : null,
          isWide: beside.isWide,
          onClose: beside.onClose,
          onFocusGrid: focus,
        },
      })}
      announcement={announcementOf(state)}
    >
      <Rows {...props} ref={grid} />
    </ListPage>
  );
}

/** A list within a page that has a title of its own. */
export function ListTab<Row extends object, Translate>(props: ListScreenProps<Row, Translate>) {
  const { list: state } = props;
  const grid = useRef<ListGridHandle>(null);
  useEffect(() => grid.current?.focus(), []);
  return (
    <div className="pd-column pd-fill pd-holder">
      <div className={classes.tabTools}>
        <FilterSegments {...props} />
        {props.tools}
        <span className="pd-space" />
        <ColumnsButton columns={state.columns} />
        <TableMenu tools={toolsOf(state, props.notes)} columns={state.columns} />
      </div>
      <div className="pd-fill pd-holder pd-line-above">
        <Rows {...props} ref={grid} />
      </div>
      <div className={classes.tabFoot}>
        <ListPager list={state} />
      </div>
      <div className="pd-hidden" role="status" aria-live="polite">
        {announcementOf(state)}
      </div>
    </div>
  );
}

/** A list whose rows are drawn as a table, within a page that scrolls and has a title of its own. */
export function TableTab<Row extends object, Translate>(
  props: FrameProps<Row, Translate> & { readonly table: TableParts<Row, Translate> },
) {
  const { list: state } = props;
  const { say } = state;
  const { empty, noResult } = useEmptyStates(props, true);
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-row pd-gap-8 pd-wraps">
        <FilterSegments {...props} />
        <Chips list={state} />
        {props.tools}
        <span className="pd-space" />
        <TableMenu tools={toolsOf(state, props.notes)} columns={withoutPins(state)} />
      </div>
      {props.above}
      <ListTable
        table={state}
        {...props.table}
        title={say('title')}
        label={labelOf(state)}
        failed={say('listFailed')}
        empty={isEmpty(state) ? empty : noResult}
        onOffset={(offset) => state.change({ offset: offset === 0 ? undefined : offset })}
        keys={rowsOf(state, props.counts)}
      />
      <div className="pd-hidden" role="status" aria-live="polite">
        {announcementOf(state)}
      </div>
    </div>
  );
}

/** Columns of a table cannot be pinned. */
function withoutPins<Row, Translate>({ columns }: ListState<Row, Translate>) {
  const { setPinned: _none, ...choices } = columns;
  return choices;
}

function Rows<Row extends object, Translate>(
  props: ListScreenProps<Row, Translate> & { readonly ref: React.Ref<ListGridHandle> },
) {
  const { list: state, counts, table } = props;
  const overlay = useListStates(props);
  if (table === undefined) return <Grid {...props} overlay={overlay} />;
  if (overlay !== undefined) return overlay;
  return (
    <div
      className="pd-column pd-tall pd-low pd-dimmable"
      data-dimmed={state.source.query.isPlaceholderData || undefined}
    >
      <TableRows
        table={state}
        {...table}
        fills
        title={state.say('title')}
        label={labelOf(state)}
        keys={rowsOf(state, counts)}
      />
    </div>
  );
}

function Grid<Row extends object, Translate>({
  list: state,
  counts,
  beside,
  selectionAction,
  onOpen,
  overlay,
  ref,
}: Extract<ListScreenProps<Row, Translate>, { readonly table?: undefined }> & {
  readonly overlay: ReactNode;
  readonly ref: React.Ref<ListGridHandle>;
}) {
  return (
    <ListGrid
      {...rowsOf(state, counts)}
      ref={ref}
      label={labelOf(state)}
      title={state.say('title')}
      columns={state.columns}
      cells={state.cells}
      sort={state.sort}
      order={state.order}
      dimmed={state.source.query.isPlaceholderData}
      onSort={state.sortBy}
      onOpen={onOpen}
      selectionAction={selectionAction}
      {...(beside !== undefined && {
        openId: beside.id,
        onMove: onOpen,
        onEscape: beside.onClose,
      })}
      overlay={overlay}
    />
  );
}

/** Facts of the rows that the cursor, the row's menu and the bar of the selection need. */
function rowsOf<Row extends object, Translate>(
  state: ListState<Row, Translate>,
  counts?: ListScreenProps<Row, Translate>['counts'],
) {
  const { list, source, rows, say, isNarrowed } = state;
  const idColumn = list.columns[list.idColumn];
  const readId = idColumn === undefined ? list.rowId : readerOf(idColumn);
  const { whole, total } = source;
  const [counted] = Object.values(counts ?? {});
  const all = whole !== undefined && isNarrowed ? sumOf(counted) : total;
  return {
    id: list.id,
    noun: list.noun,
    rows,
    rowId: list.rowId,
    idName: titleOf(list, list.idColumn, say),
    copied: (row: Row) => textOf(readId(row)) || null,
    fileRow: list.fileRow,
    unfold: list.unfold,
    total: source.rows === undefined ? undefined : (all ?? total ?? rows.length),
    before: source.page?.offset,
    whole: wholeOf(state),
    filtersOf: (row: Row) => rowFilters(state, row),
  };
}

/** All rows that the API finds, once they are counted. */
function wholeOf<Row, Translate>({ source }: ListState<Row, Translate>): WholeList | undefined {
  const { whole, total } = source;
  return whole === undefined || total === undefined ? undefined : { ...whole, total };
}

/** The list as views, files and print take it. */
function toolsOf<Row extends object, Translate>(
  state: ListState<Row, Translate>,
  notes: readonly string[] = [],
): TableTools {
  const { list, source, rows, say } = state;
  const { fileRow = (row: Row): object => row, unfold } = list;
  const whole = wholeOf(state);
  const isPart = whole !== undefined && whole.total > rows.length;
  const fileRows = rows.flatMap((row) => unfold?.(row) ?? [fileRow(row)]);
  const totalOfAll = unfold === undefined ? whole?.total : undefined;
  return {
    id: list.id,
    title: say('title'),
    view: { search: state.view, open: state.open },
    source: isPart ? whole.source : { rows: fileRows },
    total: isPart ? totalOfAll : source.rows === undefined ? undefined : fileRows.length,
    notes: [...narrowedTo(state), ...notes],
  };
}

/** What the address narrows the list to, in words. */
function narrowedTo<Row, Translate>(state: ListState<Row, Translate>): string[] {
  const { list, say, text, search } = state;
  const ofColumns = Object.entries(list.columns).flatMap(([id, { narrows = 'q' }]) => {
    const value = search[narrows];
    if (narrows === 'q' || typeof value !== 'string') return [];
    return [`${titleOf(list, id, say)}: ${valueWord(state, id, value)}`];
  });
  const others = (list.alsoNarrow ?? []).flatMap((member) => {
    const value = search[member];
    if (value === undefined) return [];
    return [typeof value === 'string' ? `${say(`by.${member}`)}: ${value}` : say(`by.${member}`)];
  });
  return [...(text === '' ? [] : [`${say('search')}: ${text}`]), ...ofColumns, ...others];
}

/** The word of a value that a column narrows the list to; the value where it has none. */
function valueWord<Row, Translate>(
  { list, say }: ListState<Row, Translate>,
  id: string,
  value: string,
): string {
  const { narrows = '', codes, wordsAt = id } = list.columns[id] ?? {};
  const filter = Object.hasOwn(list.filters, narrows) ? list.filters[narrows] : undefined;
  if (filter?.includes(value) === true) return say(`${narrows}.${value}`);
  return codes?.includes(value) === true ? say(`${wordsAt}.${value}`) : value;
}

/** Names the rows for assistive technology. */
function labelOf<Row, Translate>({ source, rows, say }: ListState<Row, Translate>): string {
  if (source.rows === undefined) return say('title');
  const { whole, total } = source;
  return say('grid', { total: formatCount(whole === undefined ? rows.length : (total ?? 0)) });
}

/** The number of rows, read out when it changes. */
function announcementOf<Row, Translate>(state: ListState<Row, Translate>): string {
  const { list, source, rows, say, isNarrowed } = state;
  if (source.rows === undefined || (list.isLive === true && !isNarrowed)) return '';
  const count = source.page === undefined ? rows.length : (source.total ?? 0);
  return say('announce', { count, total: formatCount(count) });
}

/** The search of a list that has searched columns. */
function ListSearch<Row, Translate>({
  list: { list, say, text, find },
  onLeave,
}: {
  list: ListState<Row, Translate>;
  onLeave: () => void;
}) {
  if (!isSearched(list)) return null;
  return (
    <SearchField
      id={`${list.id}.search`}
      label={say('searchLabel')}
      placeholder={say('search')}
      command={say('command.search')}
      text={text}
      onFind={find}
      onLeave={onLeave}
    />
  );
}

function isSearched<Row, Translate>(list: AnyList<Row, Translate>): boolean {
  return Object.values(list.columns).some(({ searched }) => searched === true);
}

/** Where a list in pages stands. */
function ListPager<Row, Translate>({ list }: { list: ListState<Row, Translate> }) {
  const { page, total = 0 } = list.source;
  if (page === undefined) return null;
  return (
    <Pager
      {...page}
      total={total}
      onOffset={(offset) => list.change({ offset: offset === 0 ? undefined : offset })}
    />
  );
}

/** Values that the list can be narrowed to by a row: those of the columns that say so. */
function rowFilters<Row, Translate>(state: ListState<Row, Translate>, row: Row): RowFilter[] {
  const { list, cells, say, narrow } = state;
  return Object.entries(list.columns).flatMap(([id, column]) => {
    const { narrows, text } = column;
    const value = narrows === undefined ? '' : narrowedBy(column, row);
    if (narrows === undefined || value === '') return [];
    const word = valueWord(state, id, value);
    const shown = word === value ? (text?.(row, cells) ?? value) : word;
    return [
      { label: `${titleOf(list, id, say)}: ${shown}`, run: () => narrow({ [narrows]: value }) },
    ];
  });
}

/** One control for each filter, with the rows behind each value. */
function FilterSegments<Row extends object, Translate>({
  list: { list, found, filters, say, narrow },
  counts,
}: Pick<ListScreenProps<Row, Translate>, 'list' | 'counts'>) {
  const { t } = useTranslation('tables');
  return Object.entries(list.filters).map(([name, values]) => {
    const [, column] = narrowingColumn(list, name) ?? [];
    const counted =
      counts === undefined
        ? {
            all: found.length,
            of: (value: string) =>
              found.filter((row) => column !== undefined && isUnder(column, row, value)).length,
          }
        : { all: sumOf(counts[name]), of: (value: string) => counts[name]?.[value] };
    return (
      <Segments
        key={name}
        label={say(`by.${name}`)}
        segments={[
          { value: '', label: t('all'), count: counted.all },
          ...values.map((value) => ({
            value,
            label: say(`${name}.${value}`),
            count: counted.of(value),
          })),
        ]}
        value={filters[name] ?? ''}
        onChange={(value) => narrow({ [name]: value === '' ? undefined : value })}
      />
    );
  });
}

/** Texts that the address narrows the list to, each with a way to take it away. */
function Chips<Row, Translate>({
  list: { list, search, say, narrow },
}: {
  list: ListState<Row, Translate>;
}) {
  const { t } = useTranslation('tables');
  const chips = (list.chips ?? []).flatMap((member) => {
    const [id] = narrowingColumn(list, member) ?? [];
    const value = search[member];
    return id === undefined || typeof value !== 'string'
      ? []
      : [{ member, value, name: titleOf(list, id, say) }];
  });
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map(({ member, value, name }) => (
        <span key={member} className={classes.chip}>
          <span className="pd-dim">{name}</span>{' '}
          <bdi className={classes.chipValue} title={showHidden(value)}>
            {showHidden(value)}
          </bdi>
          <CloseButton
            size="sm"
            aria-label={t('removeFilter', { what: `${name}: ${showHidden(value)}` })}
            onClick={() => narrow({ [member]: undefined })}
          />
        </span>
      ))}
    </div>
  );
}

/** A failure, the wait, no row at all, none that fits. */
function useListStates<Row extends object, Translate>(props: FrameProps<Row, Translate>) {
  const { list: state } = props;
  return useListOverlay({
    query: state.source.query,
    isEmpty: isEmpty(state),
    isWithoutResult: state.rows.length === 0,
    failed: state.say('listFailed'),
    loading: state.say('loading'),
    ...useEmptyStates(props),
  });
}

/** There is no row at all, whatever the list is narrowed to. */
function isEmpty<Row, Translate>({ source, isNarrowed }: ListState<Row, Translate>): boolean {
  return source.rows?.length === 0 && (source.whole === undefined || !isNarrowed);
}

function useEmptyStates<Row extends object, Translate>(
  { list, icon: Empty, action, empty, noResult, emptyActions }: FrameProps<Row, Translate>,
  compact = false,
) {
  const { t } = useTranslation('tables');
  const may = useMay();
  const { say, text } = list;
  const begin = action !== undefined && may(action.needs) && (
    <>
      <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={action.run}>
        {action.label}
      </Button>
      {emptyActions}
    </>
  );
  return {
    empty: (
      <EmptyState
        compact={compact}
        icon={<Empty size={20} stroke={1.6} />}
        title={empty.title}
        actions={empty.step ?? begin}
      >
        {empty.text}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        compact={compact}
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={
          noResult?.title ??
          (text === '' && isSearched(list.list) ? t('noRow') : say('noResult.title', { text }))
        }
        actions={
          <Button leftSection={<IconX size={14} />} onClick={list.clear}>
            {say('noResult.clear')}
          </Button>
        }
      >
        {noResult?.text ?? say('noResult.text')}
      </EmptyState>
    ),
  };
}
