/** Seals lines: appends a batch over those that none covers yet. */
import type { Database, Statement } from 'better-sqlite3';
import { batchMembers, batchType, fullBatch, lineTables } from '../../shared/ledger/batches.ts';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { hashWidth, leafHash } from '../../shared/ledger/merkle.ts';
import type { Journal } from '../ledger/journal.ts';
import { appendableJournal } from '../ledger/open-commits.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { headOf } from './head-of-lines.ts';
import { Lines, streamKey, type Stream } from './lines.ts';

interface LastBatch {
  readonly seq: number;
  readonly last: number;
}

/** The last batch of each stream, by the state of the journal that they were read in. */
interface LastBatches {
  readonly reloads: number | undefined;
  readonly byStream: Map<string, LastBatch>;
}

/** Streams whose last batches are kept at hand. */
const mostStreams = 1_024;

/** Leaves of lines that are computed before the lines are counted, as they are added one run after another. */
export class LeavesAhead {
  readonly #from: number;
  readonly #runs: Buffer[] = [];
  #leaves: Buffer | undefined;

  /** @param from number of the first line that will be added */
  constructor(from: number) {
    this.#from = from;
  }

  add(leaves: Buffer): void {
    this.#runs.push(leaves);
    this.#leaves = undefined;
  }

  /** Leaves of lines from one number to another; undefined where they are not all here. */
  of(from: number, to: number): Buffer | undefined {
    this.#leaves ??= Buffer.concat(this.#runs);
    this.#runs.splice(0, this.#runs.length, this.#leaves);
    const begin = (from - this.#from) * hashWidth;
    const end = (to - this.#from + 1) * hashWidth;
    return begin < 0 || end > this.#leaves.length ? undefined : this.#leaves.subarray(begin, end);
  }
}

/** Leaves of lines in their order, 32 bytes each. @param most how many lines there may be */
export function leavesOf(texts: Iterable<string>, most: number): Buffer {
  const leaves = Buffer.alloc(most * hashWidth);
  let end = 0;
  for (const text of texts) end += leaves.write(leafHash(sha256, text), end, 'hex');
  return leaves.subarray(0, end);
}

/** Seals lines for those who meter and bill. */
export type LineSealer = Pick<Sealer, 'last' | 'seal' | 'sealFull'>;

/** Over the writer's connection; the caller holds the transaction. */
export class Sealer {
  readonly #journal: () => Journal;
  readonly #lines: Lines;
  readonly #lastBatch: Statement<[string, number], LastBatch>;
  readonly #insert: Statement<[number, string, number | null, number, number, Buffer]>;
  readonly #datasets: Statement<[], number>;
  #ends: LastBatches = { reloads: undefined, byStream: new Map() };

  constructor(database: Database, journal: () => Journal) {
    this.#journal = journal;
    this.#lines = new Lines(database);
    this.#lastBatch = database.prepare(
      `SELECT seq, last FROM batches WHERE table_name = ? AND coalesce(dataset, 0) = ?
       ORDER BY first DESC LIMIT 1`,
    );
    this.#insert = database.prepare(
      `INSERT INTO batches (seq, table_name, dataset, first, last, leaves)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#datasets = database.prepare<[], number>('SELECT number FROM datasets').pluck();
  }

  /** Number of the last line of a stream; 0 where there is none. */
  last(stream: Stream): number {
    return this.#lines.last(stream);
  }

  /** Lines of a stream that no batch covers. */
  open(stream: Stream): number {
    return this.last(stream) - (this.#lastOf(stream)?.last ?? 0);
  }

  /** Whether any line of any stream is open. */
  hasOpen(): boolean {
    for (const stream of this.#streams()) if (this.open(stream) > 0) return true;
    return false;
  }

  /** Seals what fills whole batches, after lines were added. Returns whether anything was appended. */
  sealFull(stream: Stream): boolean {
    const open = this.open(stream);
    return this.#seal(stream, open - (open % fullBatch));
  }

  /**
   * Seals every line of a stream. Returns whether anything was appended.
   * @param ahead leaves that are known already
   */
  seal(stream: Stream, ahead?: LeavesAhead): boolean {
    return this.#seal(stream, this.open(stream), ahead);
  }

  /** Leaves of lines from one number to another. @throws where one is not there */
  #leaves(stream: Stream, from: number, to: number): Buffer {
    const count = to - from + 1;
    const leaves = leavesOf(this.#texts(stream, from, to), count);
    if (leaves.length === count * hashWidth) return leaves;
    throw new Error(`Lines ${from} to ${to} of ${stream.table} are not all there.`);
  }

  /** Up to the first that nobody can make again. */
  *#texts(stream: Stream, from: number, to: number): Generator<string> {
    for (const { text } of this.#lines.read(stream, from, to)) {
      if (text === null) return;
      yield text;
    }
  }

  /** Seals every line of every stream. Returns whether anything was appended. */
  sealAll(): boolean {
    let isAppended = false;
    for (const stream of this.#streams()) isAppended = this.seal(stream) || isAppended;
    return isAppended;
  }

  *#streams(): Generator<Stream> {
    for (const table of lineTables) {
      if (table !== 'dataset_rows') yield { table };
      else for (const dataset of this.#datasets.all()) yield { table, dataset };
    }
  }

  /** Lines of a ledger that nothing can be appended to stay open. */
  #seal(stream: Stream, count: number, ahead?: LeavesAhead): boolean {
    if (count === 0 || appendableJournal(this.#journal) === undefined) return false;
    for (let left = count; left > 0; left -= fullBatch) {
      this.#append(stream, Math.min(left, fullBatch), ahead);
    }
    return true;
  }

  #append(stream: Stream, count: number, ahead?: LeavesAhead): void {
    const { table, dataset } = stream;
    const before = this.#lastOf(stream);
    const from = (before?.last ?? 0) + 1;
    const to = from + count - 1;
    const leaves = ahead?.of(from, to) ?? this.#leaves(stream, from, to);
    const tree = new GrowingTree(sha256Into);
    for (let end = hashWidth; end <= leaves.length; end += hashWidth) {
      tree.append(leaves.subarray(end - hashWidth, end));
    }
    const { root } = headOf(tree);
    const datasetId = this.#lines.datasetId(stream);
    const batch = { table, datasetId, from, to, previous: before?.seq ?? null, root };
    const { seq } = this.#journal().appendEntry((place) =>
      otherEntry({ type: batchType, ...place, commitments: [], members: batchMembers(batch) }),
    );
    this.#insert.run(seq, table, dataset ?? null, from, to, leaves);
    this.#kept().set(streamKey(stream), { seq, last: to });
  }

  #lastOf(stream: Stream): LastBatch | undefined {
    const kept = this.#kept();
    const name = streamKey(stream);
    const known = kept.get(name);
    if (known !== undefined) return known;
    const found = this.#lastBatch.get(stream.table, stream.dataset ?? 0);
    if (found !== undefined) kept.set(name, found);
    return found;
  }

  /** What is known of the last batches, unless a transaction was undone since. */
  #kept(): Map<string, LastBatch> {
    const reloads = appendableJournal(this.#journal)?.reloads;
    if (
      reloads === undefined ||
      reloads !== this.#ends.reloads ||
      this.#ends.byStream.size >= mostStreams
    ) {
      this.#ends = { reloads, byStream: new Map() };
    }
    return this.#ends.byStream;
  }
}
