/** Aggregation over the rows of a session (extension). */
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { pipelinePaths, type Pipeline } from '../aggregation/pipeline.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { parseDocument } from '../datasets/datasets-store.ts';
import { prepareEvidence } from '../evidence/create-evidence.ts';
import { AnswerRows, type RouteCall, type RouteHandlers } from '../route-handler.ts';
import { actorOf } from './actor.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession, type OpenedSession } from './opened-session.ts';
import { refusing } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import type { StoredSession } from './sessions-store.ts';

export function aggregateRoute(means: DataMeans): RouteHandlers<'aggregateSession'> {
  const { queries, commit } = means;
  return {
    aggregateSession: async (call) => {
      const { body, idempotency } = call;
      const { session_id: sessionId } = call.parameters;
      const { session, dataset, snapshot, seen } = openedSession(means, sessionId);
      const pipeline = refusing('pipeline', () => parsePipeline(body.pipeline));
      if (!seen.areAll) seen.refuse(pipelinePaths(pipeline), 'pipeline');
      requireGrouping(pipeline, session);
      const rows = new AnswerRows();
      const { results, hasMore, withheldGroups } = refusing('pipeline', () =>
        queries.aggregate(snapshot, pipeline, (text) => seen.strip(parseDocument(text)), {
          limit: body.limit,
          take: (result) => rows.take(JSON.stringify(result)),
          minimumGroupSize: dataset.policy.min_group_size ?? 1,
        }),
      );
      const { texts, bytes } = rows;
      // How many groups are withheld is told in evidence only.
      const evidence =
        withheldGroups === 0
          ? undefined
          : evidenceOfWithheld(call, means, { session, snapshot, results, withheldGroups });
      const told = evidence === undefined ? '' : `,"evidence_id":"${evidence.evidenceId}"`;
      const answer = `{"results":[${texts.join(',')}],"result_count":${texts.length},"has_more":${hasMore}${told}}`;
      const receipt = await commit({
        sessionId,
        // What was given out are results: their number and size are what is counted.
        usage: {
          kind: 'filter',
          records: texts.length,
          bytes,
          evidenceId: evidence?.evidenceId,
        },
        idempotency,
        // An answer that names its evidence is kept: the same evidence is not made twice.
        ...(evidence === undefined ? {} : { evidence, answer }),
      });
      return {
        body: evidence === undefined ? answer : receipt.answer,
        ...receiptHeaders(receipt),
      };
    },
  };
}

function evidenceOfWithheld(
  { body, caller }: RouteCall<'aggregateSession'>,
  { createId, random }: DataMeans,
  {
    session,
    snapshot,
    results,
    withheldGroups,
  }: Pick<OpenedSession, 'session' | 'snapshot'> & {
    readonly results: readonly JsonObject[];
    readonly withheldGroups: number;
  },
): ReturnType<typeof prepareEvidence> {
  return prepareEvidence(
    {
      evidenceId: createId('ev'),
      kind: 'aggregation',
      subjectId: createId('agg'),
      sessionId: session.sessionId,
      datasetId: session.datasetId,
      actor: actorOf(caller),
      purpose: session.purpose,
      action: {
        name: 'aggregate',
        method: null,
        parameters: {
          pipeline: body.pipeline,
          limit: body.limit,
          snapshot: { seq: snapshot.seq, record_count: snapshot.seq },
        },
        keyId: null,
      },
      metadata: {},
      inputs: [],
      outputs: results.map((document, index) => ({
        recordId: `result_${index + 1}`,
        document,
      })),
      counts: { changed: 0, skipped: 0, withheld: withheldGroups },
    },
    random,
  );
}

/** Whoever may only aggregate gets no rows by way of a pipeline that groups nothing. */
function requireGrouping(
  pipeline: Pipeline,
  { sessionId, allowedOperations }: StoredSession,
): void {
  if (allowedOperations.includes('read') || allowedOperations.includes('filter')) return;
  if (pipeline.some(({ kind }) => kind === 'group' || kind === 'count')) return;
  throw new ApiError(
    'forbidden',
    'This session gets no single rows: the pipeline needs a group or count stage.',
    { details: { session_id: sessionId, allowed_operations: allowedOperations } },
  );
}
