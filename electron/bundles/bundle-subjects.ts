/** What is about what in a bundle: in a full one each index is computed again; in others nothing chosen may be left out. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import {
  hexBytes,
  indexType,
  judgeSubject,
  readIndex,
  type SubjectIndex,
  type SubjectLeaf,
  type SubjectProof,
  type TreeHead,
} from '../../shared/ledger/subjects.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { headOf } from '../proof/head-of-lines.ts';
import { SubjectTreeBuilder } from '../proof/subject-tree.ts';
import type { BundleOrder } from './bundle-format.ts';
import type { BundleIndex, SubjectTreeName } from './bundle-index.ts';
import { readHashes } from './hash-lines.ts';
import { readLines, valueOfLine } from './read-bundle.ts';

/** A fault of a file, or a step without one. */
export interface SubjectStep {
  readonly name: string;
  readonly message?: string;
}

/** Indexes that a verification computes again: the newest. */
const newest = 16;
/** Subjects, or lines, between two steps. */
const atOnce = 256;
const step: SubjectStep = { name: '' };
const trees = ['records', 'rows'] as const;

export class BundleSubjects {
  readonly #folder: string;
  readonly #order: BundleOrder;
  readonly #index: BundleIndex;
  /** The newest ones, in order; undefined for one that cannot be read. */
  #indexes: { readonly seq: number; readonly index: SubjectIndex | undefined }[] = [];

  constructor(folder: string, order: BundleOrder, index: BundleIndex) {
    this.#folder = folder;
    this.#order = order;
    this.#index = index;
  }

  /** Takes an entry in. */
  add(entry: LedgerEntry): void {
    if (entry.type !== indexType) return;
    this.#indexes = [...this.#indexes, { seq: entry.seq, index: indexOf(entry) }].slice(-newest);
  }

  /**
   * What is wrong, once all entries are in.
   * @param size of the checkpoint
   * @param rows subjects of rows of which everything has to be here, sorted
   */
  async *faults(size: number, rows: readonly string[]): AsyncGenerator<SubjectStep> {
    if (this.#order.kind === 'full') yield* this.#checkIndexes();
    else if (this.#order.kind !== 'range') yield* this.#checkComplete(size, rows);
  }

  *#checkIndexes(): Generator<SubjectStep> {
    for (const { seq, index } of this.#indexes) {
      for (const tree of trees) {
        const head = yield* this.#headOf(tree, seq);
        if (index?.[tree].count === head.count && index[tree].root === head.root) continue;
        const message = `The index of entry ${seq} does not say truly what is about ${tree}.`;
        yield { name: 'entries.ndjson', message };
      }
    }
  }

  *#headOf(tree: SubjectTreeName, seq: number): Generator<SubjectStep, TreeHead> {
    const builder = new SubjectTreeBuilder();
    let subject: string | undefined;
    let entries = 0;
    for (const entry of this.#index.subjects(tree, seq)) {
      if (subject !== undefined && entry.subject !== subject) builder.endSubject(subject);
      subject = entry.subject;
      builder.addEntry(entry.leaf);
      entries += 1;
      if (entries % atOnce === 0) yield step;
    }
    if (subject !== undefined) builder.endSubject(subject);
    return builder.build().head();
  }

  async *#checkComplete(size: number, rows: readonly string[]): AsyncGenerator<SubjectStep> {
    const name = 'subjects.ndjson';
    const last = this.#indexes.find(({ seq }) => seq === size - 1)?.index;
    if (last === undefined) {
      yield {
        name: 'entries.ndjson',
        message: 'The bundle lacks the index at the end: something may be left out.',
      };
      return;
    }
    const subjects = this.#expected(rows);
    try {
      let lines = 0;
      for await (const line of readLines(this.#folder, name)) {
        const next = subjects.next();
        lines += 1;
        const value = valueOfLine(line);
        const holds =
          next.done !== true &&
          value !== undefined &&
          this.#holds(next.value.tree, next.value.id, value, last);
        if (!holds) {
          const message = `Line ${lines} of subjects.ndjson does not prove that nothing is left out.`;
          yield { name, message };
        }
        if (lines % atOnce === 0) yield step;
      }
      const missing = subjects.next();
      if (missing.done !== true) {
        yield { name, message: `${name} does not prove what is about ${missing.value.id}.` };
      }
    } finally {
      // Where lines are missing, its query is still open, and the index could not be closed.
      subjects.return();
    }
  }

  /** What has to be proven, in the order of its lines. */
  *#expected(
    rows: readonly string[],
  ): Generator<{ readonly tree: SubjectTreeName; readonly id: string }, void> {
    const order = this.#order;
    if (order.kind === 'selection') {
      for (const id of order.record_ids) yield { tree: 'records', id };
    }
    if (order.kind === 'figure') {
      for (const id of this.#index.records()) yield { tree: 'records', id };
    }
    for (const id of rows) yield { tree: 'rows', id };
  }

  /** The proof holds under the index, and counts the entries that are here. */
  #holds(tree: SubjectTreeName, id: string, value: JsonValue, index: SubjectIndex): boolean {
    const proof = readProof(value, id);
    if (proof === undefined) return false;
    const { count, root } = index[tree];
    const head = { count, root: hexBytes(root.slice('sha256:'.length)) };
    const judged = judgeSubject({ sha256, hash: sha256Into }, head, id, proof);
    const here = new GrowingTree(sha256Into);
    for (const leaf of this.#index.about(tree, id)) here.append(leaf);
    if (judged === 'absent') return here.size === 0;
    const about = headOf(here);
    return judged?.count === about.count && judged.root === about.root;
  }
}

function indexOf(entry: LedgerEntry): SubjectIndex | undefined {
  try {
    return 'members' in entry ? readIndex(entry) : undefined;
  } catch {
    return undefined;
  }
}

/** The proof of a line about `id`; undefined for any other line. */
function readProof(value: JsonValue, id: string): SubjectProof | undefined {
  if (!isJsonObject(value) || value['id'] !== id) return undefined;
  const { id: _id, ...members } = value;
  if ('line' in members) {
    const leaf = readLeaf(members);
    return leaf === undefined ? undefined : { leaf };
  }
  const { left, right, ...rest } = members;
  if (Object.keys(rest).length > 0) return undefined;
  const neighbours = { left: neighbour(left), right: neighbour(right) };
  return neighbours.left === null || neighbours.right === null
    ? undefined
    : { left: neighbours.left, right: neighbours.right };
}

/** Undefined where there is none, null where it is not one. */
function neighbour(value: JsonValue | undefined): SubjectLeaf | undefined | null {
  if (value === undefined) return undefined;
  return (isJsonObject(value) ? readLeaf(value) : undefined) ?? null;
}

function readLeaf({ index, line, path, ...rest }: JsonObject): SubjectLeaf | undefined {
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || typeof line !== 'string') {
    return undefined;
  }
  const hashes = Array.isArray(path) ? readHashes(path) : undefined;
  if (hashes === undefined || Object.keys(rest).length > 0) return undefined;
  return { index, line, path: hashes };
}
