/** The first and last pages of the records of one model, straight from its index. */
import type { Database, Statement } from 'better-sqlite3';
import { recordStatements as sql } from './record-statements.ts';

/** The records of a model among the positions from `first` to `last`. */
export interface ModelStretch {
  readonly model: string;
  readonly first: number;
  readonly last: number;
}

/** How many rows from either end are still read this way: an OFFSET is a walk. */
const defaultFurthestRow = 100_000;
const rememberedCounts = 256;

/**
 * Reads pages near the ends of a model's list. Making the whole list takes ten times as long, and
 * the first page is what most people look at.
 */
export class ModelPages {
  readonly #count: Statement<[string, number, number], number>;
  readonly #ascending: Statement<[string, number, number, number, number], number>;
  readonly #descending: Statement<[string, number, number, number, number], number>;
  readonly #furthestRow: number;
  /** By model and first position: how many there are up to which position. */
  readonly #counts = new Map<string, { upTo: number; count: number }>();

  constructor(database: Database, furthestRow = defaultFurthestRow) {
    this.#furthestRow = furthestRow;
    this.#count = database.prepare<[string, number, number], number>(sql.modelCount).pluck();
    this.#ascending = database
      .prepare<[string, number, number, number, number], number>(sql.modelAscending)
      .pluck();
    this.#descending = database
      .prepare<[string, number, number, number, number], number>(sql.modelDescending)
      .pluck();
  }

  /** How many there are. What was counted before is not counted again. */
  count({ model, first, last }: ModelStretch): number {
    const key = JSON.stringify([model, first]);
    const known = this.#counts.get(key);
    const isPart = known !== undefined && known.upTo <= last;
    const from = isPart ? known.upTo + 1 : first;
    const count = (isPart ? known.count : 0) + (this.#count.get(model, from, last) ?? 0);
    if (this.#counts.size >= rememberedCounts) this.#counts.clear();
    this.#counts.set(key, { upTo: last, count });
    return count;
  }

  /**
   * The positions in rows `offset` to `offset + limit` of the ascending (or descending) list of
   * `total`; undefined when they are too far from both ends.
   */
  page(
    { model, first, last }: ModelStretch,
    rows: { readonly offset: number; readonly limit: number; readonly ascending: boolean },
    total: number,
  ): number[] | undefined {
    const { offset, ascending } = rows;
    const limit = Math.max(0, Math.min(rows.limit, total - offset));
    const behind = total - offset - limit;
    if (limit === 0) return [];
    if (offset <= this.#furthestRow) {
      const statement = ascending ? this.#ascending : this.#descending;
      return statement.all(model, first, last, limit, offset);
    }
    if (behind <= this.#furthestRow) {
      const statement = ascending ? this.#descending : this.#ascending;
      return statement.all(model, first, last, limit, behind).toReversed();
    }
    return undefined;
  }
}
