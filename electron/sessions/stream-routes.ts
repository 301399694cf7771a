/** The stream of a session in batches, and single records (specification, "Stream batch"). */
import { ApiError } from '../../shared/contract/errors.ts';
import { rowCountHeader } from '../access/row-count.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { BatchesAhead } from './batches-ahead.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession } from './opened-session.ts';
import { askedBatch, keptBatchRequest, readBatch } from './read-batch.ts';
import { receiptHeaders } from './receipt-headers.ts';

export function streamRoutes(
  means: DataMeans,
): RouteHandlers<'streamSession' | 'getSessionRecord'> {
  return { ...batchRoute(means), ...recordRoute(means) };
}

function batchRoute(means: DataMeans): RouteHandlers<'streamSession'> {
  const { cursors, accesses } = means;
  const ahead = new BatchesAhead((request, n) => readBatch(request, n, cursors));
  return {
    streamSession: async ({ parameters: { session_id: sessionId }, query }) => {
      const opened = openedSession(means, sessionId);
      const { session, source, policyVersion } = opened;
      const request = askedBatch(opened, query, cursors);
      const n = session.accesses + 1;
      const { body, records, bytes, given, root } = await ahead.take(request, n);
      const receipt = await accesses.commit(
        {
          sessionId: session.sessionId,
          usage: { kind: 'read', records, bytes, policyVersion },
          idempotency: undefined,
        },
        { request: keptBatchRequest(request), given, root, source: source.claim },
        n,
      );
      return { body, headers: { ...receiptHeaders(receipt).headers, ...rowCountHeader(records) } };
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
