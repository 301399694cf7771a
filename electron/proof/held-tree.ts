/** A tree of leaves that are all in memory, as tiles: its head, and the way from each leaf to it. */
import {
  hashWidth,
  perfectRoot,
  tileWidth,
  treeRoot,
  type HashInto,
} from '../../shared/ledger/merkle.ts';
import { inclusionProofs, type ReadTile } from '../../shared/ledger/proofs.ts';

export class HeldTree {
  readonly size: number;
  readonly #hash: HashInto;
  /** Hashes of each level of tiles, one after another. */
  readonly #levels: Uint8Array[];

  /** @param leaves hashes of 32 bytes, one after another; they are not copied */
  constructor(hash: HashInto, leaves: Uint8Array) {
    this.#hash = hash;
    this.size = leaves.length / hashWidth;
    this.#levels = [leaves];
    for (let row = leaves; row.length >= tileWidth * hashWidth;) {
      row = this.#fullTiles(row);
      this.#levels.push(row);
    }
  }

  /** The tree head (RFC 6962 §2.1), 32 bytes; of no leaves the SHA-256 of nothing. */
  head(): Uint8Array {
    return treeRoot(this.#hash, this.size, this.read);
  }

  /** Looks up audit paths of leaves, the lowest hash first; throws a RangeError where there is no such leaf. */
  paths(): (index: number) => Uint8Array[] {
    return inclusionProofs(this.#hash, this.size, this.read);
  }

  /** Reads a tile. */
  readonly read: ReadTile = (level, position, width) => {
    const start = position * tileWidth * hashWidth;
    return (this.#levels[level] ?? new Uint8Array(0)).subarray(start, start + width * hashWidth);
  };

  #fullTiles(row: Uint8Array): Uint8Array {
    const tile = tileWidth * hashWidth;
    const above = new Uint8Array(Math.floor(row.length / tile) * hashWidth);
    for (let at = 0; at * hashWidth < above.length; at += 1) {
      above.set(perfectRoot(this.#hash, row.subarray(at * tile, (at + 1) * tile)), at * hashWidth);
    }
    return above;
  }
}
