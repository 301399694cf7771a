/** Decisions that lost values behind an entry of the ledger: what was counted from them cannot be counted again. */
import type { Database } from 'better-sqlite3';

/** Every statement, by name, so that a test can read the plan of each. */
export const figureLossStatements = {
  ofRecords: `SELECT e.seq, e.target_seq, e.field, r.position
    FROM erased_values AS e CROSS JOIN records AS r ON r.seq = e.target_seq WHERE e.seq >= ?`,
  ofInterventions: `SELECT e.seq, e.target_seq, e.field, r.position
    FROM erased_values AS e CROSS JOIN interventions AS i ON i.seq = e.target_seq
    CROSS JOIN records AS r ON r.id = i.record_id WHERE e.seq >= ? AND e.field = 'outcome'`,
} as const;

/** One value that an erasure took. */
interface LostValue {
  /** Of the erasure. */
  readonly seq: number;
  readonly target_seq: number;
  readonly field: string;
  readonly position: number;
}

/** Values that a figure was counted from. */
export interface FigureSources {
  readonly members: ReadonlySet<string>;
  /** Whether outcomes of people count as well. */
  readonly effects: boolean;
  /** Entries that it was counted over. */
  readonly size: number;
}

/** Call within one read transaction. */
export class FigureLosses {
  readonly #byPosition = new Map<number, LostValue[]>();

  /** @param since the entry from which on erasures are looked at */
  constructor(database: Database, since: number) {
    for (const sql of Object.values(figureLossStatements)) {
      for (const lost of database.prepare<[number], LostValue>(sql).iterate(since)) {
        const known = this.#byPosition.get(lost.position);
        if (known === undefined) this.#byPosition.set(lost.position, [lost]);
        else known.push(lost);
      }
    }
  }

  /** Positions of all that lost something. */
  get positions(): ReadonlySet<number> {
    return new Set(this.#byPosition.keys());
  }

  /** Tells whether the decision at a position lost something that a figure was counted from. */
  hasLost(position: number, { members, effects, size }: FigureSources): boolean {
    const lost = this.#byPosition.get(position) ?? [];
    return lost.some(({ seq, target_seq: target, field }) =>
      seq < size || target >= size ? false : field === 'outcome' ? effects : members.has(field),
    );
  }
}
