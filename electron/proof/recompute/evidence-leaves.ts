/** The leaves that evidence keeps, against the rows that they are of: each names its row, and is of it. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { EvidenceSide } from '../../../shared/contract/evidence.ts';
import { DatasetsStore } from '../../datasets/datasets-store.ts';
import { leafSalts, oldLeafSalts } from '../../evidence/evidence-leaves.ts';
import { keptEvidence } from '../../evidence/kept-evidence.ts';
import { isLeafOf } from '../../evidence/verify-evidence.ts';
import type { RowFinding } from '../row-finding.ts';
import { rowsOfLeaves, type RowMeans, type RowsOfLeaves } from '../../sessions/evidence-rows.ts';
import { SessionViews } from '../../sessions/session-views.ts';
import { SessionsStore } from '../../sessions/sessions-store.ts';

interface Row {
  readonly seq: number;
  readonly evidence_id: string;
  readonly kind: string;
  readonly dataset_id: string;
  readonly session_id: string;
  readonly prepared: string;
  readonly old_secret: string;
}

export const countEvidence = 'SELECT count(*) FROM evidence';

/** Those that an entry stands for: others are told where entries are read. */
const listEvidence = `SELECT v.seq, v.evidence_id, v.kind, v.dataset_id, v.session_id, v.prepared, v.old_secret
  FROM evidence AS v JOIN entries AS e ON e.seq = v.seq
  WHERE instr(e.bytes, '"id":"' || v.evidence_id || '"') > 0 ORDER BY v.seq`;

/**
 * Compares what evidence keeps of its leaves, where rows hold: an altered one would be told once more by each leaf.
 * What is not as the entry has it is told at the entry. Yields after each evidence.
 */
export function* checkEvidenceLeaves(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const means: RowMeans = {
    datasets: new DatasetsStore(database),
    sessions: new SessionsStore(database),
    views: new SessionViews(database),
  };
  for (const kept of database.prepare<[], Row>(listEvidence).iterate()) {
    const leaf = differingLeaf(means, kept);
    if (leaf !== undefined) {
      const about = { table: 'evidence', row: String(kept.seq), column: 'prepared' } as const;
      report({ kind: 'altered', ...about, seq: kept.seq, expected: null, actual: leaf });
    }
    yield;
  }
}

/** The id at the first leaf that is not the one of its row. */
function differingLeaf(means: RowMeans, kept: Row): string | undefined {
  const { evidence_id: id, kind, old_secret: oldSecret } = kept;
  const sides = keptEvidence(kept.prepared);
  const find = rowsAsSeen(means, kept);
  if (sides === undefined || find === undefined) return undefined;
  const { inputs, outputs } = sides;
  const salts = oldSecret === '' ? leafSalts(id) : oldLeafSalts(oldSecret);
  const rows = find(inputs);
  const differs = (leaf: EvidenceSide['leaves'][number], index: number) => {
    const row = rows[index];
    if (row === null) return false;
    return row === undefined || !isLeafOf(leaf, row, { name: 'inputs', index, salts });
  };
  // Of a transformation each row goes out under the id that it came in with.
  const isOtherName = (leaf: EvidenceSide['leaves'][number], index: number) =>
    leaf.record_id !== inputs.leaves[index]?.record_id;
  const out = kind === 'transformation' ? outputs?.leaves : undefined;
  return (inputs.leaves.find(differs) ?? out?.find(isOtherName))?.record_id;
}

function rowsAsSeen(means: RowMeans, kept: Row): RowsOfLeaves | undefined {
  try {
    return rowsOfLeaves(means, kept);
  } catch (error) {
    // The version of a policy that is gone is told where versions are compared.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
