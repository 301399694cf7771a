/** Recomputes the Merkle tree while the entries pass by, and compares every stored tile with it. */
import { hashWidth, perfectRoot, tileWidth, treeRoot } from '../../shared/ledger/merkle.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';
import { sha256Into } from '../ledger/sha256.ts';

interface Level {
  position: number;
  width: number;
  readonly hashes: Buffer;
}

/** Holds one unfinished tile a level, so its size does not grow with the ledger. */
export class TreeCheck {
  readonly #snapshot: LedgerSnapshot;
  readonly #onFinding: (finding: EntryFinding) => void;
  readonly #levels: Level[] = [];
  #size = 0;
  /** False once entries are lost or misplaced: then the tiles cannot be compared any more. */
  #known = true;
  #pending: string[] = [];

  constructor(snapshot: LedgerSnapshot, onFinding: (finding: EntryFinding) => void) {
    this.#snapshot = snapshot;
    this.#onFinding = onFinding;
  }

  /** The next entry's leaf hash as hex; undefined where neither bytes nor tiles tell it. */
  add(leaf: string | undefined): void {
    if (leaf?.length !== 2 * hashWidth) this.#known = false;
    if (!this.#known) return;
    this.#pending.push(leaf ?? '');
    this.#size += 1;
    if (this.#pending.length < tileWidth) return;
    const hashes = Buffer.from(this.#pending.join(''), 'hex');
    this.#pending = [];
    const position = this.#size / tileWidth - 1;
    this.#compare(0, position, hashes);
    this.#raise(1, perfectRoot(sha256Into, hashes));
  }

  /** From here on the rows no longer have the numbers they were appended with. */
  lose(): void {
    this.#known = false;
  }

  /** Compares the tiles that still grow, and what should not be there. The root as hex, if known. */
  finish(): string | null {
    if (!this.#known) return null;
    const size = this.#size;
    let cut = false;
    for (const [index, level] of this.#levels.entries()) {
      if (level.width === 0) continue;
      const hashes = level.hashes.subarray(0, level.width * hashWidth);
      if (this.#goesOn(index + 1, level.position, hashes)) cut = true;
      else this.#compare(index + 1, level.position, hashes);
    }
    this.#refuseOthers(size, cut);
    const leaves = Buffer.from(this.#pending.join(''), 'hex');
    const root = treeRoot(sha256Into, size, (level, _position, width) =>
      (level === 0 ? leaves : (this.#levels[level - 1]?.hashes ?? leaves)).subarray(
        0,
        width * hashWidth,
      ),
    );
    return Buffer.from(root).toString('hex');
  }

  #raise(level: number, hash: Uint8Array): void {
    const tile = (this.#levels[level - 1] ??= {
      position: 0,
      width: 0,
      hashes: Buffer.alloc(tileWidth * hashWidth),
    });
    tile.hashes.set(hash, tile.width * hashWidth);
    tile.width += 1;
    if (tile.width < tileWidth) return;
    this.#compare(level, tile.position, tile.hashes);
    const root = perfectRoot(sha256Into, tile.hashes);
    tile.position += 1;
    tile.width = 0;
    this.#raise(level + 1, root);
  }

  /** Whether a tile that still grows holds all it should, and hashes of entries that are not there. */
  #goesOn(level: number, position: number, expected: Buffer): boolean {
    const stored = this.#snapshot.tile(level, position);
    if (!Buffer.isBuffer(stored) || stored.length <= expected.length) return false;
    return stored.subarray(0, expected.length).equals(expected);
  }

  #compare(level: number, position: number, expected: Buffer): void {
    const stored = this.#snapshot.tile(level, position);
    if (Buffer.isBuffer(stored) && stored.equals(expected)) return;
    const span = tileWidth ** level;
    const name = `Tile ${position} of level ${level}`;
    const first = position * tileWidth * span;
    const place = { table: 'tiles', row: JSON.stringify([level, position]), column: 'hashes' };
    const report = (message: string, seq: number, hashes?: { expected: string; actual: string }) =>
      this.#onFinding(
        createFinding('PROJECTION_MISMATCH', message, { seq, field: 'tile', place, ...hashes }),
      );
    if (stored === undefined) return report(`${name} is missing.`, first);
    if (stored instanceof UnreadableRow) {
      return report(`${name} cannot be read: ${stored.reason}.`, first);
    }
    const width = expected.length / hashWidth;
    let different = 0;
    while (different < width && hashAt(stored, different) === hashAt(expected, different)) {
      different += 1;
    }
    if (different === width) return report(`${name} holds more hashes than there are.`, first);
    const seq = first + different * span;
    const whose = level === 0 ? `entry ${seq}` : `entries ${seq} to ${seq + span - 1}`;
    return report(`${name} does not hold the hash of ${whose}.`, seq, {
      expected: hashAt(expected, different),
      actual: hashAt(stored, different),
    });
  }

  /** Tiles of entries that are not there: the journal's tail was cut, or the tile put in. */
  #refuseOthers(size: number, goesOn: boolean): void {
    const rows = this.#snapshot.tileNumbers();
    if (rows instanceof UnreadableRow) {
      const message = `The tiles cannot be read: ${rows.reason}.`;
      this.#onFinding(createFinding('PROJECTION_MISMATCH', message, { seq: size, field: 'tile' }));
      return;
    }
    let cut = goesOn;
    for (const { level, count, first, last } of rows) {
      const hashes = Math.floor(size / tileWidth ** level);
      const tiles = level === 0 ? Math.floor(hashes / tileWidth) : Math.ceil(hashes / tileWidth);
      if (level >= 0 && last >= tiles) cut = true;
      else if (level < 0 || first < 0 || count > tiles) {
        const message = `A tile of level ${level} is stored that no entries belong to.`;
        this.#onFinding(
          createFinding('PROJECTION_MISMATCH', message, { seq: size, field: 'tile' }),
        );
      }
    }
    if (!cut) return;
    const message = `Entry ${size} is missing: tiles are stored for entries after ${size - 1}.`;
    this.#onFinding(createFinding('DELETED', message, { seq: size, field: 'tile' }));
  }
}

function hashAt(hashes: Buffer, index: number): string {
  return hashes.toString('hex', index * hashWidth, (index + 1) * hashWidth);
}
