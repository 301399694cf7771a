/**
 * Answers of statistics: counts and sums with noise, of groups that are large enough. Whatever the rows are, the way
 * is the same: all of them are read, one access is committed, and the answer is given at a full tick.
 */
import { limits } from '../../shared/contract/limits.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { prepareEvidence } from '../evidence/create-evidence.ts';
import { AnswerRows, type RouteCall, type RouteReply } from '../route-handler.ts';
import { answer, type Answer } from '../statistics/answer.ts';
import { Tally } from '../statistics/contribution.ts';
import { queryDigest } from '../statistics/query.ts';
import { statisticsQuery } from '../statistics/shape.ts';
import { keyOf } from '../datasets/datasets-store.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';
import type { DataMeans } from './data-means.ts';
import { givenResults } from './given-results.ts';
import { evidenceOf, keepAccess } from './keep-access.ts';
import type { OpenedSession } from './opened-session.ts';
import { refusingLater } from './query-shape.ts';
import { receiptHeaders } from './receipt-headers.ts';
import { keptRequest } from './receipted.ts';
import { keyOfSession } from './session-views.ts';

const million = 1_000_000;

type Call = Pick<RouteCall<'aggregateSession'>, 'body' | 'caller' | 'idempotency'>;

export async function statisticsAnswer(
  call: Call,
  opened: OpenedSession,
  means: DataMeans,
): Promise<RouteReply> {
  const untilTick = means.ticks.begin();
  const { body, idempotency } = call;
  const { query, results } = await computed(call, opened);
  const rows = new AnswerRows();
  const room = results.slice(0, body.limit).findIndex((each) => !rows.take(JSON.stringify(each)));
  const { texts, bytes } = rows;
  const receipt = await keepAccess(means, opened, {
    usage: { kind: 'filter', records: texts.length, bytes },
    idempotency,
    question: { query, epsilonMicro: epsilonMicroOf(opened) },
    evidence: aggregationEvidence(call, opened, means, results),
    request: keptRequest('aggregateSession', body),
    given: givenResults(results.slice(0, texts.length), opened),
  });
  await untilTick();
  const hasMore = room !== -1 || results.length > body.limit;
  const told = JSON.stringify(receipt.evidenceId ?? '');
  return {
    body: `{"results":[${texts.join(',')}],"result_count":${texts.length},"has_more":${hasMore},"evidence_id":${told}}`,
    ...receiptHeaders(receipt),
  };
}

interface Computed {
  readonly query: string;
  readonly results: Answer['results'];
}

/** The answer to the whole question; what is shown of it is the beginning. */
function computed(
  { body }: Call,
  { session, dataset, source, view, policy, policyVersion }: OpenedSession,
): Promise<Computed> {
  return refusingLater('pipeline', async () => {
    const asked = statisticsQuery(parsePipeline(body.pipeline), view, policy);
    const { statistics: terms, entity } = policy;
    const tally = new Tally(asked, {
      view,
      entity,
      rowsPerEntity: terms.rows_per_entity,
      digest: createKeyedDigest(keyOf(dataset)),
    });
    const { filter } = tally;
    await source.eachRow(
      (rows) => tally.add(rows),
      filter && { filter, take: (part) => tally.addCells(part) },
    );
    const tallies = tally.end();
    const query = queryDigest({
      policyVersion,
      snapshot: source.snapshot,
      erasedCount: dataset.erasedCount,
      pipeline: body.pipeline,
    });
    const digest = createKeyedDigest(keyOfSession(session, dataset));
    const { results } = answer(asked, tallies, { terms, query, digest }, limits.session.groups);
    return { query, results };
  });
}

/** What an answer costs, in millionths of ε. */
function epsilonMicroOf({ policy }: OpenedSession): number {
  return Math.round(policy.statistics.epsilon_per_answer * million);
}

function aggregationEvidence(
  { body, caller }: Call,
  opened: OpenedSession,
  { createId, random }: DataMeans,
  results: Computed['results'],
): ReturnType<typeof prepareEvidence> {
  const { session, dataset, source, policyVersion } = opened;
  return prepareEvidence(
    {
      ...evidenceOf(opened, caller, createId),
      kind: 'aggregation',
      subjectId: createId('agg'),
      action: {
        name: 'aggregate',
        method: null,
        parameters: {
          pipeline: body.pipeline,
          snapshot: {
            ...(source.claim === undefined
              ? { seq: session.snapshotSeq }
              : { sha256: source.claim.snapshot_sha256 }),
            record_count: session.recordCount,
          },
          erased_count: dataset.erasedCount,
        },
        keyId: null,
      },
      metadata: {},
      inputs: [],
      outputs: givenResults(results, opened).map(({ row: document, rowSalt }, index) => ({
        recordId: `result_${index + 1}`,
        document,
        rowSalt,
      })),
      counts: { changed: 0, skipped: 0 },
      privacy: {
        grantId: session.grant?.grantId ?? '',
        policyVersion,
        epsilonMicro: epsilonMicroOf(opened),
        // What it comes to is known where it is paid.
        spentMicro: 0,
      },
    },
    random,
  );
}
