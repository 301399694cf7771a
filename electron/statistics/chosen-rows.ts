/** Chooses the rows of each entity that count: as many as may, in an order that only the holder's key tells. */
import type { KeyedDigest } from '../transformations/keyed-digest.ts';
import type { GroupTallies } from './group-tallies.ts';

/** A row that may be counted. */
export interface CountedRow {
  readonly seq: number;
  /** Its place among the rows that it was unwound to. */
  readonly ordinal: number;
  /** The number of its group. */
  readonly group: number;
  /** Of each summed field. */
  readonly steps: readonly number[];
}

export interface ChoiceMeans {
  readonly rowsPerEntity: number;
  /** Under the key of the dataset. */
  readonly digest: KeyedDigest;
  /** How many fields are summed. */
  readonly fields: number;
}

/** The place of a row in the order: one character for each byte of its digest. */
function placeOf({ digest }: ChoiceMeans, seq: number, ordinal: number): string {
  return digest('disclosure.row/v1', [seq, ordinal]).toString('latin1');
}

/** Counts the rows of one entity that count. */
export function countRows(
  rows: readonly CountedRow[],
  means: ChoiceMeans,
  tallies: GroupTallies,
): void {
  tallies.nextEntity();
  for (const { group, steps } of firstOf(rows, means)) tallies.count(group, steps, 0);
}

function firstOf(rows: readonly CountedRow[], means: ChoiceMeans): readonly CountedRow[] {
  if (rows.length <= means.rowsPerEntity) return rows;
  const placed = rows.map((row) => ({ row, place: placeOf(means, row.seq, row.ordinal) }));
  placed.sort((one, other) => (one.place < other.place ? -1 : 1));
  return placed.slice(0, means.rowsPerEntity).map(({ row }) => row);
}

/** In place of a row. */
const none = -1;
const firstRoom = 1_024;

/**
 * Rows of entities that are anywhere. They are kept as numbers, side by side: there may be one for each row of a
 * dataset.
 */
export class ChosenRows {
  readonly #means: ChoiceMeans;
  #rows = 0;
  #seqs: Float64Array = new Float64Array(firstRoom);
  #ordinals: Uint32Array = new Uint32Array(firstRoom);
  #groups: Uint32Array = new Uint32Array(firstRoom);
  #steps: Float64Array;
  /** The row of the same entity before this one. */
  #before: Int32Array = new Int32Array(firstRoom);
  #entities = 0;
  /** The last row of each entity, how many it has, and of too many the one that comes last in order. */
  #last: Int32Array = new Int32Array(firstRoom);
  #counts: Uint32Array = new Uint32Array(firstRoom);
  #farthest: Int32Array = new Int32Array(firstRoom);
  /** Places of rows, made where an entity has more of them than may count. */
  readonly #places = new Map<number, string>();

  constructor(means: ChoiceMeans) {
    this.#means = means;
    this.#steps = new Float64Array(firstRoom * means.fields);
  }

  /** Adds an entity without rows, and answers its number. */
  addEntity(): number {
    const entity = this.#entities;
    this.#entities += 1;
    if (entity === this.#last.length) {
      this.#last = twice(this.#last, Int32Array);
      this.#counts = twice(this.#counts, Uint32Array);
      this.#farthest = twice(this.#farthest, Int32Array);
    }
    this.#last[entity] = none;
    this.#farthest[entity] = none;
    return entity;
  }

  /** Adds a row of an entity: it stays unless the entity has enough rows before it in order. */
  add(entity: number, row: CountedRow): void {
    const count = this.#counts[entity] ?? 0;
    if (count < this.#means.rowsPerEntity) {
      this.#counts[entity] = count + 1;
      const at = this.#newRow();
      this.#before[at] = this.#last[entity] ?? none;
      this.#last[entity] = at;
      this.#put(at, row);
      return;
    }
    const farthest = this.#farthestOf(entity);
    const place = placeOf(this.#means, row.seq, row.ordinal);
    if (place >= (this.#places.get(farthest) ?? '')) return;
    this.#put(farthest, row);
    this.#places.set(farthest, place);
    this.#farthest[entity] = none;
  }

  #newRow(): number {
    const at = this.#rows;
    this.#rows += 1;
    if (at === this.#seqs.length) {
      this.#seqs = twice(this.#seqs, Float64Array);
      this.#ordinals = twice(this.#ordinals, Uint32Array);
      this.#groups = twice(this.#groups, Uint32Array);
      this.#steps = twice(this.#steps, Float64Array);
      this.#before = twice(this.#before, Int32Array);
    }
    return at;
  }

  #put(at: number, { seq, ordinal, group, steps }: CountedRow): void {
    this.#seqs[at] = seq;
    this.#ordinals[at] = ordinal;
    this.#groups[at] = group;
    const { fields } = this.#means;
    for (let field = 0; field < fields; field += 1) {
      this.#steps[at * fields + field] = steps[field] ?? 0;
    }
  }

  #farthestOf(entity: number): number {
    const known = this.#farthest[entity] ?? none;
    if (known !== none) return known;
    let farthest = none;
    let place = '';
    for (let row = this.#last[entity] ?? none; row !== none; row = this.#before[row] ?? none) {
      const here = this.#placeOfRow(row);
      if (farthest === none || here > place) [farthest, place] = [row, here];
    }
    this.#farthest[entity] = farthest;
    return farthest;
  }

  #placeOfRow(row: number): string {
    const known = this.#places.get(row);
    if (known !== undefined) return known;
    const place = placeOf(this.#means, this.#seqs[row] ?? 0, this.#ordinals[row] ?? 0);
    this.#places.set(row, place);
    return place;
  }

  /** Counts the chosen rows of all entities. */
  countInto(tallies: GroupTallies): void {
    const { fields } = this.#means;
    for (let entity = 0; entity < this.#entities; entity += 1) {
      tallies.nextEntity();
      for (let row = this.#last[entity] ?? none; row !== none; row = this.#before[row] ?? none) {
        tallies.count(this.#groups[row] ?? 0, this.#steps, row * fields);
      }
    }
  }
}

interface Numbers {
  readonly length: number;
  set(numbers: ArrayLike<number>): void;
}

/** The same numbers with room for as many again. */
function twice<Kept extends Numbers & ArrayLike<number>>(
  kept: Kept,
  Kind: new (length: number) => Kept,
): Kept {
  const room = new Kind(2 * kept.length);
  room.set(kept);
  return room;
}
