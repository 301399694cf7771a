/** Where the rows of a list come from. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ListSource } from './table-tools.ts';

export type ListQuery = Pick<
  UseQueryResult,
  'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'
>;

export interface RowSource<Row> {
  readonly query: ListQuery;
  /** Those that are here; undefined as long as none were read. */
  readonly rows: readonly Row[] | undefined;
  /** Rows that the API finds by what it was asked; undefined as long as that is unknown. */
  readonly total: number | undefined;
  /** All rows that the API finds, where it narrows them: some may not be here. */
  readonly whole?: { readonly source: ListSource; readonly idPath: string };
  /** The page of the API that is here. */
  readonly page?: { readonly offset: number; readonly size: number };
}

/** Rows of a table; without a query they are here already. */
export type TableSource<Row> = Omit<RowSource<Row>, 'query'> & { readonly query?: ListQuery };

/** Rows that are here already, all of them. */
export function givenRows<Row>(rows: readonly Row[]): TableSource<Row> {
  return { rows, total: rows.length };
}

/** All rows are here: found, narrowed and ordered here. */
export function wholeRows<Row>(
  query: ListQuery & { readonly data: readonly Row[] | undefined },
): RowSource<Row> {
  const rows = query.data;
  return { query, rows, total: rows?.length };
}

/** Rows that the API found by `whole.source`: those that are here are ordered here. */
export function foundRows<Row>(
  query: ListQuery & {
    readonly data: { readonly data: readonly Row[]; readonly total: number } | undefined;
  },
  whole: NonNullable<RowSource<Row>['whole']>,
): RowSource<Row> {
  return { query, rows: query.data?.data, total: query.data?.total, whole };
}

/** A page of rows that the API found by `whole.source`. */
export function pagedRows<Row>(
  query: ListQuery & {
    readonly data:
      | { readonly data: readonly Row[]; readonly pagination: { readonly total: number } }
      | undefined;
  },
  page: NonNullable<RowSource<Row>['page']>,
  whole: NonNullable<RowSource<Row>['whole']>,
): RowSource<Row> {
  const { data } = query;
  return { query, rows: data?.data, total: data?.pagination.total, whole, page };
}

/** Rows of any number by their place, of which those in sight are here. */
export interface RowWindow<Row> {
  readonly count: number;
  /** The row at an index; undefined while it is not here. */
  readonly at: (index: number) => Row | undefined;
  /** The rows from one index to another, both with them; undefined where not all can be had. */
  readonly between: (
    from: number,
    to: number,
  ) => readonly Row[] | Promise<readonly Row[]> | undefined;
}
