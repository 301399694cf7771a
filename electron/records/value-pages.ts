/** The first and last pages of the records with one model or policy, straight from its index. */
import type { Database, Statement } from 'better-sqlite3';
import { recordStatements as sql } from './record-statements.ts';

/** The columns that have such an index. */
export type ValueColumn = 'model' | 'policy';

/** The records with one value among the positions from `first` to `last`. */
export interface ValueStretch {
  readonly value: string;
  readonly first: number;
  readonly last: number;
}

const statementsOf = {
  model: {
    count: sql.modelCount,
    ascending: sql.modelAscending,
    descending: sql.modelDescending,
  },
  policy: {
    count: sql.policyCount,
    ascending: sql.policyAscending,
    descending: sql.policyDescending,
  },
} as const;

/** How many rows from either end are still read this way: an OFFSET is a walk. */
const defaultFurthestRow = 100_000;
const rememberedCounts = 256;

/**
 * Reads pages near the ends of a value's list. Making the whole list takes ten times as long, and
 * the first page is what most people look at.
 */
export class ValuePages {
  readonly #count: Statement<[string, number, number], number>;
  readonly #ascending: Statement<[string, number, number, number, number], number>;
  readonly #descending: Statement<[string, number, number, number, number], number>;
  readonly #furthestRow: number;
  /** By value and first position: how many there are up to which position. */
  readonly #counts = new Map<string, { upTo: number; count: number }>();

  constructor(database: Database, column: ValueColumn, furthestRow = defaultFurthestRow) {
    this.#furthestRow = furthestRow;
    const { count, ascending, descending } = statementsOf[column];
    this.#count = database.prepare<[string, number, number], number>(count).pluck();
    this.#ascending = database
      .prepare<[string, number, number, number, number], number>(ascending)
      .pluck();
    this.#descending = database
      .prepare<[string, number, number, number, number], number>(descending)
      .pluck();
  }

  /** How many there are. What was counted before is not counted again. */
  count({ value, first, last }: ValueStretch): number {
    const key = JSON.stringify([value, first]);
    const known = this.#counts.get(key);
    const isPart = known !== undefined && known.upTo <= last;
    const from = isPart ? known.upTo + 1 : first;
    const count = (isPart ? known.count : 0) + (this.#count.get(value, from, last) ?? 0);
    if (this.#counts.size >= rememberedCounts) this.#counts.clear();
    this.#counts.set(key, { upTo: last, count });
    return count;
  }

  /**
   * The positions in rows `offset` to `offset + limit` of the ascending (or descending) list of
   * `total`; undefined when they are too far from both ends.
   */
  page(
    { value, first, last }: ValueStretch,
    rows: { readonly offset: number; readonly limit: number; readonly ascending: boolean },
    total: number,
  ): number[] | undefined {
    const { offset, ascending } = rows;
    const limit = Math.max(0, Math.min(rows.limit, total - offset));
    const behind = total - offset - limit;
    if (limit === 0) return [];
    if (offset <= this.#furthestRow) {
      const statement = ascending ? this.#ascending : this.#descending;
      return statement.all(value, first, last, limit, offset);
    }
    if (behind <= this.#furthestRow) {
      const statement = ascending ? this.#descending : this.#ascending;
      return statement.all(value, first, last, limit, behind).toReversed();
    }
    return undefined;
  }
}
