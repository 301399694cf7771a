/** The stream of a session in batches, and single records (specification, "Stream batch"). */
import { createHash } from 'node:crypto';
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { rowCountHeader } from '../access/row-count.ts';
import type { RouteHandlers } from '../route-handler.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession, shownRow } from './opened-session.ts';
import { everyRow, readFilter, readFilterText, readSort, readStreamFields } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { keptRequest } from './receipted.ts';

const idDigits = 32;

export function streamRoutes(
  means: DataMeans,
): RouteHandlers<'streamSession' | 'getSessionRecord'> {
  return { ...batchRoute(means), ...recordRoute(means) };
}

function batchRoute(means: DataMeans): RouteHandlers<'streamSession'> {
  const { cursors, accesses } = means;
  return {
    streamSession: async ({ parameters: { session_id: sessionId }, query }) => {
      const opened = openedSession(means, sessionId);
      const { session, source, view, policyVersion } = opened;
      const filterValue = query.filter === undefined ? null : readFilterText(query.filter);
      const filter = filterValue === null ? everyRow : readFilter(filterValue, view);
      const sort = query.sort === undefined ? undefined : readSort(query.sort, view);
      const project = query.fields === undefined ? undefined : readStreamFields(query.fields, view);
      const scope = {
        sessionId: session.sessionId,
        snapshot: source.snapshot,
        policyVersion,
        filter: filterValue,
        sort: query.sort ?? null,
      };
      const after = query.cursor === undefined ? 0 : cursors.open(query.cursor, scope);
      const order = {
        filter,
        name: canonicalJson([filterValue, scope.sort]),
        sort,
        after,
        limit: query.batch_size,
      };
      const { rows, given, last, hasMore } = await source.page(order, shownRow(project));
      const { texts, bytes } = rows;
      const { batch_size: batchSize, sort: sorted, fields } = query;
      const receipt = await accesses.commit(
        {
          sessionId: session.sessionId,
          usage: { kind: 'read', records: texts.length, bytes, policyVersion },
          idempotency: undefined,
        },
        {
          request: keptRequest('streamSession', {
            after,
            batch_size: batchSize,
            filter: filterValue ?? undefined,
            sort: sorted,
            fields,
          }),
          given,
          source: source.claim,
        },
        session.accesses + 1,
      );
      const batchId = batchIdOf([
        scope.sessionId,
        scope.snapshot,
        policyVersion,
        filterValue,
        scope.sort,
        query.fields ?? null,
        query.batch_size,
        after,
      ]);
      const cursor =
        hasMore && last !== undefined ? `,"next_cursor":"${cursors.seal(last, scope)}"` : '';
      return {
        body: `{"batch":[${texts.join(',')}],"batch_id":"${batchId}","record_count":${texts.length},"has_more":${hasMore}${cursor}}`,
        headers: { ...receiptHeaders(receipt).headers, ...rowCountHeader(texts.length) },
      };
    },
  };
}

function recordRoute(means: DataMeans): RouteHandlers<'getSessionRecord'> {
  const { accesses } = means;
  return {
    getSessionRecord: async ({ parameters: { session_id: sessionId, record_id: recordId } }) => {
      const opened = openedSession(means, sessionId);
      const [row] = await opened.source.withRows([recordId], (rows) => [...rows], 'reading');
      if (row === undefined) {
        throw new ApiError('not_found', `There is no record ${recordId} in this session.`);
      }
      const { text: body, document, heldSeq: seq, salt } = row;
      const receipt = await accesses.commit(
        {
          sessionId,
          usage: {
            kind: 'read',
            records: 1,
            bytes: Buffer.byteLength(body),
            policyVersion: opened.policyVersion,
          },
          idempotency: undefined,
        },
        {
          request: { operation: 'getSessionRecord' },
          given: [{ seq, rowSalt: salt, row: document }],
          source: opened.source.claim,
        },
        opened.session.accesses + 1,
      );
      return { body, ...receiptHeaders(receipt) };
    },
  };
}

/** The same request has the same batch_id: a client sees that it has a batch already. */
function batchIdOf(request: JsonValue[]): string {
  const digest = createHash('sha256').update(canonicalJson(['proofdesk.batch/v1', ...request]));
  return `batch_${digest.digest('hex').slice(0, idDigits)}`;
}
