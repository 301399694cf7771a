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
  /** The API was asked for a part of the rows only. */
  readonly isNarrowed: boolean;
  /** The API found and ordered the rows: here they stay as they came. */
  readonly isArranged: boolean;
  /** All rows of the API, where not all of them are here. */
  readonly whole?: { readonly source: ListSource; readonly idPath: string };
}

/** All rows are here: found, narrowed and ordered here. */
export function wholeRows<Row>(
  query: ListQuery & { readonly data: readonly Row[] | undefined },
): RowSource<Row> {
  const rows = query.data;
  return { query, rows, total: rows?.length, isNarrowed: false, isArranged: false };
}
