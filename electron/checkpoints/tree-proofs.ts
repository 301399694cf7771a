/** Proofs over the stored tree of the journal: each reads a few tiles, whatever the size. */
import { hashWidth, tileWidth } from '../../shared/ledger/merkle.ts';
import { consistencyProof, inclusionProofs, type ReadTile } from '../../shared/ledger/proofs.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { sha256Into } from '../ledger/sha256.ts';

type Ledger = ReaderDatabase | WriterDatabase;

/** The audit path of an entry in the tree of the first `size`, as `sha256:<hex>`. @throws {RangeError} */
export function readInclusionProof(database: Ledger, seq: number, size: number): string[] {
  return readInclusionProofs(database, size)(seq).map(hashText);
}

/** Audit paths of entries in the tree of the first `size`, cheapest in their order; hashes of 32 bytes. */
export function readInclusionProofs(database: Ledger, size: number): (seq: number) => Uint8Array[] {
  return inclusionProofs(sha256Into, size, tileReader(database));
}

/** The consistency proof between two sizes, as `sha256:<hex>`. @throws {RangeError} */
export function readConsistencyProof(database: Ledger, from: number, to: number): string[] {
  return consistencyProof(sha256Into, from, to, tileReader(database)).map(hashText);
}

/** Reads tiles, stored or made from the entries after the last full one. */
export function tileReader(database: Ledger): ReadTile {
  const tile = database
    .prepare<[number, number], Buffer>('SELECT hashes FROM tiles WHERE level = ? AND position = ?')
    .pluck();
  const leaves = database
    .prepare<[number, number], Buffer>(
      'SELECT leaf_hash FROM entries WHERE seq >= ? AND seq < ? ORDER BY seq',
    )
    .pluck();
  return (level, position, width) => {
    const stored = tile.get(level, position);
    const hashes =
      stored !== undefined || level > 0
        ? (stored ?? Buffer.alloc(0))
        : Buffer.concat(leaves.all(position * tileWidth, position * tileWidth + width));
    if (hashes.length < width * hashWidth) {
      throw new Error(`Tile ${position} of level ${level} does not hold ${width} hashes.`);
    }
    return hashes.subarray(0, width * hashWidth);
  };
}

function hashText(hash: Uint8Array): string {
  return `sha256:${Buffer.from(hash).toString('hex')}`;
}
