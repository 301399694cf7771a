/** Inclusion and consistency proofs of the RFC 6962 tree, made from tiles and verified without them. */
import { hashWidth, nodeHash, nodeHashes, tileWidth, type HashInto } from './merkle.ts';

/** The first `width` hashes of a tile, one after another (C2SP tlog-tiles geometry). */
export type ReadTile = (level: number, position: number, width: number) => Uint8Array;

/** Hash levels that one tile spans: a tile of 256 hashes is a subtree of height 8. */
const tileHeight = 8;
/** Tiles that are kept, with the hashes above them: more than one path touches, up to 2^40 leaves. */
const keptTiles = 16;

/**
 * Makes audit paths of leaves (RFC 6962 §2.1.1): the hashes, of 32 bytes each and the lowest first,
 * that lead from a leaf to the tree head of the first `size` leaves. Paths of neighbours share what
 * was read and hashed for the first of them.
 * @returns throws a RangeError when the tree has no such leaf
 */
export function inclusionProofs(
  hash: HashInto,
  size: number,
  readTile: ReadTile,
): (index: number) => Uint8Array[] {
  const tree = new TiledTree(hash, size, readTile);
  return (index) => {
    if (!isCount(size) || !isCount(index) || index >= size) {
      throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
    }
    const path: Uint8Array[] = [];
    let low = 0;
    let high = size;
    while (high - low > 1) {
      const middle = low + largestPowerBelow(high - low);
      if (index < middle) {
        path.push(tree.root(middle, high));
        high = middle;
      } else {
        path.push(tree.root(low, middle));
        low = middle;
      }
    }
    return path.toReversed();
  };
}

/**
 * The proof that the tree of `oldSize` leaves is the beginning of the tree of `newSize` (RFC 6962
 * §2.1.2); empty for two of the same size.
 * @throws {RangeError} for an old size of 0, which every tree is consistent with and which therefore
 *   proves nothing, and for one above `newSize`
 */
export function consistencyProof(
  hash: HashInto,
  oldSize: number,
  newSize: number,
  readTile: ReadTile,
): Uint8Array[] {
  if (!isCount(oldSize) || !isCount(newSize) || oldSize === 0 || oldSize > newSize) {
    throw new RangeError(`There is no proof from ${oldSize} to ${newSize} leaves.`);
  }
  const tree = new TiledTree(hash, newSize, readTile);
  const path = (low: number, high: number, isWhole: boolean): Uint8Array[] => {
    if (oldSize === high) return isWhole ? [] : [tree.root(low, high)];
    const middle = low + largestPowerBelow(high - low);
    return oldSize <= middle
      ? [...path(low, middle, isWhole), tree.root(middle, high)]
      : [...path(middle, high, false), tree.root(low, middle)];
  };
  return path(0, newSize, true);
}

/** Tells whether a leaf hash stands at `index` of the tree with this head (RFC 9162 §2.1.3.2). */
export function verifyInclusion(
  hash: HashInto,
  claim: {
    readonly leaf: Uint8Array;
    readonly index: number;
    readonly size: number;
    readonly root: Uint8Array;
  },
  proof: readonly Uint8Array[],
): boolean {
  const { leaf, index, size, root } = claim;
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  if (![leaf, root, ...proof].every(isHash)) return false;
  let first = index;
  let last = size - 1;
  let result = leaf;
  for (const each of proof) {
    if (last === 0) return false;
    if (isOdd(first) || first === last) {
      result = nodeHash(hash, each, result);
      while (!isOdd(first) && first !== 0) {
        first = half(first);
        last = half(last);
      }
    } else {
      result = nodeHash(hash, result, each);
    }
    first = half(first);
    last = half(last);
  }
  return last === 0 && isEqual(result, root);
}

/**
 * Tells whether the tree with the old head is the beginning of that with the new head (RFC 9162
 * §2.1.4.2). An old size of 0 is refused: false.
 */
export function verifyConsistency(
  hash: HashInto,
  claim: {
    readonly oldSize: number;
    readonly newSize: number;
    readonly oldRoot: Uint8Array;
    readonly newRoot: Uint8Array;
  },
  proof: readonly Uint8Array[],
): boolean {
  const { oldSize, newSize, oldRoot, newRoot } = claim;
  if (!isCount(oldSize) || !isCount(newSize) || oldSize === 0 || oldSize > newSize) return false;
  if (![oldRoot, newRoot, ...proof].every(isHash)) return false;
  if (oldSize === newSize) return proof.length === 0 && isEqual(oldRoot, newRoot);
  // The old tree is a perfect subtree of the new one: its head is where the path starts.
  const [start, ...path] = largestPowerBelow(oldSize + 1) === oldSize ? [oldRoot, ...proof] : proof;
  if (start === undefined) return false;
  let first = oldSize - 1;
  let last = newSize - 1;
  while (isOdd(first)) {
    first = half(first);
    last = half(last);
  }
  let oldHead = start;
  let newHead = start;
  for (const each of path) {
    if (last === 0) return false;
    if (isOdd(first) || first === last) {
      oldHead = nodeHash(hash, each, oldHead);
      newHead = nodeHash(hash, each, newHead);
      while (!isOdd(first) && first !== 0) {
        first = half(first);
        last = half(last);
      }
    } else {
      newHead = nodeHash(hash, newHead, each);
    }
    first = half(first);
    last = half(last);
  }
  return last === 0 && isEqual(oldHead, oldRoot) && isEqual(newHead, newRoot);
}

/** Heads of parts of one tree, from its tiles. */
class TiledTree {
  readonly #hash: HashInto;
  readonly #size: number;
  readonly #readTile: ReadTile;
  /** By level and position, the least recently used first. */
  readonly #tiles = new Map<string, HashedTile>();

  constructor(hash: HashInto, size: number, readTile: ReadTile) {
    this.#hash = hash;
    this.#size = size;
    this.#readTile = readTile;
  }

  /** The head of the leaves from `low` to before `high`, where `low` is as round as RFC 6962 has it. */
  root(low: number, high: number): Uint8Array {
    const count = high - low;
    if (largestPowerBelow(count + 1) === count) return this.#perfect(low, count);
    const middle = low + largestPowerBelow(count);
    return nodeHash(this.#hash, this.root(low, middle), this.root(middle, high));
  }

  /** A subtree of a power of two leaves: its hashes stand side by side in one tile. */
  #perfect(low: number, count: number): Uint8Array {
    const level = Math.floor(Math.log2(count) / tileHeight);
    const span = tileWidth ** level;
    const position = Math.floor(low / span / tileWidth);
    const from = (low / span) % tileWidth;
    return this.#tile(level, position).root(from, count / span);
  }

  #tile(level: number, position: number): HashedTile {
    const name = `${level}/${position}`;
    const tile = this.#tiles.get(name) ?? this.#read(level, position);
    this.#tiles.delete(name);
    this.#tiles.set(name, tile);
    const [oldest = name] = this.#tiles.keys();
    if (this.#tiles.size > keptTiles) this.#tiles.delete(oldest);
    return tile;
  }

  #read(level: number, position: number): HashedTile {
    const hashes = Math.floor(this.#size / tileWidth ** level);
    const width = Math.min(tileWidth, hashes - position * tileWidth);
    return new HashedTile(this.#hash, this.#readTile(level, position, width));
  }
}

/** The hashes of a tile and those above them within it, each computed once. */
class HashedTile {
  readonly #hash: HashInto;
  /** By height: those of the tile, then those over 2, 4, 8… of them. */
  readonly #rows: Uint8Array[];

  constructor(hash: HashInto, hashes: Uint8Array) {
    this.#hash = hash;
    this.#rows = [hashes];
  }

  /** The head over `count` hashes, a power of two, from `index` on, a multiple of it. */
  root(index: number, count: number): Uint8Array {
    const at = (index / count) * hashWidth;
    return this.#row(Math.log2(count)).subarray(at, at + hashWidth);
  }

  #row(height: number): Uint8Array {
    const known = this.#rows[height];
    if (known !== undefined) return known;
    const below = this.#row(height - 1);
    const row = nodeHashes(this.#hash, below);
    this.#rows[height] = row;
    return row;
  }
}

/** The largest power of two below `count` (at least 2): where RFC 6962 splits a tree. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

// Not with bit operators: those of JavaScript end at 32 bits.
function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isHash(value: Uint8Array): boolean {
  return value.length === hashWidth;
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.every((byte, index) => byte === right[index]);
}
