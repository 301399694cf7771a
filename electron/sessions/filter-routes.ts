/** Filtering and counting the rows of a session (specification, "Apply filter"). */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { DataMeans } from './data-means.ts';
import { keepAccess } from './keep-access.ts';
import { openedSession, shownRow } from './opened-session.ts';
import { readFields, readFilter, readSort } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { keptRequest } from './receipted.ts';

export function filterRoutes(means: DataMeans): RouteHandlers<'filterSession' | 'countSession'> {
  return {
    filterSession: async ({ parameters: { session_id: sessionId }, body, idempotency }) => {
      const opened = openedSession(means, sessionId);
      const { source, view } = opened;
      const filter = readFilter(body.filter, view);
      const sort = body.sort === undefined ? undefined : readSort(body.sort, view);
      const project = body.fields === undefined ? undefined : readFields(body.fields, view);
      const order = {
        filter,
        // The order of sort fields matters: no canonical form, which would sort them.
        name: `${canonicalJson(body.filter)} ${JSON.stringify(body.sort ?? null)}`,
        sort,
        after: 0,
        limit: body.limit,
      };
      const { rows, given, hasMore } = await source.page(order, shownRow(project));
      const { texts, bytes } = rows;
      const receipt = await keepAccess(means, opened, {
        usage: { kind: 'filter', records: texts.length, bytes },
        idempotency,
        request: keptRequest('filterSession', body),
        given,
      });
      return {
        body: `{"records":[${texts.join(',')}],"record_count":${texts.length},"has_more":${hasMore}}`,
        ...receiptHeaders(receipt),
      };
    },

    countSession: async ({ parameters: { session_id: sessionId }, body, idempotency }) => {
      const opened = openedSession(means, sessionId);
      const { session, source, view } = opened;
      const count = await source.count(readFilter(body.filter, view));
      const receipt = await keepAccess(means, opened, {
        usage: { kind: 'filter', records: 0, bytes: 0 },
        idempotency,
        request: { operation: 'countSession', filter: body.filter },
        given: [],
      });
      return {
        body: JSON.stringify({ count, total: session.recordCount }),
        ...receiptHeaders(receipt),
      };
    },
  };
}
