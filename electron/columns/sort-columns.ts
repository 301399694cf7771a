/** The order of rows by keys that columns or documents tell: the first of them, or all. */
import { compareUtf8 } from '../filters/compare-values.ts';
import {
  sortKeyOf,
  sortRank,
  type SortField,
  type SortKey,
  type SortSpec,
} from '../filters/sort-rows.ts';
import { valueAt, type Column, type NumberArray } from './column-chunks.ts';

/** The keys of one field, by place; a rank, and within it a number or a text. */
interface KeyColumn {
  readonly descending: boolean;
  ranks: number[];
  values: (number | string | null)[];
}

/** Collects rows with their keys, whatever their order. */
export class OrderBuilder {
  readonly #spec: SortSpec;
  /** How many of the first rows are wanted. */
  readonly #most: number;
  readonly #keys: readonly KeyColumn[];
  #seqs: number[] = [];
  /** The number of the last row that can still be among the first, where that is what decides. */
  #border: number | undefined;

  constructor(spec: SortSpec, most = Number.POSITIVE_INFINITY) {
    this.#spec = spec;
    this.#most = most;
    this.#keys = spec.map(({ descending }) => ({ descending, ranks: [], values: [] }));
  }

  /** Adds a row with a key for each field. */
  add(seq: number, keys: readonly SortKey[]): void {
    for (const [index, { ranks, values }] of this.#keys.entries()) {
      const { rank, value } = keys[index] ?? { rank: sortRank.null, value: null };
      ranks.push(rank);
      values.push(value);
    }
    this.#seqs.push(seq);
    if (this.#seqs.length >= 2 * this.#most) this.#prune();
  }

  /** Adds the cells of a mask; `columns` are those of the fields, in their order. */
  addCells(first: number, mask: Uint8Array, columns: readonly (Column | 'missing')[]): void {
    const fields = this.#spec.map((field, index) => ({
      field,
      column: columns[index] ?? 'missing',
    }));
    const numbers = onlyNumbers(fields.map(({ column }) => column));
    for (let cell = 0; cell < mask.length; cell += 1) {
      if (mask[cell] === 0) continue;
      const value = numbers?.[cell];
      if (value !== undefined && this.#isBehindBorder(value)) continue;
      this.add(
        first + cell,
        fields.map(({ field, column }) => keyAt(column, cell, field)),
      );
    }
  }

  /** Seqs in their order, no more than are wanted. */
  order(): Uint32Array {
    const places = this.#places();
    const count = Math.min(this.#most, places.length);
    return Uint32Array.from(places.subarray(0, count), (place) => this.#seqs[place] ?? 0);
  }

  #places(): Uint32Array {
    const places = Uint32Array.from(this.#seqs, (_, place) => place);
    return places.toSorted((one, other) => this.#compare(one, other));
  }

  #compare(one: number, other: number): number {
    for (const { descending, ranks, values } of this.#keys) {
      const rank = (ranks[one] ?? 0) - (ranks[other] ?? 0);
      const order = rank === 0 ? compareKeyValues(values[one], values[other]) : rank;
      if (order !== 0) return descending ? -order : order;
    }
    return (this.#seqs[one] ?? 0) - (this.#seqs[other] ?? 0);
  }

  /** Keeps those that are wanted. */
  #prune(): void {
    const places = this.#places().subarray(0, this.#most);
    for (const key of this.#keys) {
      const { ranks, values } = key;
      key.ranks = Array.from(places, (place) => ranks[place] ?? 0);
      key.values = Array.from(places, (place) => values[place] ?? null);
    }
    const seqs = this.#seqs;
    this.#seqs = Array.from(places, (place) => seqs[place] ?? 0);
    const [only] = this.#keys;
    const last = only?.values.at(-1);
    this.#border =
      this.#keys.length === 1 && only?.ranks.at(-1) === sortRank.number && typeof last === 'number'
        ? last
        : undefined;
  }

  /** Rows come in the order of their seqs: an equal one is behind those that are there. */
  #isBehindBorder(value: number): boolean {
    if (this.#border === undefined) return false;
    return this.#keys[0]?.descending === true ? value <= this.#border : value >= this.#border;
  }
}

/** The numbers of the only field, where it has nothing else. */
function onlyNumbers(columns: readonly (Column | 'missing')[]): NumberArray | undefined {
  const [only] = columns;
  if (columns.length !== 1 || only === undefined || only === 'missing') return undefined;
  if (only.kind !== 'scalars' || only.cells.kind !== 'numbers') return undefined;
  return only.cells.kinds === undefined ? only.cells.numbers : undefined;
}

function compareKeyValues(
  one: number | string | null | undefined,
  other: number | string | null | undefined,
): number {
  if (typeof one === 'string' && typeof other === 'string') return compareUtf8(one, other);
  return Number(one) - Number(other);
}

function keyAt(column: Column | 'missing', cell: number, { descending }: SortField): SortKey {
  return sortKeyOf(column === 'missing' ? undefined : valueAt(column, cell), descending);
}
