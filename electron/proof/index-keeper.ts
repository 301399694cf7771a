/** Indexes in the journal: which is the newest, whether it still says everything, and appending one. */
import type { Database, Statement } from 'better-sqlite3';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { indexMembers, indexType, type SubjectIndex } from '../../shared/ledger/subjects.ts';
import type { Journal } from '../ledger/journal.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const indexKeepingStatements = {
  newest: 'SELECT max(seq) FROM subject_indexes',
  /** The last entry about a record or a row. */
  last: `SELECT max(
      coalesce((SELECT max(seq) FROM records), -1), coalesce((SELECT max(seq) FROM interventions), -1),
      coalesce((SELECT max(seq) FROM erasures), -1), coalesce((SELECT max(seq) FROM facts), -1))`,
} as const;

/** Over any connection. */
export class IndexPlaces {
  readonly #newest: Statement<[], number | null>;
  readonly #last: Statement<[], number>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#newest = database.prepare<[], number | null>(indexKeepingStatements.newest).pluck();
    this.#last = database.prepare<[], number>(indexKeepingStatements.last).pluck();
  }

  /** `seq` of the newest index; undefined where there is none. */
  newest(): number | undefined {
    return this.#newest.get() ?? undefined;
  }

  /** `seq` of the newest entry about a record or a row; -1 where there is none. */
  lastSubject(): number {
    return this.#last.get() ?? -1;
  }

  /** `seq` of the newest index where nothing about a record or a row came after it. */
  current(): number | undefined {
    const newest = this.newest();
    return newest !== undefined && newest > this.lastSubject() ? newest : undefined;
  }
}

/**
 * Appends an index that was computed over the entries below `from`; the caller holds the transaction.
 * @returns its `seq`; undefined where something about a record or a row was appended from there on
 */
export function appendIndex(
  database: Database,
  journal: Journal,
  { index, from }: { readonly index: SubjectIndex; readonly from: number },
): number | undefined {
  if (new IndexPlaces(database).lastSubject() >= from) return undefined;
  const { seq } = journal.appendEntry((place) =>
    otherEntry({ type: indexType, ...place, commitments: [], members: indexMembers(index) }),
  );
  database.prepare('INSERT INTO subject_indexes (seq) VALUES (?)').run(seq);
  return seq;
}
