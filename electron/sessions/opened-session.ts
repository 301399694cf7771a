/** A session that its guard let through, with the rows it sees. */
import { ApiError } from '../../shared/contract/errors.ts';
import {
  dataOperations,
  operationsOfKind,
  type DataOperation,
} from '../../shared/contract/data-operations.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import { keyOf, type StoredDataset } from '../datasets/datasets-store.ts';
import type { View } from '../policies/view.ts';
import type { DataMeans } from './data-means.ts';
import { embeddedSource } from '../sources/embedded/embedded-source.ts';
import type { RowSource, SeenDataset, ShowRow } from '../sources/row-source.ts';
import type { StoredSession } from './sessions-store.ts';

export interface OpenedSession {
  readonly session: StoredSession;
  readonly dataset: StoredDataset;
  readonly source: RowSource;
  readonly view: View;
  /** Names the view: equal names, equal rows. */
  readonly viewName: string;
  readonly policy: Policy;
  /** Under which version of the policy it sees them. */
  readonly policyVersion: number;
  /** What it may do under that. */
  readonly allowed: readonly DataOperation[];
}

/** @throws {ApiError} `not_found`, `dataset_unpublished`, `source_unavailable` */
export function openedSession(means: OpeningMeans, sessionId: string): OpenedSession {
  const { sessions, datasets, views, wallClock } = means;
  const session = sessions.find(sessionId);
  const dataset = session && datasets.findByNumber(session.dataset);
  if (session === undefined || dataset === undefined) {
    throw new ApiError('not_found', `There is no session ${sessionId}.`);
  }
  const { policy, view, name } = views.now(session, dataset, wallClock.now());
  return {
    session,
    dataset,
    source: sourceOf(means, session, dataset, {
      dataset: dataset.number,
      seq: session.snapshotSeq,
      erased: dataset.erasedCount,
      view,
      viewName: name,
    }),
    view,
    viewName: name,
    policy: policy.policy,
    policyVersion: policy.version,
    allowed: allowedUnder(policy.policy, session),
  };
}

type OpeningMeans = Pick<
  DataMeans,
  'sessions' | 'datasets' | 'views' | 'queries' | 'wallClock' | 'sources' | 'queryMs'
>;

function sourceOf(
  { queries, sources, queryMs }: OpeningMeans,
  { rows, datasetId }: StoredSession,
  dataset: StoredDataset,
  seen: SeenDataset,
): RowSource {
  const until = performance.now() + queryMs;
  const source = rows && sources.open({ datasetId, rows, seen, key: keyOf(dataset), until });
  return source ?? embeddedSource(queries, seen);
}

/** Operations that a session may do under a policy: none where that gives no grants of its kind any more. */
export function allowedUnder(
  { kinds, operations = [...dataOperations] }: Policy,
  { allowedOperations, grant }: Pick<StoredSession, 'allowedOperations' | 'grant'>,
): readonly DataOperation[] {
  const kind = grant?.kind ?? 'rows';
  if (!kinds.includes(kind)) return [];
  return allowedOperations.filter(
    (each) => operations.includes(each) && operationsOfKind[kind].some((own) => own === each),
  );
}

/** A row as it is given out: only what is asked for. */
export function shownRow(project?: (document: JsonObject) => JsonObject): ShowRow {
  if (project === undefined) return ({ text, document }) => ({ text, document });
  return (row) => {
    const document = project(row.document);
    return { text: JSON.stringify(document), document };
  };
}

/** Length of JSON texts in bytes of UTF-8. */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
