/** A list on the screen: its rows as the address narrows and orders them, its columns, its words. */
import { useMemo } from 'react';
import { usePreferences } from '../../state/preferences.ts';
import { useGridColumns, type GridColumns } from '../table/use-grid-columns.ts';
import { columnOf, findRows, isSortable, narrowRows, sortRows } from './arrange-rows.ts';
import type { AnyList, ListCells } from './define-list.ts';
import { gridColumns, sayIn, type Say } from './list-columns.tsx';
import type { ListAddress } from './list-search.ts';
import type { RowSource } from './row-source.ts';

/** Members of the address that change. */
export type AddressPart = Readonly<Record<string, string | number | undefined>>;

export interface ListState<Row, Translate> {
  readonly list: AnyList<Row, Translate>;
  readonly source: RowSource<Row>;
  /** As they stand. */
  readonly rows: readonly Row[];
  /** Those that the search finds, whatever the filters. */
  readonly found: readonly Row[];
  readonly columns: GridColumns<Row, ListCells<Translate>>;
  readonly cells: ListCells<Translate>;
  readonly say: Say;
  readonly text: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly search: object;
  readonly change: (part: AddressPart) => void;
  readonly find: (text: string) => void;
  /** Shows all rows again, in their order. */
  readonly clear: () => void;
  readonly sortBy: (column: string, order: 'asc' | 'desc') => void;
  /** Shows what a view kept. */
  readonly open: (kept: Record<string, string>) => void;
}

export interface ListOptions<Translate, Search> {
  readonly t: Translate;
  readonly search: Search;
  readonly parse: (raw: Record<string, unknown>) => Search;
  /** Goes to another address of the list. */
  readonly show: (search: Search) => void;
}

const nothing: readonly never[] = [];

export function useList<Row, Translate, Search extends ListAddress>(
  list: AnyList<Row, Translate>,
  source: RowSource<Row>,
  { t, search, parse, show }: ListOptions<Translate, Search>,
): ListState<Row, Translate> {
  const zone = usePreferences((state) => state.timeZone);
  const definitions = useMemo(() => gridColumns(list, t, zone), [list, t, zone]);
  const cells = useMemo(() => ({ t, zone }), [t, zone]);
  const columns = useGridColumns(list.id, definitions);
  const { first } = list;
  const asked = columnOf(list, search.sort ?? '');
  const isKnown = asked !== undefined && isSortable(asked);
  const sort = isKnown && search.sort !== undefined ? search.sort : first.sort;
  const order = search.order ?? first.order;
  const text = search.q ?? '';
  const filters = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      Object.hasOwn(list.filters, name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const narrowedTo = JSON.stringify(filters);
  const here = source.rows ?? nothing;
  const { isArranged } = source;
  const found = useMemo(
    () => (isArranged ? here : sortRows(list, findRows(list, here, text), { sort, order })),
    [list, here, isArranged, text, sort, order],
  );
  const rows = useMemo(
    () => (isArranged ? found : narrowRows(list, found, JSON.parse(narrowedTo))),
    [list, found, isArranged, narrowedTo],
  );
  const change = (part: AddressPart) => show(parse({ ...search, ...part }));
  return {
    list,
    source,
    rows,
    found,
    columns,
    cells,
    say: sayIn(list, t),
    text,
    filters,
    sort,
    order,
    search,
    change,
    find: (q) => change({ q: q.trim() === '' ? undefined : q, offset: undefined }),
    clear: () => show(parse({ sort: search.sort, order: search.order })),
    sortBy: (column, way) =>
      change({
        sort: column === first.sort ? undefined : column,
        order: way === first.order ? undefined : way,
        offset: undefined,
      }),
    open: (kept) => show(parse(kept)),
  };
}
