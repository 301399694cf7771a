/** Lists that are short enough to be whole: read page after page, as many as there are. */
import { request, type QueryValues, type Reader } from './client.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly has_more: boolean };
}

/** A query function that reads every row of a list, in its order; `limit` rows at a time. */
export function readsEvery<Row>(
  page: Reader<Page<Row>>,
  {
    path,
    limit,
    ...rest
  }: { readonly path: string; readonly limit: number; readonly query?: QueryValues },
): (query: { readonly signal: AbortSignal }) => Promise<readonly Row[]> {
  return async ({ signal }) => {
    const found: Row[] = [];
    for (;;) {
      const { data, pagination } = await request(page, {
        path,
        query: { ...rest.query, limit, offset: found.length },
        signal,
      });
      found.push(...data);
      if (!pagination.has_more || data.length === 0) return found;
    }
  };
}
