/** The index of entries (`ledger.index/v1`) as it has to be at a place of the journal: which entries are about what. */
import type { Database } from 'better-sqlite3';
import type { SubjectIndex, SubjectProof } from '../../shared/ledger/subjects.ts';
import { SubjectTreeBuilder, type SubjectTree } from './subject-tree.ts';

/** Every statement, by name, so that a test can read the plan of each. Each takes the place of the index. */
export const indexStatements = {
  /** Interventions on a record, and erasures in it or in its interventions. */
  records: `SELECT s.subject, e.leaf_hash AS leaf FROM (
      SELECT record_id AS subject, seq FROM interventions WHERE seq < @seq
      UNION
      SELECT r.id, x.seq FROM erased_values AS x JOIN records AS r ON r.seq = x.target_seq
        WHERE x.seq < @seq
      UNION
      SELECT i.record_id, x.seq FROM erased_values AS x JOIN interventions AS i ON i.seq = x.target_seq
        WHERE x.seq < @seq
    ) AS s CROSS JOIN entries AS e ON e.seq = s.seq ORDER BY s.subject, s.seq`,
  /** Facts of each row, in the order of their index, and the erasures in them: facts are not sorted. */
  rows: `SELECT f.table_name || '/' || f.row AS subject, e.leaf_hash AS leaf, f.table_name, f.row, f.seq
    FROM facts AS f CROSS JOIN entries AS e ON e.seq = f.seq WHERE +f.seq < @seq
    UNION ALL
    SELECT DISTINCT f.table_name || '/' || f.row, e.leaf_hash, f.table_name, f.row, x.seq
    FROM erased_values AS x JOIN facts AS f ON f.seq = x.target_seq
      CROSS JOIN entries AS e ON e.seq = x.seq WHERE x.seq < @seq
    ORDER BY 3, 4, 5`,
  /** The same of the accruals and payouts of each holder, whom the first fact of the row names. */
  holders: `SELECT DISTINCT 'holders/' || json_extract(b.bytes, '$.set.holder_id') AS subject,
      s.seq, e.leaf_hash AS leaf
    FROM (
      SELECT p.seq, (SELECT min(a.seq) FROM facts AS a
        WHERE a.table_name = f.table_name AND a.row = f.row) AS begun
      FROM (
        SELECT seq, seq AS fact FROM facts WHERE table_name IN ('accruals', 'payouts')
        UNION ALL
        SELECT seq, target_seq FROM erased_values
      ) AS p JOIN facts AS f ON f.seq = p.fact
      WHERE f.table_name IN ('accruals', 'payouts') AND p.seq < @seq
    ) AS s
    CROSS JOIN entries AS e ON e.seq = s.seq CROSS JOIN entries AS b ON b.seq = s.begun
    ORDER BY subject, s.seq`,
} as const;

/** Subjects between two steps. */
const atOnce = 256;

/** An index with the proofs under it. */
export class ComputedIndex {
  readonly #trees: Readonly<Record<keyof SubjectIndex, SubjectTree>>;
  readonly members: SubjectIndex;

  constructor(trees: Readonly<Record<keyof SubjectIndex, SubjectTree>>) {
    this.#trees = trees;
    this.members = { records: trees.records.head(), rows: trees.rows.head() };
  }

  /** Proof about a subject: what is about it, or that nothing is. */
  prove(tree: keyof SubjectIndex, subject: string): SubjectProof {
    return this.#trees[tree].prove(subject);
  }
}

/**
 * Computes the index over the entries below `seq`, in time linear in the entries about records and rows; 72 bytes
 * of memory for each subject. Yields between steps, so that the caller can give way. Call it within one read
 * transaction.
 */
export function* computeIndex(
  database: Pick<Database, 'prepare'>,
  seq: number,
): Generator<void, ComputedIndex> {
  const records = new SubjectTreeBuilder();
  yield* addSubjects(database, indexStatements.records, seq, records);
  const rows = new SubjectTreeBuilder();
  yield* addSubjects(database, indexStatements.rows, seq, rows);
  yield* addSubjects(database, indexStatements.holders, seq, rows);
  return new ComputedIndex({ records: records.build(), rows: rows.build() });
}

function* addSubjects(
  database: Pick<Database, 'prepare'>,
  sql: string,
  seq: number,
  builder: SubjectTreeBuilder,
): Generator<void> {
  const entries = database
    .prepare<[{ seq: number }], { subject: string; leaf: Buffer }>(sql)
    .iterate({ seq });
  let subject: string | undefined;
  let subjects = 0;
  for (const entry of entries) {
    if (subject !== undefined && entry.subject !== subject) {
      builder.endSubject(subject);
      subjects += 1;
      if (subjects % atOnce === 0) yield;
    }
    subject = entry.subject;
    builder.addEntry(entry.leaf);
  }
  if (subject !== undefined) builder.endSubject(subject);
}

/** Runs a computation that gives way between its steps. */
export async function givingWayTo<Result>(
  steps: Generator<void, Result>,
  giveWay: () => Promise<void>,
): Promise<Result> {
  try {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      await giveWay();
    }
  } catch (error) {
    // Who is told to stop closes its queries: the connection is used by others.
    steps.throw(error);
    throw error;
  }
}
