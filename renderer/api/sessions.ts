/** Data sessions: the list, one, its life cycle, its rows (each read is metered), operations and evidence. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { Revoke } from '../../shared/contract/datasets.ts';
import { evidenceSchema, evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  countResultSchema,
  explainResultSchema,
  operationPageSchema,
  recordedOperationSchema,
  sessionEvidencePageSchema,
  sessionPageSchema,
  sessionSchema,
  sessionStatuses,
  type CreateSession,
  type OperationType,
  type Session,
  type SessionStatus,
} from '../../shared/contract/sessions.ts';
import { transformationReportSchema } from '../../shared/contract/transformations.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import {
  postOnce,
  reads,
  request,
  requestFile,
  type Attempt,
  type ReceivedFile,
} from './client.ts';
import { inTime } from './in-time.ts';
import { queryKeys } from './query-keys.ts';

const segment = encodeURIComponent;
const dataMemoryMs = 5 * 60_000;

/** `/sessions/{id}` and what is below it. */
function sessionPath(id: string, below = ''): string {
  return `/sessions/${segment(id)}${below}`;
}

/** Which sessions; absent members leave nothing out. */
export interface SessionFilter {
  readonly status?: SessionStatus | undefined;
  readonly dataset_id?: string | undefined;
}

/** Sessions of a filter, newest first, at most `most` of them with their usage; `total` counts all. */
async function someSessions(filter: SessionFilter, most: number, signal: AbortSignal) {
  const found: Session[] = [];
  for (;;) {
    const page = await request(sessionPageSchema, {
      path: '/sessions',
      query: {
        ...filter,
        include: 'usage',
        limit: Math.min(limits.sessions.maximumLimit, most - found.length),
        offset: found.length,
      },
      signal,
    });
    found.push(...page.data);
    const { has_more: hasMore, total } = page.pagination;
    if (!hasMore || page.data.length === 0 || found.length >= most) return { data: found, total };
  }
}

/** Sessions that the list holds in memory; older ones are found by state or dataset. */
export const listedSessions = 1_000;

/** Sessions, newest first, with what was done in them; the newest 1,000 and how many there are. */
export function useSessions(filter: SessionFilter = {}) {
  return useAnswer('listSessions', {
    queryKey: [...queryKeys.sessions, 'list', filter],
    queryFn: ({ signal }) => someSessions(filter, listedSessions, signal),
    placeholderData: keepPreviousData,
  });
}

/** How many sessions there are in each state, of one dataset or of all. */
export function useSessionCounts(datasetId: string | undefined) {
  return useAnswer('listSessions', {
    queryKey: [...queryKeys.sessions, 'counts', datasetId],
    queryFn: async ({ signal }) => {
      const totals = await Promise.all(
        sessionStatuses.map((status) =>
          request(
            { parse: (value: unknown) => sessionPageSchema.parse(value).pagination.total },
            { path: '/sessions', query: { status, dataset_id: datasetId, limit: 1 }, signal },
          ),
        ),
      );
      const [active = 0, expired = 0, revoked = 0, closed = 0] = totals;
      return { active, expired, revoked, closed };
    },
    placeholderData: keepPreviousData,
  });
}

/** One session in any state, with what was done in it. */
export function useSession(id: string) {
  return useAnswer('getSession', {
    queryKey: [...queryKeys.sessions, 'one', id],
    queryFn: reads(sessionSchema, { path: sessionPath(id), query: { include: 'usage' } }),
  });
}

/** A change to sessions from a screen: what shows sessions and datasets is asked again. */
function useSessionChange<Input, Result>(send: (input: Input) => Promise<Result>) {
  return useChange([queryKeys.sessions, queryKeys.datasets], send);
}

/** A request to open a session. What the schema has a default for may be left out. */
export type OpenSession = Omit<CreateSession, 'ttl_seconds'> & { readonly ttl_seconds?: number };

export function useOpenSession() {
  return useSessionChange((attempt: Attempt<OpenSession>) =>
    postOnce('/sessions', attempt, sessionSchema),
  );
}

export function useCloseSession() {
  return useSessionChange(({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
    request(sessionSchema, { method: 'POST', path: sessionPath(id, '/close'), idempotencyKey }),
  );
}

export function useRevokeSession() {
  return useSessionChange(({ id, ...attempt }: { id: string } & Attempt<Revoke>) =>
    postOnce(sessionPath(id, '/revoke'), attempt, sessionSchema),
  );
}

/** A row as the session gives it: the engine's own, not walked again here. */
const rowSchema = z.custom<JsonObject>(isJsonObject);
const batchSchema = z.object({
  batch: z.array(rowSchema),
  batch_id: z.string(),
  record_count: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
});

/** One batch of the stream of a session; all but `cursor` must be as it was for the batch before. */
export interface BatchRequest {
  readonly batchSize: number;
  readonly cursor?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly fields?: readonly string[] | undefined;
  /** `field`, or `-field` for descending. */
  readonly sort?: string | undefined;
}

/** Reads one batch: a metered read. Where the rate of the key holds it back, it is read once it may be. */
export function readBatch(id: string, page: BatchRequest) {
  const { batchSize, cursor, filter, fields, sort } = page;
  const ask = () =>
    request(batchSchema, {
      path: sessionPath(id, '/stream'),
      query: {
        batch_size: batchSize,
        cursor,
        filter: filter === undefined ? undefined : JSON.stringify(filter),
        fields: fields?.join(','),
        sort,
      },
    });
  return inTime(ask);
}

/*
 * What is read of a session's rows is named apart from the session: every read changes the session's
 * usage, and an answer asked again for that would be read, and metered, for ever. It never changes:
 * a session reads the dataset as of its snapshot.
 */
const sessionData = ['session-data'] as const;
const keptAnswer = { staleTime: Number.POSITIVE_INFINITY, gcTime: dataMemoryMs } as const;

/**
 * Something of what was read of a session, made once and kept for a while: going away and coming back
 * reads, and meters, nothing again. Undefined until it is made.
 */
export function useKeptOfSession<Kept extends object>(id: string, make: () => Kept) {
  return useAnswer('streamSession', {
    queryKey: [...sessionData, id, 'kept'],
    queryFn: make,
    structuralSharing: false,
    ...keptAnswer,
  }).data;
}

/** How many rows a filter selects: a metered filter operation. `undefined` asks nothing. */
export function useRowCount(id: string, filter: JsonObject | undefined) {
  return useAnswer('countSession', {
    queryKey: [...sessionData, id, 'count', JSON.stringify(filter)],
    queryFn: reads(countResultSchema, {
      method: 'POST',
      path: sessionPath(id, '/count'),
      body: { filter },
    }),
    enabled: filter !== undefined,
    ...keptAnswer,
  });
}

/** How a filter would run; reads no row and counts as nothing. `undefined` asks nothing. */
export function useExplain(id: string, filter: JsonObject | undefined) {
  return useAnswer('explainSession', {
    queryKey: [...sessionData, id, 'explain', JSON.stringify(filter)],
    queryFn: reads(explainResultSchema, {
      method: 'POST',
      path: sessionPath(id, '/explain'),
      body: { filter },
    }),
    enabled: filter !== undefined,
    ...keptAnswer,
  });
}

const aggregateSchema = z.object({
  results: z.array(rowSchema),
  result_count: z.int(),
  has_more: z.boolean(),
  evidence_id: z.string().optional(),
});
export type AggregateAnswer = z.infer<typeof aggregateSchema>;

/** Runs a pipeline: a metered filter operation. Asked for by a person, never again by itself. */
export function useAggregate(id: string) {
  return useMutation({
    mutationFn: (body: { pipeline: readonly JsonObject[]; limit: number }) =>
      request(aggregateSchema, { method: 'POST', path: sessionPath(id, '/aggregate'), body }),
  });
}

/** Asks for statistics: what is left of the privacy budget of the grant is asked for again. */
export function useAskStatistics(id: string) {
  return useChange(
    [queryKeys.grants, queryKeys.metering],
    (body: { pipeline: readonly JsonObject[]; limit: number }) =>
      request(aggregateSchema, { method: 'POST', path: sessionPath(id, '/aggregate'), body }),
    { alsoRefused: true },
  );
}

export interface TransformBody {
  readonly record_ids: readonly string[];
  readonly transformation: string;
  readonly parameters: JsonObject;
  readonly metadata?: JsonObject;
}

const previewSchema = z.object({
  /** Absent for a key of a lab. */
  before: z.array(rowSchema).optional(),
  after: z.array(rowSchema),
  changed: z.int(),
  skipped: z.int(),
  report: transformationReportSchema,
});
export type TransformPreview = z.infer<typeof previewSchema>;

/** The first ten rows before and after: a metered read, without evidence. */
export function usePreviewTransform(id: string) {
  return useMutation({
    mutationFn: (body: TransformBody) =>
      request(previewSchema, { method: 'POST', path: sessionPath(id, '/transform/preview'), body }),
  });
}

const transformedSchema = z.object({
  transformed_records: z.array(rowSchema),
  transformation_id: z.string(),
  evidence_url: z.string(),
});
export type Transformed = z.infer<typeof transformedSchema>;

/** Transforms rows, with evidence. The rows of the dataset stay as they are. */
export function useTransform(id: string) {
  return useSessionChange((attempt: Attempt<TransformBody>) =>
    postOnce(sessionPath(id, '/transform'), attempt, transformedSchema),
  );
}

export interface OperationBody {
  readonly operation_type: OperationType;
  readonly records: readonly string[];
  readonly metadata?: JsonObject;
}

/** Records a training, analysis or validation, with evidence. */
export function useRecordOperation(id: string) {
  return useSessionChange((attempt: Attempt<OperationBody>) =>
    postOnce(sessionPath(id, '/operations'), attempt, recordedOperationSchema),
  );
}

/** A page of the lists inside a session. */
export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

/** Recorded operations, newest first. */
export function useOperations(id: string, page: ListPage) {
  return useAnswer('listOperations', {
    queryKey: [...queryKeys.sessions, 'operations', id, page],
    queryFn: reads(operationPageSchema, {
      path: sessionPath(id, '/operations'),
      query: { ...page },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Evidence of a session, newest first. */
export function useSessionEvidence(id: string, page: ListPage) {
  return useAnswer('listSessionEvidence', {
    queryKey: [...queryKeys.sessions, 'evidence', id, page],
    queryFn: reads(sessionEvidencePageSchema, {
      path: sessionPath(id, '/evidence'),
      query: { ...page },
    }),
    placeholderData: keepPreviousData,
  });
}

/** One evidence by `ev_…` or `transform_…`. */
export function evidenceQuery(evidenceId: string) {
  return queryOptions({
    queryKey: [...queryKeys.evidence, evidenceId],
    queryFn: reads(evidenceSchema, { path: `/evidence/${segment(evidenceId)}` }),
  });
}

export function useEvidence(evidenceId: string) {
  return useAnswer('getEvidence', evidenceQuery(evidenceId));
}

/** The check of one evidence, made when asked; it says when, and is kept until it is asked for again. */
export function useEvidenceCheck() {
  return useMutation({
    mutationFn: (evidenceId: string) =>
      request(evidenceVerificationSchema, {
        path: `/evidence/${segment(evidenceId)}/verification`,
      }),
  });
}

export const evidenceFiles = {
  envelope: 'dsse.json',
  lineage: 'openlineage.json',
} as const;
export type EvidenceFile = keyof typeof evidenceFiles;

/** An evidence as a file: the signed statement, or the OpenLineage event. */
export async function exportEvidence(
  evidenceId: string,
  kind: EvidenceFile,
): Promise<ReceivedFile & { readonly name: string }> {
  const { content, name } = await requestFile(`/evidence/${segment(evidenceId)}/${kind}`);
  return { content, name: name ?? `${evidenceId}.${evidenceFiles[kind]}` };
}

const idRowsSchema = z.object({ records: z.array(z.object({ record_id: z.string() })) });

/** The ids of the first rows of a filter: a metered filter operation. At most 1,000. */
export async function readFilteredIds(
  id: string,
  filter: JsonObject,
  limit: number,
): Promise<string[]> {
  const answer = await request(idRowsSchema, {
    method: 'POST',
    path: sessionPath(id, '/filter'),
    body: { filter, fields: ['record_id'], limit },
  });
  return answer.records.map((each) => each.record_id);
}
