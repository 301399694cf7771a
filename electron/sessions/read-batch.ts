/** One batch of a stream: what is asked for, and what is answered, all but its receipt. */
import { createHash } from 'node:crypto';
import type { StreamQuery } from '../../shared/contract/sessions.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Filter } from '../filters/filter.ts';
import type { SortSpec } from '../filters/sort-rows.ts';
import { rootOfRows } from '../receipts/leaves.ts';
import type { RowMark } from '../sources/read-row.ts';
import type { GivenRow } from '../sources/row-source.ts';
import type { CursorCodec, CursorScope } from './cursor.ts';
import { shownRow, type OpenedSession } from './opened-session.ts';
import { everyRow, readFilter, readFilterText, readSort, readStreamFields } from './query-shape.ts';
import { keptRequest, type ReadyRoot } from './receipted.ts';

const idDigits = 32;

/** A batch as it is asked for, read and held against what the session sees. */
export interface BatchRequest {
  readonly opened: OpenedSession;
  readonly query: Omit<StreamQuery, 'cursor'>;
  readonly scope: CursorScope;
  readonly filter: Filter;
  readonly sort: SortSpec | undefined;
  readonly project: ((document: JsonObject) => JsonObject) | undefined;
  /** What names the row before it; 0 for the first batch. */
  readonly after: RowMark;
}

export interface Batch {
  /** Of the answer. */
  readonly body: string;
  readonly records: number;
  /** Of the JSON text of its rows, UTF-8. */
  readonly bytes: number;
  readonly given: readonly GivenRow[];
  readonly root: ReadyRoot;
  /** What names its last row, where more follow. */
  readonly last: RowMark | undefined;
}

/** @throws {ApiError} `validation_error` for a filter, sort, field or cursor that is none */
export function askedBatch(
  opened: OpenedSession,
  asked: StreamQuery,
  cursors: CursorCodec,
): BatchRequest {
  const { session, source, view, policyVersion } = opened;
  const { cursor, ...query } = asked;
  const filterValue = query.filter === undefined ? null : readFilterText(query.filter);
  const scope = {
    sessionId: session.sessionId,
    snapshot: source.snapshot,
    policyVersion,
    filter: filterValue,
    sort: query.sort ?? null,
  };
  return {
    opened,
    query,
    scope,
    filter: filterValue === null ? everyRow : readFilter(filterValue, view),
    sort: query.sort === undefined ? undefined : readSort(query.sort, view),
    project: query.fields === undefined ? undefined : readStreamFields(query.fields, view),
    after: cursor === undefined ? 0 : cursors.open(cursor, scope),
  };
}

/** Reads a batch. @param n the number that its receipt is thought to get */
export async function readBatch(
  request: BatchRequest,
  n: number,
  cursors: CursorCodec,
): Promise<Batch> {
  const { opened, query, scope, filter, sort, project, after } = request;
  const name = canonicalJson([scope.filter, scope.sort]);
  const order = { filter, name, sort, after, limit: query.batch_size };
  const { rows, given, last, hasMore } = await opened.source.page(order, shownRow(project));
  const { texts, bytes } = rows;
  const next = hasMore ? last : undefined;
  const cursor = next === undefined ? '' : `,"next_cursor":"${cursors.seal(next, scope)}"`;
  return {
    body: `{"batch":[${texts.join(',')}],"batch_id":"${batchIdOf(request)}","record_count":${texts.length},"has_more":${hasMore}${cursor}}`,
    records: texts.length,
    bytes,
    given,
    root: { n, root: Uint8Array.from(rootOfRows(scope.sessionId, n, given)) },
    last: next,
  };
}

/** A request as its receipt keeps it. */
export function keptBatchRequest({ scope, query, after }: BatchRequest): JsonObject {
  return keptRequest('streamSession', {
    after,
    batch_size: query.batch_size,
    filter: scope.filter ?? undefined,
    sort: query.sort,
    fields: query.fields,
  });
}

/** The same request has the same batch_id: a client sees that it has a batch already. */
function batchIdOf(request: BatchRequest): string {
  const digest = createHash('sha256').update(
    canonicalJson(['proofdesk.batch/v1', ...placeOf(request)]),
  );
  return `batch_${digest.digest('hex').slice(0, idDigits)}`;
}

/** What rows a request asks for, and how they are shown. */
function placeOf({ scope, query, after }: BatchRequest): JsonValue[] {
  const { sessionId, snapshot, policyVersion, filter, sort } = scope;
  const { fields = null, batch_size: size } = query;
  return [sessionId, snapshot, policyVersion, filter, sort, fields, size, after];
}

/** Names a batch of rows that the ledger holds: while no row of them is erased, equal names are equal batches. */
export function batchName(request: BatchRequest): string {
  const { dataset, viewName } = request.opened;
  return canonicalJson([...placeOf(request), viewName, dataset.erasedCount]);
}
