/** The RFC 6962 tree over the journal, kept as tiles of 256 hashes (C2SP tlog-tiles geometry). */
import type { Sha256 } from './entries.ts';

/** Writes the SHA-256 of `input` into `output` from `offset` on: 32 bytes, no allocation per hash. */
export type HashInto = (input: Uint8Array, output: Uint8Array, offset: number) => void;

/** Bytes of one hash. */
export const hashWidth = 32;
/** Hashes in a full tile. */
export const tileWidth = 256;

/** Leaf hash `SHA-256(0x00 ‖ E)` of an entry's canonical text (RFC 6962 §2.1), as lower-case hex. */
export function leafHash(sha256: Sha256, entryText: string): string {
  return sha256(`\u0000${entryText}`);
}

const node = new Uint8Array(1 + 2 * hashWidth);
node[0] = 1;

/** Node hash `SHA-256(0x01 ‖ left ‖ right)`. */
export function nodeHash(hash: HashInto, left: Uint8Array, right: Uint8Array): Uint8Array {
  const result = new Uint8Array(hashWidth);
  node.set(left, 1);
  node.set(right, 1 + hashWidth);
  hash(node, result, 0);
  return result;
}

/** The node hashes over each two adjacent hashes, given one after another; one without a neighbour is left out. */
export function nodeHashes(hash: HashInto, hashes: Uint8Array): Uint8Array {
  const count = Math.floor(hashes.length / hashWidth / 2);
  const row = new Uint8Array(count * hashWidth);
  for (let index = 0; index < count; index += 1) {
    node.set(hashes.subarray(index * 2 * hashWidth, (index + 1) * 2 * hashWidth), 1);
    hash(node, row, index * hashWidth);
  }
  return row;
}

/** The root of a perfect subtree over `2^k` adjacent hashes, given one after another. */
export function perfectRoot(hash: HashInto, hashes: Uint8Array): Uint8Array {
  let row = hashes;
  while (row.length > hashWidth) row = nodeHashes(hash, row);
  // A copy: the caller's bytes may change.
  return new Uint8Array(row);
}

/**
 * The unfinished tile of a level for a tree of `size` leaves: `width` hashes (0…255) in the tile at
 * `position`. The level above holds what is full.
 */
export function partialTile(level: number, size: number): { position: number; width: number } {
  const hashes = Math.floor(size / tileWidth ** level);
  return { position: Math.floor(hashes / tileWidth), width: hashes % tileWidth };
}

/**
 * The tree head of the first `size` leaves (RFC 6962 §2.1), 32 bytes.
 * @param readTile the first `width` hashes of a tile, one after another; asked at most once a level,
 *   and only for unfinished tiles
 */
export function treeRoot(
  hash: HashInto,
  size: number,
  readTile: (level: number, position: number, width: number) => Uint8Array,
): Uint8Array {
  let root: Uint8Array | undefined;
  for (let level = 0; tileWidth ** level <= size; level += 1) {
    const { position, width } = partialTile(level, size);
    if (width === 0) continue;
    const hashes = readTile(level, position, width);
    let end = width;
    for (let span = 1; end > 0; span *= 2) {
      if ((end & span) === 0) continue;
      const subtree = perfectRoot(hash, hashes.subarray((end - span) * hashWidth, end * hashWidth));
      root = root === undefined ? subtree : nodeHash(hash, subtree, root);
      end -= span;
    }
  }
  return root ?? emptyRoot(hash);
}

/** The tree head of no leaves: the SHA-256 of nothing. */
function emptyRoot(hash: HashInto): Uint8Array {
  const result = new Uint8Array(hashWidth);
  hash(new Uint8Array(0), result, 0);
  return result;
}
