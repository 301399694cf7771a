/** Subjects with the entries about them, sorted by key: one of the two trees of an index, with its proofs. */
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { hashWidth, leafHash } from '../../shared/ledger/merkle.ts';
import {
  subjectKey,
  subjectLine,
  type SubjectEntries,
  type SubjectLeaf,
  type SubjectProof,
  type TreeHead,
} from '../../shared/ledger/subjects.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { HeldTree } from './held-tree.ts';

/** Of a subject: its key, the head of the entries about it, and how many these are, in eight bytes. */
const keyEnd = hashWidth;
const rootEnd = 2 * hashWidth;
const stride = rootEnd + 8;
const leastRoom = 1_024;

/** Takes subjects one after another, each with its entries in their order; 72 bytes of memory for each. */
export class SubjectTreeBuilder {
  #held = Buffer.alloc(leastRoom * stride);
  #count = 0;
  #tree = new GrowingTree(sha256Into);

  /** Adds an entry about the subject that comes next. */
  addEntry(leaf: Uint8Array): void {
    this.#tree.append(leaf);
  }

  /** Ends a subject whose entries were added. */
  endSubject(subject: string): void {
    const at = this.#count * stride;
    if (at === this.#held.length) this.#held = Buffer.concat([this.#held], this.#held.length * 2);
    this.#held.write(subjectKey(sha256, subject), at, 'hex');
    this.#held.set(this.#tree.root(), at + keyEnd);
    this.#held.writeDoubleBE(this.#tree.size, at + rootEnd);
    this.#count += 1;
    this.#tree = new GrowingTree(sha256Into);
  }

  /** The tree over all that was added. @throws {Error} where a subject was added twice */
  build(): SubjectTree {
    const held = this.#held;
    const compare = (left: number, right: number) =>
      held.compare(
        held,
        right * stride,
        right * stride + keyEnd,
        left * stride,
        left * stride + keyEnd,
      );
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index).toSorted(compare);
    for (let at = 1; at < order.length; at += 1) {
      if (compare(order[at - 1] ?? 0, order[at] ?? 0) === 0) {
        throw new Error('A subject stands twice in an index.');
      }
    }
    return new SubjectTree(held, order);
  }
}

export class SubjectTree {
  readonly #held: Buffer;
  /** Places in `held` by key. */
  readonly #order: Uint32Array;
  readonly #tree: HeldTree;
  readonly #pathOf: (index: number) => Uint8Array[];

  /** @param held as the builder has it */
  constructor(held: Buffer, order: Uint32Array) {
    this.#held = held;
    this.#order = order;
    const leaves = Buffer.alloc(order.length * hashWidth);
    for (let index = 0; index < order.length; index += 1) {
      leaves.write(leafHash(sha256, subjectLine(this.#at(index))), index * hashWidth, 'hex');
    }
    this.#tree = new HeldTree(sha256Into, leaves);
    this.#pathOf = this.#tree.paths();
  }

  head(): TreeHead {
    const root = Buffer.from(this.#tree.head()).toString('hex');
    return { count: this.#tree.size, root: `sha256:${root}` };
  }

  /** The leaf of a subject, or the neighbours between which it would stand. */
  prove(subject: string): SubjectProof {
    const key = subjectKey(sha256, subject);
    const index = this.#firstFrom(Buffer.from(key, 'hex'));
    if (index < this.#order.length && this.#at(index).key === key) {
      return { leaf: this.#leaf(index) };
    }
    return {
      ...(index > 0 ? { left: this.#leaf(index - 1) } : {}),
      ...(index < this.#order.length ? { right: this.#leaf(index) } : {}),
    };
  }

  /** The place of the first key that is not below `key`. */
  #firstFrom(key: Buffer): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const at = (this.#order[middle] ?? 0) * stride;
      if (key.compare(this.#held, at, at + keyEnd) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #leaf(index: number): SubjectLeaf {
    return { index, line: subjectLine(this.#at(index)), path: this.#pathOf(index) };
  }

  #at(index: number): SubjectEntries {
    const at = (this.#order[index] ?? 0) * stride;
    const hex = (start: number, end: number) => this.#held.toString('hex', at + start, at + end);
    return {
      key: hex(0, keyEnd),
      count: this.#held.readDoubleBE(at + rootEnd),
      root: `sha256:${hex(keyEnd, rootEnd)}`,
    };
  }
}
