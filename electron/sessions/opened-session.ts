/** A session that its guard let through, with the rows it sees. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { parseDocument, type StoredDataset } from '../datasets/datasets-store.ts';
import type { DataMeans } from './data-means.ts';
import { SeenFields } from './seen-fields.ts';
import type { QueriedRow, Snapshot } from './row-queries.ts';
import type { StoredSession } from './sessions-store.ts';

export interface OpenedSession {
  readonly session: StoredSession;
  readonly dataset: StoredDataset;
  readonly snapshot: Snapshot;
  readonly seen: SeenFields;
}

/** @throws {ApiError} `not_found` */
export function openedSession(
  { sessions, datasets }: Pick<DataMeans, 'sessions' | 'datasets'>,
  sessionId: string,
): OpenedSession {
  const session = sessions.find(sessionId);
  const dataset = session && datasets.findByNumber(session.dataset);
  if (session === undefined || dataset === undefined) {
    throw new ApiError('not_found', `There is no session ${sessionId}.`);
  }
  return {
    session,
    dataset,
    snapshot: { dataset: dataset.number, seq: session.snapshotSeq },
    seen: new SeenFields(dataset.policy.restricted_fields, session.grant?.fields),
  };
}

/** Part of a row that a session may see. */
export function visibleDocument(row: QueriedRow, { seen }: OpenedSession): JsonObject {
  return seen.strip(parseDocument(row.text));
}

/** Text of a row as it is given out, JSON: only what is asked for and may be seen. */
export function rowText(
  opened: OpenedSession,
  project?: (document: JsonObject) => JsonObject,
): (row: QueriedRow) => string {
  // Most often a row is given out as it is stored: then it is never taken apart.
  if (project === undefined && opened.seen.areAll) return ({ text }) => text;
  return (row) => {
    const document = visibleDocument(row, opened);
    return JSON.stringify(project === undefined ? document : project(document));
  };
}

/** Length of JSON texts in bytes of UTF-8. */
export function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
