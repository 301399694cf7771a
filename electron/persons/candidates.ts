/** Decisions that may be about the person of a request. */
import type { Database, Statement } from 'better-sqlite3';
import { limits } from '../../shared/contract/limits.ts';
import type {
  PersonCandidate,
  PersonCandidates,
  PersonRequest,
} from '../../shared/contract/persons.ts';
import { RecordsStore } from '../records/records-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const candidateStatements = {
  record: 'SELECT id AS record_id, model_id, created_at, position FROM records WHERE id = ?',
} as const;

interface Found extends Omit<PersonCandidate, 'match' | 'is_chosen'> {
  readonly position: number;
}

/** Over one connection. */
export class Candidates {
  readonly #records: RecordsStore;
  readonly #record: Statement<[string], Found>;

  constructor(database: Database) {
    this.#records = new RecordsStore(database);
    this.#record = database.prepare(candidateStatements.record);
  }

  /** Found by each of the person's names; what was chosen is told in any case. */
  of({ person, record_ids: recordIds }: PersonRequest): PersonCandidates {
    const chosen = new Set(recordIds ?? []);
    const found = new Map<string, Found>();
    let isWhole = true;
    const take = (id: string): void => {
      const record = this.#record.get(id);
      if (record !== undefined) found.set(id, record);
    };
    for (const id of chosen) take(id);
    for (const name of person?.identifiers ?? []) {
      for (const { id } of this.#records.matching({ q: name, writer: undefined })) {
        if (found.has(id)) continue;
        isWhole = found.size < chosen.size + limits.persons.candidates;
        if (!isWhole) break;
        take(id);
      }
    }
    const data = [...found.values()]
      .toSorted((one, other) => other.position - one.position)
      .map(({ record_id, model_id, created_at }): PersonCandidate => ({
        record_id,
        model_id,
        created_at,
        match: 'possible',
        is_chosen: chosen.has(record_id),
      }));
    return { data, is_whole: isWhole };
  }
}
