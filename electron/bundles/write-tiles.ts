/** The ledger in the C2SP tlog-tiles layout: what log tooling reads and any static file server carries. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ApiError } from '../../shared/contract/errors.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { hashWidth, tileWidth } from '../../shared/ledger/merkle.ts';
import { tileReader } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { makeFolder } from '../database/make-folder.ts';

/** An entry's length is written in two bytes (tlog-tiles, "Log entries"). */
const longestEntry = 65_535;

/**
 * Writes `checkpoint`, `tile/<level>/<n>` and `tile/entries/<n>` below a folder. Call it within one
 * read transaction.
 * @param onEntry called with the entries written so far; throws to stop
 * @throws {ApiError} `conflict` for an entry that is longer than the layout allows
 */
export function writeTiles(
  folder: string,
  database: ReaderDatabase,
  note: string,
  onEntry: (done: number) => void,
): void {
  const size = parseCheckpoint(note)?.size ?? 0;
  const put = (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name);
    makeFolder(dirname(path));
    writeFileSync(path, bytes, { mode: 0o600 });
  };
  const readTile = tileReader(database);
  for (let level = 0, width = size; width > 0; level += 1) {
    for (const tile of tilesOf(width)) {
      const hashes = readTile(level, tile.position, tile.width);
      put(`tile/${level}/${tile.path}`, hashes.subarray(0, tile.width * hashWidth));
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
    const texts = entries.all(first, first + width);
    put(`tile/entries/${path}`, Buffer.concat(texts.map((text, at) => prefixed(text, first + at))));
    onEntry(first + width);
  }
  put('checkpoint', note);
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
