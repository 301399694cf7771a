/** Proofs from tiles against the definitions of RFC 6962, written down plainly, over random trees. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  inclusionProofs,
  verifyConsistency,
  verifyInclusion,
} from '../../shared/ledger/proofs.ts';
import { sha256Into as hash } from './sha256.ts';
import { rounds } from '../testing/rounds.ts';

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 6962 §2.1 over a list of leaf hashes. */
function head(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha();
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return sha(Buffer.of(1), head(leaves.slice(0, k)), head(leaves.slice(k)));
}

/** RFC 6962 §2.1.1. */
function path(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), head(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), head(leaves.slice(0, k))];
}

/** RFC 6962 §2.1.2. */
function subproof(m: number, leaves: readonly Buffer[], complete: boolean): Buffer[] {
  if (m === leaves.length) return complete ? [] : [head(leaves)];
  const k = split(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), complete), head(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), head(leaves.slice(0, k))];
}

function split(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}

const leaves = Array.from({ length: 1_400 }, (_, index) => sha(Buffer.from(`leaf ${index}`)));

/** Tiles by their definition: hash `n` of level `l` is the head of 256^l leaves. */
function readTile(level: number, position: number, width: number): Uint8Array {
  const span = 256 ** level;
  const first = position * 256;
  const hashes = Array.from({ length: width }, (_, index) =>
    head(leaves.slice((first + index) * span, (first + index + 1) * span)),
  );
  return Buffer.concat(hashes);
}

const tree = fc.integer({ min: 1, max: leaves.length });
const hex = (hashes: readonly Uint8Array[]) =>
  hashes.map((each) => Buffer.from(each).toString('hex'));

describe('inclusion proofs', () => {
  it('are those of RFC 6962, and verify', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (size, number) => {
        const index = number % size;
        const own = leaves.slice(0, size);
        const proof = inclusionProofs(hash, size, readTile)(index);
        expect(hex(proof)).toEqual(hex(path(index, own)));
        const claim = { leaf: leaves[index] ?? sha(), index, size, root: head(own) };
        expect(verifyInclusion(hash, claim, proof)).toBe(true);
      }),
      { numRuns: rounds({ usual: 40, all: 150 }) },
    );
  });

  it('verify for no other leaf, place, size, head or path', () => {
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(), (size, number, other) => {
        const index = number % size;
        const root = head(leaves.slice(0, size));
        const leaf = leaves[index] ?? sha();
        const proof = inclusionProofs(hash, size, readTile)(index);
        const claim = { leaf, index, size, root };
        const verify = (change: Partial<typeof claim>, changed: readonly Uint8Array[] = proof) =>
          verifyInclusion(hash, { ...claim, ...change }, changed);
        expect(verify({ leaf: sha() })).toBe(false);
        expect(verify({ root: sha() })).toBe(false);
        expect(verify({ index: other % size })).toBe(other % size === index);
        expect(verify({ index: size })).toBe(false);
        expect(verify({}, [...proof, leaf])).toBe(false);
        expect(verify({}, [...proof.slice(0, -1), sha()])).toBe(false);
        expect(verify({}, proof.slice(1))).toBe(proof.length === 0);
      }),
      { numRuns: rounds({ usual: 20, all: 60 }) },
    );
  });

  it('are refused for a leaf that is not there', () => {
    expect(() => inclusionProofs(hash, 5, readTile)(5)).toThrow(RangeError);
    expect(() => inclusionProofs(hash, 0, readTile)(0)).toThrow(RangeError);
    expect(() => inclusionProofs(hash, 5, readTile)(-1)).toThrow(RangeError);
  });

  it('read at most three tiles for ten million entries, each once', () => {
    const asked: string[] = [];
    inclusionProofs(hash, 256 ** 2 * 152, (level, position, width) => {
      asked.push(`${level}/${position}`);
      return new Uint8Array(width * 32);
    })(1_234_567);
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
  });

  it('of all leaves in their order read each tile once, and are the same in any order', () => {
    const size = leaves.length;
    const asked: string[] = [];
    const prove = inclusionProofs(hash, size, (level, position, width) => {
      asked.push(`${level}/${position}`);
      return readTile(level, position, width);
    });
    const inOrder = Array.from({ length: size }, (_, index) => hex(prove(index)));
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    for (const index of [size - 1, 0, 300, 7].map((each) => each % size)) {
      expect(hex(prove(index))).toEqual(inOrder[index]);
      expect(hex(path(index, leaves))).toEqual(inOrder[index]);
    }
  });
});

describe('consistency proofs', () => {
  it('are those of RFC 6962, and verify', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (newSize, number) => {
        const oldSize = (number % newSize) + 1;
        const own = leaves.slice(0, newSize);
        const proof = consistencyProof(hash, oldSize, newSize, readTile);
        expect(hex(proof)).toEqual(hex(subproof(oldSize, own, true)));
        const claim = {
          oldSize,
          newSize,
          oldRoot: head(own.slice(0, oldSize)),
          newRoot: head(own),
        };
        expect(verifyConsistency(hash, claim, proof)).toBe(true);
      }),
      { numRuns: rounds({ usual: 40, all: 150 }) },
    );
  });

  it('verify for no other head, size or path', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: leaves.length }), fc.nat(), (newSize, number) => {
        const oldSize = (number % (newSize - 1)) + 1;
        const own = leaves.slice(0, newSize);
        const claim = {
          oldSize,
          newSize,
          oldRoot: head(own.slice(0, oldSize)),
          newRoot: head(own),
        };
        const proof = consistencyProof(hash, oldSize, newSize, readTile);
        const verify = (change: Partial<typeof claim>, changed: readonly Uint8Array[] = proof) =>
          verifyConsistency(hash, { ...claim, ...change }, changed);
        expect(verify({ oldRoot: sha() })).toBe(false);
        expect(verify({ newRoot: sha() })).toBe(false);
        expect(verify({ oldSize: 0 })).toBe(false);
        expect(verify({ oldSize: newSize + 1 })).toBe(false);
        expect(verify({}, [...proof, sha()])).toBe(false);
        expect(verify({}, proof.slice(1))).toBe(false);
      }),
      { numRuns: rounds({ usual: 20, all: 60 }) },
    );
  });

  it('are refused from an old size of 0 and to a smaller tree', () => {
    expect(() => consistencyProof(hash, 0, 5, readTile)).toThrow(RangeError);
    expect(() => consistencyProof(hash, 6, 5, readTile)).toThrow(RangeError);
    const none = { oldSize: 0, newSize: 0, oldRoot: sha(), newRoot: sha() };
    expect(verifyConsistency(hash, none, [])).toBe(false);
  });

  it('between equal sizes are empty, and only the same head verifies', () => {
    const root = head(leaves.slice(0, 7));
    expect(consistencyProof(hash, 7, 7, readTile)).toEqual([]);
    const claim = { oldSize: 7, newSize: 7, oldRoot: root, newRoot: root };
    expect(verifyConsistency(hash, claim, [])).toBe(true);
    expect(verifyConsistency(hash, { ...claim, newRoot: sha() }, [])).toBe(false);
  });
});
