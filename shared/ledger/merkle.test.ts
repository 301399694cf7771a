/** The tree over tiles is the tree of RFC 6962, whatever its size. */
import { describe, expect, it } from 'vitest';
import {
  hashWidth,
  nodeHash,
  partialTile,
  perfectRoot,
  tileWidth,
  treeRoot,
  type HashInto,
} from './merkle.ts';

/** A stand-in for SHA-256: quick, and different for different inputs. */
const toyHash: HashInto = (input, output, offset) => {
  let state = 0x811c9dc5;
  for (let place = 0; place < hashWidth; place += 1) {
    for (const byte of input) state = Math.imul(state ^ byte, 0x01000193) + place;
    output[offset + place] = state >>> 24;
  }
};

function leaf(index: number): Uint8Array {
  const hash = new Uint8Array(hashWidth);
  toyHash(Uint8Array.of(index & 255, index >> 8, index >> 16), hash, 0);
  return hash;
}

/** RFC 6962 §2.1, word by word. */
function treeHead(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) {
    const empty = new Uint8Array(hashWidth);
    toyHash(new Uint8Array(0), empty, 0);
    return empty;
  }
  if (leaves.length === 1) return leaves[0] ?? new Uint8Array(0);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(toyHash, treeHead(leaves.slice(0, split)), treeHead(leaves.slice(split)));
}

function join(hashes: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * hashWidth);
  for (const [index, hash] of hashes.entries()) joined.set(hash, index * hashWidth);
  return joined;
}

describe('treeRoot', () => {
  it('is the tree head of RFC 6962 at every size around a tile', () => {
    const leaves = Array.from({ length: 1100 }, (_, index) => leaf(index));
    const tiles: Uint8Array[] = [];
    for (let first = 0; first + tileWidth <= leaves.length; first += tileWidth) {
      tiles.push(perfectRoot(toyHash, join(leaves.slice(first, first + tileWidth))));
    }
    const sizes = [0, 1, 2, 3, 7, 8, 100, 255, 256, 257, 511, 512, 513, 767, 768, 1023, 1024, 1100];
    for (const size of sizes) {
      const root = treeRoot(toyHash, size, (level, position, width) => {
        const hashes = level === 0 ? leaves : tiles;
        return join(hashes.slice(position * tileWidth, position * tileWidth + width));
      });
      expect(root).toEqual(treeHead(leaves.slice(0, size)));
    }
  });

  it('asks for unfinished tiles only', () => {
    const asked: number[][] = [];
    const size = 2 * tileWidth ** 2 + 3 * tileWidth + 5;
    treeRoot(toyHash, size, (level, position, width) => {
      asked.push([level, position, width]);
      return new Uint8Array(width * hashWidth);
    });
    expect(asked).toEqual([
      [0, 2 * tileWidth + 3, 5],
      [1, 2, 3],
      [2, 0, 2],
    ]);
  });

  it('counts beyond 32 bits', () => {
    expect(partialTile(0, 2 ** 40 + 7)).toEqual({ position: 2 ** 32, width: 7 });
    expect(partialTile(4, 2 ** 40 + 7)).toEqual({ position: 1, width: 0 });
  });
});
