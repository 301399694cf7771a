/** The Merkle tree of the journal in its tables: full tiles, the tiles that still grow, and the tree head. */
import {
  hashWidth,
  partialTile,
  perfectRoot,
  tileWidth,
  treeRoot,
} from '../../shared/ledger/merkle.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { sha256Into } from './sha256.ts';

/**
 * The RFC 6962 tree head of the first `size` entries, as lower-case hex. Reads one unfinished tile a
 * level: at most 255 leaf hashes, and at most two rows more up to 16 million entries.
 */
export function readTreeRoot(database: ReaderDatabase | WriterDatabase, size: number): string {
  const leaves = database
    .prepare<[number, number], Buffer>(
      'SELECT leaf_hash FROM entries WHERE seq >= ? AND seq < ? ORDER BY seq',
    )
    .pluck();
  const tile = database
    .prepare<[number, number], Buffer>('SELECT hashes FROM tiles WHERE level = ? AND position = ?')
    .pluck();
  const root = treeRoot(sha256Into, size, (level, position, width) => {
    const hashes =
      level === 0
        ? Buffer.concat(leaves.all(position * tileWidth, size))
        : (tile.get(level, position) ?? Buffer.alloc(0)).subarray(0, width * hashWidth);
    if (hashes.length !== width * hashWidth) {
      throw new Error(`Tile ${position} of level ${level} does not hold ${width} hashes.`);
    }
    return hashes;
  });
  return Buffer.from(root).toString('hex');
}

/** Keeps the unfinished leaf tile in memory, and writes tiles as they fill. */
export class TreeWriter {
  readonly #database: WriterDatabase;
  readonly #tile = Buffer.alloc(tileWidth * hashWidth);
  #size = 0;

  constructor(database: WriterDatabase) {
    this.#database = database;
  }

  /** Reads the unfinished leaf tile of a journal of `size` entries. */
  load(size: number): void {
    const { position, width } = partialTile(0, size);
    const leaves = this.#database
      .prepare<[number], Buffer>('SELECT leaf_hash FROM entries WHERE seq >= ? ORDER BY seq')
      .pluck()
      .all(position * tileWidth);
    if (leaves.length !== width) throw new Error(`An entry before ${size} is missing.`);
    const last = this.#database
      .prepare<[], number | null>('SELECT max(position) FROM tiles WHERE level = 0')
      .pluck()
      .get();
    if ((last ?? -1) + 1 !== position) {
      throw new Error(`The tiles do not end where the journal does, at entry ${size - 1}.`);
    }
    for (const [index, leaf] of leaves.entries()) this.#tile.set(leaf, index * hashWidth);
    this.#size = size;
  }

  /** Adds the next leaf; every 256th writes a tile and one hash of the level above. */
  append(leaf: Uint8Array): void {
    const index = this.#size % tileWidth;
    this.#tile.set(leaf, index * hashWidth);
    this.#size += 1;
    if (index < tileWidth - 1) return;
    let position = this.#size / tileWidth - 1;
    this.#write(0, position, this.#tile);
    let root = perfectRoot(sha256Into, this.#tile);
    for (let level = 1; ; level += 1) {
      const place = position % tileWidth;
      position = Math.floor(position / tileWidth);
      const grown = Buffer.concat([this.#read(level, position, place), root]);
      this.#write(level, position, grown);
      if (place < tileWidth - 1) return;
      root = perfectRoot(sha256Into, grown);
    }
  }

  #read(level: number, position: number, width: number): Uint8Array {
    if (width === 0) return new Uint8Array(0);
    const hashes = this.#database
      .prepare<[number, number], Buffer>(
        'SELECT hashes FROM tiles WHERE level = ? AND position = ?',
      )
      .pluck()
      .get(level, position);
    if (hashes?.length !== width * hashWidth) {
      throw new Error(`Tile ${position} of level ${level} does not hold ${width} hashes.`);
    }
    return hashes;
  }

  #write(level: number, position: number, hashes: Uint8Array): void {
    this.#database
      .prepare(
        `INSERT INTO tiles (level, position, hashes) VALUES (?, ?, ?)
         ON CONFLICT (level, position) DO UPDATE SET hashes = excluded.hashes`,
      )
      .run(level, position, hashes);
  }
}
