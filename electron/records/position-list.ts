/** Sorted lists of record positions, and the algebra that filters are made of. */

const comma = 0x2c;
const zero = 0x30;

/** Positions, 1-based, strictly increasing. */
export type Positions = Uint32Array;

export const noPositions: Positions = new Uint32Array();

/** Reads "12,15,19" (UTF-8); null is the empty list. Sorts and removes repetitions where needed. */
export function parsePositions(text: Uint8Array | null): Positions {
  if (text === null || text.length === 0) return noPositions;
  let count = 1;
  for (let index = 0; index < text.length; index += 1) if (text[index] === comma) count += 1;
  const positions = new Uint32Array(count);
  let value = 0;
  let previous = 0;
  let filled = 0;
  let sorted = true;
  for (let index = 0; index <= text.length; index += 1) {
    const code = text[index] ?? comma;
    if (code === comma) {
      if (value <= previous) sorted = false;
      positions[filled] = value;
      filled += 1;
      previous = value;
      value = 0;
    } else {
      value = value * 10 + (code - zero);
    }
  }
  return sorted ? positions : withoutRepetitions(positions.toSorted());
}

/** Positions that are in any of the lists. */
export function unionOf(lists: readonly Positions[]): Positions {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? noPositions;
  const all = new Uint32Array(filled.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of filled) {
    all.set(list, at);
    at += list.length;
  }
  return withoutRepetitions(all.toSorted());
}

/** Positions that are in every one of the lists. */
export function intersectionOf(lists: readonly Positions[]): Positions {
  const [shortest, ...others] = lists.toSorted((left, right) => left.length - right.length);
  if (shortest === undefined) return noPositions;
  let common = shortest;
  for (const other of others) common = intersect(common, other);
  return common;
}

/** Positions of a list that are in none of the others. */
export function differenceOf(list: Positions, others: readonly Positions[]): Positions {
  const rest = new Uint32Array(list.length);
  const at = others.map(() => 0);
  let filled = 0;
  for (const position of list) {
    const isElsewhere = others.some((other, place) => {
      let index = at[place] ?? 0;
      while ((other[index] ?? Infinity) < position) index += 1;
      at[place] = index;
      return other[index] === position;
    });
    if (isElsewhere) continue;
    rest[filled] = position;
    filled += 1;
  }
  return rest.subarray(0, filled);
}

/** Every position from `first` to `last` that is not in `list`. */
export function complementOf(list: Positions, first: number, last: number): Positions {
  const rest = new Uint32Array(Math.max(0, last - first + 1));
  let filled = 0;
  let next = indexFrom(list, first);
  for (let position = first; position <= last; position += 1) {
    if (list[next] === position) {
      next += 1;
    } else {
      rest[filled] = position;
      filled += 1;
    }
  }
  return rest.subarray(0, filled);
}

/** The index of the first element that is at least `position`; the length when there is none. */
export function indexFrom(list: Positions, position: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A list that more positions, all greater than those in it, are added to as the ledger grows. */
export class GrowingPositions {
  #items: Uint32Array;
  #length: number;

  constructor(positions: Positions) {
    this.#items = positions;
    this.#length = positions.length;
  }

  get positions(): Positions {
    return this.#items.subarray(0, this.#length);
  }

  append(more: Positions): void {
    const length = this.#length + more.length;
    if (length > this.#items.length) {
      const larger = new Uint32Array(Math.max(length, Math.ceil(this.#items.length * 1.5), 64));
      larger.set(this.positions);
      this.#items = larger;
    }
    this.#items.set(more, this.#length);
    this.#length = length;
  }
}

function intersect(few: Positions, many: Positions): Positions {
  const common = new Uint32Array(few.length);
  let filled = 0;
  let at = 0;
  // A few positions are looked up; comparable lists are walked side by side.
  const lookUp = few.length * 16 < many.length;
  for (const position of few) {
    if (lookUp) at = indexFrom(many, position);
    else while (at < many.length && (many[at] ?? 0) < position) at += 1;
    if (many[at] === position) {
      common[filled] = position;
      filled += 1;
    }
  }
  return common.subarray(0, filled);
}

function withoutRepetitions(sorted: Positions): Positions {
  let filled = 0;
  let previous = 0;
  for (const position of sorted) {
    if (position !== previous) {
      sorted[filled] = position;
      filled += 1;
      previous = position;
    }
  }
  return sorted.subarray(0, filled);
}
