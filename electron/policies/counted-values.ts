/** Different values and classes, counted exactly with bounded memory: in as many passes over the rows as it takes. */
import { hash } from 'node:crypto';

/** A value as it is told apart: long texts by their digest. */
export type ValueKey = boolean | number | string;

/** Texts up to this length are kept to be compared; of longer ones their digest, which is longer than that. */
const keptCharacters = 64;

export function keyOf(value: ValueKey): ValueKey {
  const isLong = typeof value === 'string' && value.length > keptCharacters;
  return isLong ? `sha256:${hash('sha256', value)}` : value;
}

/** More halves than this are not made: there are no more bits to tell them apart by. */
const mostShares = 2 ** 30;

/**
 * The share of all keys that is counted in one pass over the rows. Where it holds too many, it is halved, and the
 * other half waits for a pass of its own.
 */
export class Shares {
  readonly #most: number;
  readonly #waiting: { readonly of: number; readonly share: number }[] = [];
  #of = 1;
  #share = 0;
  #kept = 0;
  #over = 0;

  /** @param most keys that are kept at one time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Passes that are over, under way, or known to follow. */
  get passes(): number {
    return this.#over + 1 + this.#waiting.length;
  }

  /** Tells whether a key is counted in this pass. */
  takes(key: ValueKey): boolean {
    return this.#of === 1 || (spread(key) & (this.#of - 1)) === this.#share;
  }

  keep(): void {
    this.#kept += 1;
  }

  drop(): void {
    this.#kept -= 1;
  }

  get areTooMany(): boolean {
    return this.#kept > this.#most && this.#of < mostShares;
  }

  /** Leaves half of the share to a later pass: whoever counts drops those keys. */
  halve(): void {
    this.#waiting.push({ of: 2 * this.#of, share: this.#share + this.#of });
    this.#of *= 2;
  }

  /** Goes on to the next share; false where there is none. */
  next(): boolean {
    const next = this.#waiting.pop();
    if (next === undefined) return false;
    this.#over += 1;
    this.#kept = 0;
    ({ of: this.#of, share: this.#share } = next);
    return true;
  }
}

/** 32 bits that depend on each character (FNV-1a, with the last step of MurmurHash3). */
function spread(key: ValueKey): number {
  const text = String(key);
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** How many different values there are. */
export class DistinctValues {
  readonly #shares: Shares;
  readonly #keys = new Set<ValueKey>();
  /** Of the passes before. */
  #counted = 0;

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  get size(): number {
    return this.#counted + this.#keys.size;
  }

  add(value: ValueKey): void {
    const key = keyOf(value);
    if (!this.#shares.takes(key) || this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#shares.keep();
  }

  /** Drops what another pass counts. */
  thin(): void {
    for (const key of this.#keys) {
      if (this.#shares.takes(key)) continue;
      this.#keys.delete(key);
      this.#shares.drop();
    }
  }

  /** Ends a pass. */
  settle(): void {
    this.#counted += this.#keys.size;
    this.#keys.clear();
  }
}

/** How many rows are in each class. */
export class ClassCounts {
  readonly #shares: Shares;
  readonly #rows = new Map<ValueKey, number>();
  /** Classes of each size, of the passes before. */
  readonly #bySize = new Map<number, number>();

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Counts a row of a class. */
  add(text: string): void {
    const key = keyOf(text);
    if (!this.#shares.takes(key)) return;
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#shares.keep();
    this.#rows.set(key, (rows ?? 0) + 1);
  }

  /** Drops what another pass counts. */
  thin(): void {
    for (const key of this.#rows.keys()) {
      if (this.#shares.takes(key)) continue;
      this.#rows.delete(key);
      this.#shares.drop();
    }
  }

  /** Ends a pass. */
  settle(): void {
    for (const size of this.#rows.values()) {
      this.#bySize.set(size, (this.#bySize.get(size) ?? 0) + 1);
    }
    this.#rows.clear();
  }

  /** Classes of each size, once the passes are over. */
  bySize(): ReadonlyMap<number, number> {
    return this.#bySize;
  }
}
