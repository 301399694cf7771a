/** The routes that append decisions, one and many (specification, "Records"; batches are an extension). */
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { CreateRecordsAnswer } from '../../shared/contract/intake-routes.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { countsHeader } from '../access/intake-counts.ts';
import type { StoredRecord } from '../ledger/journal.ts';
import { recordJson } from '../records/record-json.ts';
import {
  jsonReply,
  type RouteCall,
  type RouteHandlers,
  type RouteReply,
} from '../route-handler.ts';
import {
  countsOf,
  scopeOf,
  type AppendDecisions,
  type DecisionOutcome,
} from './append-decisions.ts';
import { exportAnswer, rejectedOf } from './otlp/answers.ts';
import type { OtlpSignal } from './otlp/read-otlp.ts';
import { errorOf, refusedResult } from './refusal.ts';

export interface IntakeOptions {
  readonly append: AppendDecisions;
  /** JSON of a record as it is now; undefined when there is none with this id. */
  readonly recordText: (id: string) => string | undefined;
}

export function intakeRoutes(
  options: IntakeOptions,
): RouteHandlers<'createRecord' | 'createRecords' | 'ingestTraces' | 'ingestLogs'> {
  const { append, recordText } = options;
  return {
    createRecord: async (call) => {
      const items = [{ record: call.body, key: call.idempotency?.key }];
      const [outcome] = await append(call, {
        items,
        scope: scopeOf(call),
        own: call.own,
        door: 'record',
      });
      switch (outcome?.kind) {
        case 'created':
          return { status: 201, body: createdJson(outcome.record, outcome.stored) };
        case 'replayed':
          return {
            status: 201,
            body: recordText(outcome.receipt.id) ?? gone(outcome.receipt.id),
            headers: { 'idempotent-replayed': 'true' },
          };
        case 'refused':
          throw errorOf(outcome.refusal);
        case undefined:
          throw new Error('One decision was sent, and none was answered.');
        default:
          return outcome satisfies never;
      }
    },

    createRecords: async (call) => {
      if (call.idempotency !== undefined) {
        throw validationError([faultAt('Idempotency-Key', 'key_on_each')]);
      }
      const { body: items, own } = call;
      const outcomes = await append(call, { items, scope: scopeOf(call), own, door: 'batch' });
      const counts = countsOf(outcomes);
      const answer: CreateRecordsAnswer = { results: outcomes.map(resultOf), ...counts };
      return {
        ...jsonReply(answer, counts.refused === 0 ? 201 : 207),
        headers: countsHeader(counts),
      };
    },

    ingestTraces: (call) => ingest('traces', call, append),
    ingestLogs: (call) => ingest('logs', call, append),
  };
}

/**
 * Appends the decisions of an OpenTelemetry request, as many in one transaction as a batch may have; what was appended
 * before one of them failed is known by its keys when it is sent again.
 */
async function ingest(
  signal: OtlpSignal,
  call: RouteCall<'ingestTraces'> | RouteCall<'ingestLogs'>,
  append: AppendDecisions,
): Promise<RouteReply> {
  const { body, own } = call;
  const scope = scopeOf(call);
  const outcomes: DecisionOutcome[] = [];
  for (let at = 0; at < body.items.length; at += limits.batch.items) {
    const items = body.items.slice(at, at + limits.batch.items);
    outcomes.push(...(await append(call, { items, scope, own, door: signal })));
  }
  const rejected = rejectedOf(signal, outcomes, body.withoutContent);
  const { mediaType, bytes } = exportAnswer(signal, rejected, body.isJson);
  const { created, replayed } = countsOf(outcomes);
  const counts = { created, replayed, refused: rejected?.count ?? 0 };
  return {
    body: new Response(bytes).body ?? '',
    headers: { ...countsHeader(counts), 'content-type': mediaType },
  };
}

function resultOf(outcome: DecisionOutcome, index: number): CreateRecordsAnswer['results'][number] {
  if (outcome.kind === 'refused') return refusedResult(index, outcome.refusal);
  const isNew = outcome.kind === 'created';
  const { id, hash, previousHash, createdAt } = isNew ? outcome.stored : outcome.receipt;
  return {
    index,
    status: isNew ? 201 : 200,
    id,
    hash,
    previous_hash: previousHash,
    created_at: createdAt,
  };
}

/** The record as a later GET answers it, from what was just appended. */
function createdJson(record: PreparedRecord, stored: StoredRecord): string {
  const { id, seq, createdAt, hash, previousHash } = stored;
  return recordJson(
    {
      id,
      seq,
      modelId: record.modelId,
      createdAt,
      confidence: record.confidence ?? null,
      policyId: record.policyId ?? null,
      hash,
      previousHash,
    },
    new Map(record.values.map(({ field, value }) => [field, value])),
    { includeSeq: false },
  );
}

function gone(id: string): never {
  throw new Error(`The record ${id} has an idempotency key and is not there.`);
}
