/** The rows that evidence has leaves of, as they were seen. */
import type { Evidence, EvidenceSide } from '../../shared/contract/evidence.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import { seenRow } from '../sources/embedded/row-queries.ts';
import type { SessionViews } from './session-views.ts';
import type { SessionsStore } from './sessions-store.ts';

export interface RowMeans {
  readonly datasets: DatasetsStore;
  readonly sessions: SessionsStore;
  readonly views: SessionViews;
}

/** Finds the row of each leaf: null for one that was erased, undefined for one that is not there. */
export type RowsOfLeaves = (
  side: Pick<EvidenceSide, 'leaves'>,
) => readonly (EvidenceRow | null | undefined)[];

/**
 * How the rows of evidence are found; undefined where its dataset or session are unknown, or the ledger does not hold
 * the rows.
 * @throws {ApiError} `not_found` where the version of the policy is not there that it was seen under
 */
export function rowsOfLeaves(
  { datasets, sessions, views }: RowMeans,
  evidence: Pick<Evidence, 'evidence_id' | 'dataset_id' | 'session_id'>,
): RowsOfLeaves | undefined {
  const { evidence_id: id, dataset_id: datasetId, session_id: sessionId } = evidence;
  const dataset = datasets.find(datasetId);
  const session = sessions.find(sessionId);
  if (dataset === undefined || session === undefined) return undefined;
  // Names that a grant's key made lead nowhere once it is gone, and every row is.
  if (dataset.isErased) return ({ leaves }) => leaves.map(() => null);
  if (session.rows !== undefined) return undefined;
  const { view } = views.at(session, dataset, sessions.policyOfEvidence(session.number, id));
  const snapshot = { dataset: dataset.number, seq: dataset.recordCount, view };
  return ({ leaves }) =>
    leaves.map(({ record_id: recordId }) => {
      const row = seenRow(datasets, snapshot, recordId);
      if (row !== undefined) return { recordId, document: row.document, rowSalt: row.salt };
      const seq = view.seqOf(recordId) ?? seqOfErased(recordId);
      return seq !== undefined && datasets.isErased(dataset.number, seq) ? null : undefined;
    });
}

/** The number of a row whose id is gone with it. */
function seqOfErased(recordId: string): number | undefined {
  const [, digits] = /^erased row (\d+)$/.exec(recordId) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
