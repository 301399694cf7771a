/** Which entries belong to a record besides its own: interventions on it, erasures in both. */
import type { ReaderDatabase } from '../database/open-database.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const relatedStatements = {
  interventions: 'SELECT seq FROM interventions WHERE record_id = ?',
  erasures: `SELECT DISTINCT e.seq FROM records AS r
    JOIN erased_values AS e ON e.target_seq = r.seq WHERE r.id = ?`,
  erasuresInInterventions: `SELECT DISTINCT e.seq FROM interventions AS i
    JOIN erased_values AS e ON e.target_seq = i.seq WHERE i.record_id = ?`,
} as const;

/** Looks up the journal indexes of the entries that belong to a record, in order. */
export function relatedEntries(database: ReaderDatabase): (recordId: string) => number[] {
  const statements = Object.values(relatedStatements).map((sql) =>
    database.prepare<[string], number>(sql).pluck(),
  );
  return (recordId) =>
    [...new Set(statements.flatMap((each) => each.all(recordId)))].toSorted(
      (left, right) => left - right,
    );
}
