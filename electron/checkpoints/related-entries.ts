/** Which entries belong to a record besides its own: interventions on it, erasures in both. */
import type { ReaderDatabase } from '../database/open-database.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const relatedStatements = {
  interventions: 'SELECT seq FROM interventions WHERE record_id = ?',
  erasures: 'SELECT seq FROM erasures WHERE target_id = ?',
  erasuresInInterventions: `SELECT e.seq FROM interventions AS i
    JOIN erasures AS e ON e.target_id = i.id WHERE i.record_id = ?`,
} as const;

/** Looks up the journal indexes of the entries that belong to a record, in order. */
export function relatedEntries(database: ReaderDatabase): (recordId: string) => number[] {
  const statements = Object.values(relatedStatements).map((sql) =>
    database.prepare<[string], number>(sql).pluck(),
  );
  return (recordId) =>
    statements.flatMap((each) => each.all(recordId)).toSorted((left, right) => left - right);
}
