/** How many records have each value of a column: over the whole ledger, or over some positions of it. */
import type { Database, Statement } from 'better-sqlite3';
import { limits } from '../../shared/contract/limits.ts';
import { parsePositions, type Positions } from './position-list.ts';
import { recordStatements as sql } from './record-statements.ts';

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

interface ColumnRow {
  value: string;
  positions: Buffer;
}

/** The columns that can be counted. */
export type FacetColumn = 'model' | 'policy';

const statementsOf = {
  model: {
    counts: sql.modelCounts,
    newCounts: sql.newModelCounts,
    column: sql.modelColumn,
    newColumn: sql.newModelColumn,
  },
  policy: {
    counts: sql.policyCounts,
    newCounts: sql.newPolicyCounts,
    column: sql.policyColumn,
    newColumn: sql.newPolicyColumn,
  },
} as const;

/**
 * Counts one column. Counts of the whole ledger are kept and grow with it; a filtered count first
 * loads the column (4 bytes a record), and from then on is a walk over memory.
 */
export class FacetCounter {
  readonly #allCounts: Statement<[], FacetCount>;
  readonly #newCounts: Statement<[number], FacetCount>;
  readonly #allValues: Statement<[], ColumnRow>;
  readonly #newValues: Statement<[number], ColumnRow>;
  readonly #counts = new Map<string, number>();
  #countedUpTo = 0;
  /** The value of each position as an index into `#values`; 0 is no value. */
  #ordinals = new Uint32Array();
  readonly #values: string[] = [''];
  readonly #ordinalOf = new Map<string, number>();
  #loadedUpTo = 0;

  constructor(database: Database, column: FacetColumn) {
    const statements = statementsOf[column];
    this.#allCounts = database.prepare(statements.counts);
    this.#newCounts = database.prepare(statements.newCounts);
    this.#allValues = database.prepare(statements.column);
    this.#newValues = database.prepare(statements.newColumn);
  }

  /** Every value of the ledger up to `lastPosition`, its newest record; the most frequent first. */
  countAll(lastPosition: number): FacetCount[] {
    if (this.#countedUpTo < lastPosition) {
      const counts =
        this.#countedUpTo === 0 ? this.#allCounts.all() : this.#newCounts.all(this.#countedUpTo);
      for (const { value, count } of counts) {
        this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
      }
      this.#countedUpTo = lastPosition;
    }
    return mostFrequentFirst(
      [...this.#counts].map(([value, count]): FacetCount => ({ value, count })),
    );
  }

  /** The values of the records at `positions`; `lastPosition` is the ledger's newest record. */
  countAt(positions: Positions, lastPosition: number): FacetCount[] {
    this.#load(lastPosition);
    const counts = new Uint32Array(this.#values.length);
    for (const position of positions) {
      const ordinal = this.#ordinals[position] ?? 0;
      counts[ordinal] = (counts[ordinal] ?? 0) + 1;
    }
    return this.#named(counts);
  }

  /** The values of the records from position `first` to `last`, both included. */
  countBetween(first: number, last: number, lastPosition: number): FacetCount[] {
    this.#load(lastPosition);
    const counts = new Uint32Array(this.#values.length);
    for (const ordinal of this.#ordinals.subarray(first, Math.max(first, last + 1))) {
      counts[ordinal] = (counts[ordinal] ?? 0) + 1;
    }
    return this.#named(counts);
  }

  #named(counts: Uint32Array): FacetCount[] {
    return mostFrequentFirst(
      this.#values
        .map((value, ordinal): FacetCount => ({ value, count: counts[ordinal] ?? 0 }))
        .filter(({ count }, ordinal) => ordinal > 0 && count > 0),
    );
  }

  #load(lastPosition: number): void {
    if (this.#loadedUpTo >= lastPosition) return;
    const rows =
      this.#loadedUpTo === 0 ? this.#allValues.all() : this.#newValues.all(this.#loadedUpTo);
    if (this.#ordinals.length <= lastPosition) {
      const larger = new Uint32Array(Math.ceil(lastPosition * 1.25) + 1);
      larger.set(this.#ordinals);
      this.#ordinals = larger;
    }
    for (const { value, positions } of rows) {
      const ordinal = this.#ordinal(value);
      for (const position of parsePositions(positions)) this.#ordinals[position] = ordinal;
    }
    this.#loadedUpTo = lastPosition;
  }

  #ordinal(value: string): number {
    const known = this.#ordinalOf.get(value);
    if (known !== undefined) return known;
    this.#values.push(value);
    this.#ordinalOf.set(value, this.#values.length - 1);
    return this.#values.length - 1;
  }
}

function mostFrequentFirst(counts: FacetCount[]): FacetCount[] {
  return counts
    .toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, limits.facetValues);
}
