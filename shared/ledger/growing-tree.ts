/** The tree head of leaves that come one after another: as many hashes in memory as the tree is high. */
import { hashWidth, nodeHash, type HashInto } from './merkle.ts';

/** Roots of perfect subtrees, the largest first: one for each bit of the size (RFC 6962 §2.1). */
export class GrowingTree {
  readonly #hash: HashInto;
  readonly #roots: Uint8Array[] = [];
  #size = 0;

  constructor(hash: HashInto) {
    this.#hash = hash;
  }

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  append(leaf: Uint8Array): void {
    let node = leaf;
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      node = nodeHash(this.#hash, this.#roots.pop() ?? node, node);
    }
    this.#roots.push(node);
    this.#size += 1;
  }

  /** The tree head, 32 bytes; of no leaves the SHA-256 of nothing. */
  root(): Uint8Array {
    const last = this.#roots.at(-1);
    if (last === undefined) {
      const empty = new Uint8Array(hashWidth);
      this.#hash(new Uint8Array(0), empty, 0);
      return empty;
    }
    return this.#roots
      .slice(0, -1)
      .reduceRight((right, left) => nodeHash(this.#hash, left, right), last);
  }
}
