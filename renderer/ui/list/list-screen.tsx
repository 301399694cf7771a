/** A list as a screen: title, search, segments, columns, views, files, primary action, rows, and what stands in their place. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconListSearch, IconPlus, IconX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { pointer } from '../../../shared/json-pointer.ts';
import { useMay } from '../../api/capabilities.ts';
import { formatCount } from '../format.ts';
import { useListOverlay } from '../page/list-overlay.tsx';
import { ListPage } from '../page/list-page.tsx';
import { SearchField } from '../page/search-field.tsx';
import { EmptyState } from '../states.tsx';
import { textOf } from './compare-values.ts';
import { ListGrid, type ListGridHandle } from './list-grid.tsx';
import type { RowFilter } from './list-row-menu.tsx';
import { Segments, sumOf } from './segments.tsx';
import type { ListState } from './use-list.ts';

type Counts = Readonly<Record<string, number>> | undefined;

export interface ListScreenProps<Row extends object, Translate> {
  readonly list: ListState<Row, Translate>;
  readonly icon: Icon;
  /** Not offered where the operation it needs is not to be had. */
  readonly action: {
    readonly label: string;
    readonly needs: OperationId;
    readonly run: () => void;
  };
  readonly onOpen: (row: Row) => void;
  /** Rows behind each value of a filter, where the API counts them. */
  readonly counts?: Readonly<Record<string, Counts>>;
  /** Further buttons of the header. */
  readonly actions?: ReactNode;
  /** Further buttons where there is no row at all. */
  readonly emptyActions?: ReactNode;
  /** Said where there is no row at all. */
  readonly empty: { readonly title: string; readonly text: ReactNode };
  /** Said where what the list is narrowed to leaves nothing; the list's own words unless told. */
  readonly noResult?: { readonly title: string; readonly text: string };
  /** Between header and rows. */
  readonly above?: ReactNode;
  /** What a file says that the rows are narrowed to, besides search and filters. */
  readonly notes?: readonly string[];
}

export function ListScreen<Row extends object, Translate>(props: ListScreenProps<Row, Translate>) {
  const { list: state, action, notes = [] } = props;
  const { list, source, rows, columns, say, text, filters } = state;
  const grid = useRef<ListGridHandle>(null);
  useEffect(() => grid.current?.focus(), []);
  const focus = () => grid.current?.focus();
  const { query, total } = source;
  const isKnown = source.rows !== undefined;
  const isPart = total !== undefined && total > (source.rows?.length ?? 0);
  const shownTotal = formatCount(isPart ? total : rows.length);
  const overlay = useListStates(props);
  const whole = source.whole;
  return (
    <ListPage
      title={say('title')}
      tools={
        <>
          {isSearched(state) && (
            <SearchField
              id={`${list.id}.search`}
              label={say('searchLabel')}
              placeholder={say('search')}
              command={say('command.search')}
              text={text}
              onFind={state.find}
              onLeave={focus}
            />
          )}
          <FilterSegments {...props} />
        </>
      }
      actions={props.actions}
      columns={columns}
      table={{
        id: list.id,
        title: say('title'),
        view: { search: { ...state.search, offset: undefined }, open: state.open },
        source: isPart && whole !== undefined ? whole.source : { rows },
        total: isPart ? total : isKnown ? rows.length : undefined,
        notes: [
          ...(text === '' ? [] : [`${say('search')}: ${text}`]),
          ...Object.entries(filters).map(
            ([name, value]) => `${say(`column.${name}`)}: ${say(`${name}.${value}`)}`,
          ),
          ...notes,
        ],
      }}
      action={action}
      above={props.above}
      announcement={
        isKnown ? say('announce', { count: rows.length, total: formatCount(rows.length) }) : ''
      }
    >
      <ListGrid
        title={say('title')}
        ref={grid}
        id={list.id}
        label={isKnown ? say('grid', { total: shownTotal }) : say('title')}
        noun={list.noun}
        rows={rows}
        rowId={list.rowId}
        idName={say(`column.${list.idColumn}`)}
        total={total}
        columns={columns}
        cells={state.cells}
        sort={state.sort}
        order={state.order}
        dimmed={query.isPlaceholderData}
        onSort={state.sortBy}
        onOpen={props.onOpen}
        whole={whole === undefined || total === undefined ? undefined : { ...whole, total }}
        filtersOf={(row) => rowFilters(state, row)}
        overlay={overlay}
      />
    </ListPage>
  );
}

function isSearched<Row, Translate>({ list }: ListState<Row, Translate>): boolean {
  return Object.values(list.columns).some(({ searched }) => searched === true);
}

/** Values that the list can be narrowed to by a row: those of the columns that say so. */
function rowFilters<Row, Translate>(
  { list, say, change }: ListState<Row, Translate>,
  row: Row,
): RowFilter[] {
  return Object.entries(list.columns).flatMap(([id, column]) => {
    const { narrows, path, codes, wordsAt = id } = column;
    const value = textOf(pointer(path)(row));
    if (narrows === undefined || value === '') return [];
    const shown = codes?.includes(value) === true ? say(`${wordsAt}.${value}`) : value;
    return [{ label: `${say(`column.${id}`)}: ${shown}`, run: () => change({ [narrows]: value }) }];
  });
}

/** One control for each filter, with the rows behind each value. */
function FilterSegments<Row extends object, Translate>({
  list: { list, found, filters, say, change },
  counts,
}: ListScreenProps<Row, Translate>) {
  const { t } = useTranslation('tables');
  return Object.entries(list.filters).map(([name, values]) => {
    const path = Object.hasOwn(list.columns, name) ? list.columns[name]?.path : undefined;
    const read = pointer(path ?? '');
    const counted =
      counts === undefined
        ? {
            all: found.length,
            of: (value: string) => found.filter((row) => read(row) === value).length,
          }
        : { all: sumOf(counts[name]), of: (value: string) => counts[name]?.[value] };
    return (
      <Segments
        key={name}
        label={say(`column.${name}`)}
        segments={[
          { value: '', label: t('all'), count: counted.all },
          ...values.map((value) => ({
            value,
            label: say(`${name}.${value}`),
            count: counted.of(value),
          })),
        ]}
        value={filters[name] ?? ''}
        onChange={(value) =>
          change({ [name]: value === '' ? undefined : value, offset: undefined })
        }
      />
    );
  });
}

/** A failure, the wait, no row at all, none that fits. */
function useListStates<Row extends object, Translate>(props: ListScreenProps<Row, Translate>) {
  const { list: state, icon: Empty, action, empty, noResult } = props;
  const { t } = useTranslation('tables');
  const may = useMay();
  const { say, text, source } = state;
  return useListOverlay({
    query: source.query,
    isEmpty: source.rows?.length === 0 && !source.isNarrowed,
    isWithoutResult: state.rows.length === 0,
    failed: say('listFailed'),
    loading: say('loading'),
    empty: (
      <EmptyState
        icon={<Empty size={20} stroke={1.6} />}
        title={empty.title}
        actions={
          may(action.needs) && (
            <>
              <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={action.run}>
                {action.label}
              </Button>
              {props.emptyActions}
            </>
          )
        }
      >
        {empty.text}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={noResult?.title ?? (text === '' ? t('noRow') : say('noResult.title', { text }))}
        actions={
          <Button leftSection={<IconX size={14} />} onClick={state.clear}>
            {say('noResult.clear')}
          </Button>
        }
      >
        {noResult?.text ?? say('noResult.text')}
      </EmptyState>
    ),
  });
}
