/** Rows that the ledger holds, as a source. */
import type { Filter } from '../../filters/filter.ts';
import type { ViewedSource } from '../../policies/view.ts';
import type { CellsTaker, PageOrder, RowSource, SeenDataset, ShowRow } from '../row-source.ts';
import type { SaltedRow } from '../seen-row.ts';
import type { RowQueries } from './row-queries.ts';

/** @param seen what the session sees; its last row is that of its snapshot */
export function embeddedSource(queries: RowQueries, seen: SeenDataset): RowSource {
  return {
    kind: 'embedded',
    snapshot: seen.seq,
    claim: undefined,
    page: async (order: PageOrder, show: ShowRow) =>
      queries.page(seen, { ...order, after: Number(order.after) }, show),
    count: async (filter: Filter) => queries.count(seen, filter),
    aggregate: async (pipeline, options) => queries.aggregate(seen, pipeline, options),
    eachRow: async (take: (rows: Iterable<ViewedSource>) => void, cells?: CellsTaker) =>
      queries.eachRow(seen, take, cells),
    withRows: async <Result>(
      recordIds: readonly string[],
      run: (rows: Iterable<SaltedRow | undefined>) => Result,
    ) => queries.run(() => run(rowsOf(queries, seen, recordIds))),
    profile: () => queries.profile(seen),
    explain: async (filter: Filter, withPlan: boolean) => {
      const compiled = queries.compile(seen, filter);
      return {
        ...compiled,
        dialect: 'sqlite-jsonb',
        plan: withPlan ? queries.plan(seen, compiled) : [],
      };
    },
  };
}

function* rowsOf(
  queries: RowQueries,
  seen: SeenDataset,
  recordIds: readonly string[],
): Generator<SaltedRow | undefined> {
  for (const recordId of recordIds) yield queries.row(seen, recordId);
}
