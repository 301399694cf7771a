/** Indexes of subjects, computed again from the entries below each and compared with what it says. */
import type { Database } from 'better-sqlite3';
import { decodeEntry } from '../../../shared/ledger/entries.ts';
import { indexType, readIndex, type SubjectIndex } from '../../../shared/ledger/subjects.ts';
import { computeIndex } from '../index-of-subjects.ts';
import type { RowFinding } from '../row-finding.ts';

/** Indexes that are computed anew where not all are: those that bundles are made with. */
export const newestIndexes = 16;

/** Counts the indexes of the journal. */
export const countIndexes = 'SELECT count(*) FROM subject_indexes';

interface StoredIndex {
  readonly seq: number;
  readonly bytes: string;
}

/**
 * Compares the newest indexes, the newest first; yields between steps.
 * @returns how many were compared
 */
export function* checkIndexesOfSubjects(
  database: Database,
  report: (finding: RowFinding) => void,
  most: number,
): Generator<void, number> {
  const stored = database
    .prepare<[number], StoredIndex>(
      `SELECT i.seq, e.bytes FROM subject_indexes AS i JOIN entries AS e ON e.seq = i.seq
       ORDER BY i.seq DESC LIMIT ?`,
    )
    .all(most);
  let compared = 0;
  for (const { seq, bytes } of stored) {
    const told = indexOf(bytes);
    // A damaged entry is a finding of its own.
    if (told === undefined) continue;
    const { members } = yield* computeIndex(database, seq);
    compared += 1;
    for (const finding of differences(seq, members, told)) report(finding);
    yield;
  }
  return compared;
}

function* differences(seq: number, expected: SubjectIndex, told: SubjectIndex) {
  for (const tree of ['records', 'rows'] as const) {
    for (const member of ['count', 'root'] as const) {
      const [wanted, actual] = [expected[tree][member], told[tree][member]];
      if (wanted === actual) continue;
      yield {
        kind: 'altered',
        table: 'subject_indexes',
        row: String(seq),
        column: `${tree}.${member}`,
        seq,
        expected: String(wanted),
        actual: String(actual),
      } as const;
    }
  }
}

function indexOf(bytes: string): SubjectIndex | undefined {
  try {
    const entry = decodeEntry(bytes);
    return entry.type === indexType ? readIndex(entry) : undefined;
  } catch {
    return undefined;
  }
}
