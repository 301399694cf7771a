/** A page of rows whose whole list the host does not export. */
import type { RowSource } from '../../ui/list/row-source.ts';

type Query<Row> = NonNullable<RowSource<Row>['query']> & {
  readonly data:
    | { readonly data: readonly Row[]; readonly pagination: { readonly total: number } }
    | undefined;
};

export function ofPage<Row>(
  query: Query<Row>,
  page: NonNullable<RowSource<Row>['page']>,
): RowSource<Row> {
  const { data } = query;
  return { query, rows: data?.data, total: data?.pagination.total, page };
}
