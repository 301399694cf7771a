/** Aggregation over the rows of a session (extension). */
import { ApiError } from '../../shared/contract/errors.ts';
import {
  groupsRows,
  pipelinePaths,
  singleRowAccumulator,
  type Pipeline,
} from '../aggregation/pipeline.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { AnswerRows, type RouteHandlers } from '../route-handler.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { DataMeans } from './data-means.ts';
import { givenResults } from './given-results.ts';
import { keepAccess } from './keep-access.ts';
import { openedSession, type OpenedSession } from './opened-session.ts';
import { refuseUnseen, refusing, refusingLater } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { keptRequest } from './receipted.ts';
import { statisticsAnswer } from './statistics-answer.ts';

export function aggregateRoute(means: DataMeans): RouteHandlers<'aggregateSession'> {
  return {
    aggregateSession: async (call) => {
      const { body, idempotency } = call;
      const opened = openedSession(means, call.parameters.session_id);
      if (opened.session.grant?.kind === 'statistics') return statisticsAnswer(call, opened, means);
      const pipeline = refusing('pipeline', () => parsePipeline(body.pipeline));
      refuseUnseen(pipelinePaths(pipeline), opened.view, 'pipeline');
      requireGrouping(pipeline, opened);
      requireReadOfSingleRows(pipeline, opened);
      const rows = new AnswerRows();
      const results: JsonObject[] = [];
      const { hasMore } = await refusingLater('pipeline', () =>
        opened.source.aggregate(pipeline, {
          limit: body.limit,
          take: (result) => {
            const isTaken = rows.take(JSON.stringify(result));
            if (isTaken) results.push(result);
            return isTaken;
          },
        }),
      );
      const { texts, bytes } = rows;
      const receipt = await keepAccess(means, opened, {
        // What was given out are results: their number and size are what is counted.
        usage: { kind: 'filter', records: texts.length, bytes },
        idempotency,
        request: keptRequest('aggregateSession', body),
        given: givenResults(results, opened),
      });
      return {
        body: `{"results":[${texts.join(',')}],"result_count":${texts.length},"has_more":${hasMore}}`,
        ...receiptHeaders(receipt),
      };
    },
  };
}

/** Whoever may only aggregate gets no rows by way of a pipeline that groups nothing. */
function requireGrouping(pipeline: Pipeline, { session, allowed }: OpenedSession): void {
  if (allowed.includes('read') || allowed.includes('filter')) return;
  if (groupsRows(pipeline)) return;
  throw new ApiError(
    'forbidden',
    'This session gets no single rows: the pipeline needs a group or count stage.',
    { details: { session_id: session.sessionId, allowed_operations: allowed } },
  );
}

/** Accumulators that give out what a single row holds are for whoever may read rows. */
function requireReadOfSingleRows(pipeline: Pipeline, { session, allowed }: OpenedSession): void {
  if (allowed.includes('read')) return;
  const accumulator = singleRowAccumulator(pipeline);
  if (accumulator === undefined) return;
  throw new ApiError(
    'forbidden',
    `This session may not read rows: ${accumulator} of a field gives out what one of them holds.`,
    { details: { session_id: session.sessionId, allowed_operations: allowed } },
  );
}
