/** The ledger in the C2SP tlog-tiles layout: what log tooling reads and any static file server carries. */
import { ApiError } from '../../shared/contract/errors.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { hashWidth, tileWidth } from '../../shared/ledger/merkle.ts';
import { tileReader } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { BundleFolder } from './bundle-folder.ts';

/** An entry's length is written in two bytes (tlog-tiles, "Log entries"). */
const longestEntry = 65_535;

/**
 * Writes `checkpoint`, `tile/<level>/<n>` and `tile/entries/<n>`. Call it within one read transaction.
 * @param onEntry called after each tile with the entries written so far; throws to stop
 * @throws {ApiError} `conflict` for an entry that is longer than the layout allows
 */
export async function writeTiles(
  bundle: BundleFolder,
  database: ReaderDatabase,
  note: string,
  onEntry: (done: number) => Promise<void>,
): Promise<void> {
  const size = parseCheckpoint(note)?.size ?? 0;
  const readTile = tileReader(database);
  for (let level = 0, width = size; width > 0; level += 1) {
    for (const tile of tilesOf(width)) {
      const hashes = readTile(level, tile.position, tile.width);
      bundle.put(`tile/${level}/${tile.path}`, hashes.subarray(0, tile.width * hashWidth));
      await onEntry(0);
    }
    width = Math.floor(width / tileWidth);
  }
  const entries = database
    .prepare<[number, number], string>(
      'SELECT bytes FROM entries WHERE seq >= ? AND seq < ? ORDER BY seq',
    )
    .pluck();
  for (const { position, width, path } of tilesOf(size)) {
    const first = position * tileWidth;
    const pieces: Buffer[] = [];
    for (const text of entries.iterate(first, first + width)) {
      pieces.push(prefixed(text, first + pieces.length));
    }
    bundle.put(`tile/entries/${path}`, Buffer.concat(pieces));
    await onEntry(first + width);
  }
  bundle.put('checkpoint', note);
}

/** The tiles of a level that has `width` hashes: the full ones, then the unfinished one. */
function* tilesOf(width: number): Generator<{ position: number; width: number; path: string }> {
  const full = Math.floor(width / tileWidth);
  for (let position = 0; position < full; position += 1) {
    yield { position, width: tileWidth, path: tilePath(position) };
  }
  const rest = width % tileWidth;
  if (rest > 0) yield { position: full, width: rest, path: `${tilePath(full)}.p/${rest}` };
}

/** A number in groups of three digits, all but the last with an x: `x001/x234/067`. */
function tilePath(position: number): string {
  const digits = String(position);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((each, index) => (index < groups.length - 1 ? `x${each}` : each)).join('/');
}

function prefixed(text: string, seq: number): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > longestEntry) {
    throw new ApiError(
      'conflict',
      `Entry ${seq} has ${bytes.length} bytes; the tlog-tiles layout carries at most ${longestEntry}. Export a bundle instead.`,
    );
  }
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
