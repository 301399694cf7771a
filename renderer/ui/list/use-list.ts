/** A list on the screen: its rows as the address narrows and orders them, its columns, its words. */
import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { columnOf, findRows, isSortable, narrowRows, sortRows } from './arrange-rows.ts';
import type { AnyList } from './define-list.ts';
import type { ListAddress } from './list-search.ts';
import type { RowSource } from './row-source.ts';
import { useTable, type TableState } from './use-table.ts';

/** Members of the address that change. */
export type AddressPart = Readonly<Record<string, string | number | undefined>>;

export interface ListState<Row, Translate> extends TableState<Row, Translate> {
  readonly list: AnyList<Row, Translate>;
  readonly source: RowSource<Row>;
  /** Those that the search finds, whatever the filters. */
  readonly found: readonly Row[];
  readonly text: string;
  readonly filters: Readonly<Record<string, string>>;
  /** The address narrows the list. */
  readonly isNarrowed: boolean;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly search: Readonly<Record<string, unknown>>;
  /** The part of the address that a view keeps. */
  readonly view: object;
  readonly change: (part: AddressPart) => void;
  /** Narrows the list by members of the address, from its first row on. */
  readonly narrow: (part: AddressPart) => void;
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
  /** Members of the address that are not the list's: no view holds them. */
  readonly stays?: readonly (keyof Search & string)[];
}

const nothing: readonly never[] = [];

/** The address of the screen that is shown, as `parse` reads it. */
export function useListAddress<Search extends ListAddress>(
  parse: ListOptions<unknown, Search>['parse'],
): Pick<ListOptions<unknown, Search>, 'search' | 'parse' | 'show'> {
  const navigate = useNavigate();
  const search = parse(useSearch({ strict: false }));
  return { search, parse, show: (next) => void navigate({ to: '.', search: next, replace: true }) };
}

export function useList<Row, Translate, Search extends ListAddress>(
  list: AnyList<Row, Translate>,
  source: RowSource<Row>,
  { t, search, parse, show, stays = [] }: ListOptions<Translate, Search>,
): ListState<Row, Translate> {
  const table = useTable(list, source, t);
  const { first } = list;
  const asked = columnOf(list, search.sort ?? '');
  const isKnown = asked !== undefined && isSortable(list, asked);
  const sort = isKnown && search.sort !== undefined ? search.sort : (first?.sort ?? '');
  const order = search.order ?? first?.order ?? 'desc';
  const text = search.q ?? '';
  const filters = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      Object.hasOwn(list.filters, name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  const narrowedTo = JSON.stringify(filters);
  const here = source.rows ?? nothing;
  /** The API narrowed them. */
  const isFound = source.whole !== undefined;
  const found = useMemo(
    () => sortRows(list, isFound ? here : findRows(list, here, text), { sort, order }),
    [list, here, isFound, text, sort, order],
  );
  const rows = useMemo(
    () => (isFound ? found : narrowRows(list, found, JSON.parse(narrowedTo))),
    [list, found, isFound, narrowedTo],
  );
  const members: Readonly<Record<string, unknown>> = search;
  const narrowing = narrowingMembers(list);
  const change = (part: AddressPart) => show(parse({ ...search, ...part }));
  const narrow = (part: AddressPart) => change({ ...part, offset: undefined });
  return {
    ...table,
    list,
    source,
    rows,
    found,
    text,
    filters,
    isNarrowed: narrowing.some((name) => members[name] !== undefined),
    sort,
    order,
    search: members,
    view: { ...search, ...without(stays), offset: undefined },
    change,
    narrow,
    find: (q) => narrow({ q: q.trim() === '' ? undefined : q }),
    clear: () => narrow(without(narrowing)),
    sortBy: (column, way) =>
      narrow({
        sort: column === first?.sort ? undefined : column,
        order: way === first?.order ? undefined : way,
      }),
    open: (kept) =>
      show(parse({ ...Object.fromEntries(stays.map((name) => [name, search[name]])), ...kept })),
  };
}

/** Members of the address that narrow the list. */
function narrowingMembers<Row, Translate>(list: AnyList<Row, Translate>): readonly string[] {
  const ofColumns = Object.values(list.columns).flatMap(({ narrows }) => narrows ?? []);
  return ['q', ...Object.keys(list.filters), ...ofColumns, ...(list.alsoNarrow ?? [])];
}

/** Members of the address that are taken out of it. */
function without(names: readonly string[]): Readonly<Record<string, undefined>> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
