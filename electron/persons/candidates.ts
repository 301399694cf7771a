/** Decisions that may be about the person of a request. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import type {
  PersonCandidate,
  PersonCandidates,
  PersonRequest,
} from '../../shared/contract/persons.ts';
import type { PersonSearches } from '../oversight/person-searches.ts';
import { RecordsStore } from '../records/records-store.ts';

const columns = 'id AS record_id, model_id, created_at, position';

/** Every statement, by name, so that a test can read the plan of each. */
export const candidateStatements = {
  record: `SELECT ${columns} FROM records WHERE id = ?`,
  recordAt: `SELECT ${columns} FROM records WHERE position = ?`,
} as const;

interface Row {
  readonly record_id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly position: number;
}
type Match = PersonCandidate['match'];
type Found = Row & { readonly match: Match };

/** Over one connection. */
export class Candidates {
  readonly #records: RecordsStore;
  readonly #searches: PersonSearches;
  readonly #record: Statement<[string], Row>;
  readonly #recordAt: Statement<[number], Row>;

  constructor(database: Database, searches: PersonSearches) {
    this.#records = new RecordsStore(database);
    this.#searches = searches;
    this.#record = database.prepare(candidateStatements.record);
    this.#recordAt = database.prepare(candidateStatements.recordAt);
  }

  /**
   * Those of the same person by the profiles, then those in whose words one of the person's names stands; what was
   * chosen is told in any case.
   */
  of({ person, record_ids: recordIds }: PersonRequest): PersonCandidates {
    const names = person?.identifiers ?? [];
    const chosen = new Set(recordIds ?? []);
    const certain = this.#certain(names);
    const found = new Map<string, Found>();
    const most = limits.persons.candidates + chosen.size;
    let isWhole = true;
    const take = (row: Row | undefined, match: Match): boolean => {
      if (row === undefined || found.has(row.record_id)) return true;
      isWhole = found.size < most;
      if (isWhole) found.set(row.record_id, { ...row, match });
      return isWhole;
    };
    const isCertain = new Set(certain);
    for (const id of chosen) {
      const row = this.#record.get(id);
      take(row, row !== undefined && isCertain.has(row.position) ? 'certain' : 'possible');
    }
    // The newest of them, where there are more than are told.
    for (const position of (certain ?? []).toReversed()) {
      if (!take(this.#recordAt.get(position), 'certain')) break;
    }
    for (const name of names) {
      for (const { id } of this.#records.matching({ q: name, writer: undefined })) {
        if (!isWhole || !take(this.#record.get(id), 'possible')) break;
      }
    }
    return {
      data: [...found.values()].toSorted(certainFirst).map((each) => told(each, chosen)),
      is_whole: isWhole,
      is_matched: certain !== undefined,
    };
  }

  /** Positions of those that are certain; undefined while who decisions are about is being made anew. */
  #certain(names: readonly string[]): number[] | undefined {
    try {
      return this.#searches.positionsBy(names);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'engine_unavailable') return undefined;
      throw error;
    }
  }
}

function certainFirst(one: Found, other: Found): number {
  if (one.match !== other.match) return one.match === 'certain' ? -1 : 1;
  return other.position - one.position;
}

function told(
  { position: _position, ...row }: Found,
  chosen: ReadonlySet<string>,
): PersonCandidate {
  return { ...row, is_chosen: chosen.has(row.record_id) };
}
