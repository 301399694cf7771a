/** The check of lines: each is the one that its batch covers, in its place, and none is missing. */
import type { Database, Statement } from 'better-sqlite3';
import { readBatch, type Batch } from '../../shared/ledger/batches.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { hashWidth, leafHash } from '../../shared/ledger/merkle.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { erasedDatasets } from './erased-datasets.ts';
import { headOf } from './head-of-lines.ts';
import { Lines, rowSpan, streamKey, type KeylessLine, type Line, type Stream } from './lines.ts';
import type { RowFinding } from './row-finding.ts';

interface StoredBatch {
  readonly seq: number;
  readonly table_name: string;
  readonly dataset: number | null;
  readonly first: number;
  readonly last: number;
  readonly leaves: Buffer;
  readonly bytes: string;
}

/** Reads a line that is not what was sealed, and names the column where a second source tells it. */
export type NameColumn = (
  stream: Stream,
  line: Line,
  leaf: Buffer,
) => Pick<RowFinding, 'column' | 'expected' | 'actual'> | undefined;

export class LinesCheck {
  readonly #lines: Lines;
  readonly #batches: Statement<[], StoredBatch>;
  readonly #datasets: Statement<[], number>;
  readonly #tombstone: Statement<[number], number>;
  readonly #report: (finding: RowFinding) => void;
  readonly #nameColumn: NameColumn;
  /** Lines that a batch covers and that hold. */
  checked = 0;
  /** Datasets that were erased as a whole. */
  readonly #erasedDatasets: ReadonlySet<string>;
  /** Lines whose rows were erased, as an entry declares, and receipts of datasets that were. */
  erased = 0;
  /** How much was found. */
  found = 0;
  /** Lines after the last batch of their stream: nothing vouches for them yet. */
  open = 0;

  /** @param database a connection within one state of the ledger */
  constructor(database: Database, report: (finding: RowFinding) => void, nameColumn: NameColumn) {
    this.#lines = new Lines(database);
    this.#erasedDatasets = erasedDatasets(database);
    this.#report = (finding) => {
      this.found += 1;
      report(finding);
    };
    this.#nameColumn = nameColumn;
    this.#batches = database.prepare(
      `SELECT b.seq, b.table_name, b.dataset, b.first, b.last, b.leaves, e.bytes
       FROM batches AS b JOIN entries AS e ON e.seq = b.seq
       ORDER BY b.table_name, coalesce(b.dataset, 0), b.first`,
    );
    this.#tombstone = database
      .prepare<[number], number>('SELECT 1 FROM tombstones WHERE position = ?')
      .pluck();
    this.#datasets = database.prepare<[], number>('SELECT number FROM datasets').pluck();
  }

  /** Yields between steps, so that the caller can give way. */
  *run(): Generator<void> {
    const ends = new Map<string, { last: number; seq: number }>();
    for (const stored of this.#batches.iterate()) {
      const batch = batchOf(stored.bytes);
      if (batch === undefined) continue;
      const stream = { table: batch.table, dataset: stored.dataset ?? undefined };
      const key = streamKey(stream);
      const before = ends.get(key);
      this.#checkPlace(stored, batch, before, this.#lines.datasetId(stream));
      yield* this.#checkBatch(stream, stored, batch);
      ends.set(key, { last: stored.last, seq: stored.seq });
    }
    for (const stream of this.#streams()) {
      yield;
      const sealed = ends.get(streamKey(stream))?.last ?? 0;
      this.#checkOpen(stream, sealed, this.#lines.last(stream));
    }
  }

  /** Lines that nothing covers yet go on one by one: what stands beyond a gap was put in. */
  #checkOpen(stream: Stream, sealed: number, last: number): void {
    let next = sealed + 1;
    for (const { number } of this.#lines.read(stream, next, last)) {
      if (number === next) next += 1;
      else {
        const row = this.#rowOf(stream, number);
        const about = { table: stream.table, row, column: null, seq: 0 } as const;
        this.#report({ ...about, kind: 'inserted', expected: null, actual: row });
      }
    }
    this.open += next - 1 - sealed;
  }

  *#streams(): Generator<Stream> {
    yield { table: 'usage_events' };
    yield { table: 'session_usage' };
    yield { table: 'audit_events' };
    for (const dataset of this.#datasets.all()) yield { table: 'dataset_rows', dataset };
  }

  /** The row of a batch is what its entry says, and goes on where the batch before ended. */
  #checkPlace(
    stored: StoredBatch,
    batch: Batch,
    before: { readonly last: number; readonly seq: number } | undefined,
    datasetId: string | undefined,
  ): void {
    const columns = [
      ['table_name', batch.table, stored.table_name],
      ['dataset', batch.datasetId ?? null, datasetId ?? null],
      ['first', batch.from, stored.first],
      ['last', batch.to, stored.last],
    ] as const;
    const about = {
      kind: 'altered',
      table: 'batches',
      row: String(stored.seq),
      seq: stored.seq,
    } as const;
    for (const [column, expected, actual] of columns) {
      if (expected === actual) continue;
      this.#report({ ...about, column, expected: shown(expected), actual: shown(actual) });
    }
    const goesOn = [
      ['from', (before?.last ?? 0) + 1, batch.from],
      ['previous', before?.seq ?? null, batch.previous],
    ] as const;
    for (const [column, expected, actual] of goesOn) {
      if (expected === actual) continue;
      this.#report({ ...about, column, expected: shown(expected), actual: shown(actual) });
    }
  }

  *#checkBatch(stream: Stream, stored: StoredBatch, batch: Batch): Generator<void> {
    const { seq, leaves } = stored;
    const count = batch.to - batch.from + 1;
    if (leaves.length !== count * hashWidth || rootOf(leaves) !== batch.root) {
      const about = { table: 'batches', row: String(seq), column: 'leaves', seq };
      this.#report({ ...about, kind: 'altered', expected: batch.root, actual: rootOf(leaves) });
      return;
    }
    let next = batch.from;
    for (const line of this.#lines.read(stream, batch.from, batch.to)) {
      for (; next < line.number; next += 1) this.#reportMissing(stream, next, seq);
      next = line.number + 1;
      const at = (line.number - batch.from) * hashWidth;
      this.#checkLine(stream, line, leaves.subarray(at, at + hashWidth), seq);
      yield;
    }
    for (; next <= batch.to; next += 1) this.#reportMissing(stream, next, seq);
  }

  #checkLine(stream: Stream, line: Line | KeylessLine, leaf: Buffer, seq: number): void {
    if (line.text === null) {
      this.#checkKeyless(stream, line, leaf, seq);
      return;
    }
    const actual = leafHash(sha256, line.text);
    const expected = leaf.toString('hex');
    if (actual === expected) {
      this.checked += 1;
      return;
    }
    const about = { table: stream.table, row: this.#rowOf(stream, line.number), seq } as const;
    const named = this.#nameColumn(stream, line, leaf) ?? { column: null, expected, actual };
    this.#report({ kind: 'altered', ...about, ...named });
  }

  /** A line under a key that is gone says nothing any more, where the erasure of its dataset took the key. */
  #checkKeyless(stream: Stream, line: KeylessLine, leaf: Buffer, seq: number): void {
    if (this.#erasedDatasets.has(line.datasetId)) {
      this.erased += 1;
      return;
    }
    const about = { table: stream.table, row: this.#rowOf(stream, line.number), seq } as const;
    const expected = leaf.toString('hex');
    this.#report({ kind: 'altered', ...about, column: null, expected, actual: null });
  }

  #reportMissing(stream: Stream, number: number, seq: number): void {
    if (this.#isErased(stream, number)) {
      this.erased += 1;
      return;
    }
    const row = this.#rowOf(stream, number);
    const about = { table: stream.table, row, column: null, seq };
    this.#report({ ...about, kind: 'deleted', expected: row, actual: null });
  }

  /** Whether an erasure says that a row is gone: that it does is checked of each tombstone. */
  #isErased({ table, dataset = 0 }: Stream, number: number): boolean {
    return (
      table === 'dataset_rows' && this.#tombstone.get(dataset * rowSpan + number) !== undefined
    );
  }

  /** Key of a line's row. */
  #rowOf(stream: Stream, number: number): string {
    const datasetId = this.#lines.datasetId(stream);
    return datasetId === undefined ? String(number) : JSON.stringify([datasetId, number]);
  }
}

function batchOf(bytes: string): Batch | undefined {
  try {
    const entry = decodeEntry(bytes);
    return entry.type === 'ledger.batch/v1' ? readBatch(entry) : undefined;
  } catch {
    // A damaged entry is a finding of its own.
    return undefined;
  }
}

function rootOf(leaves: Buffer): string {
  const tree = new GrowingTree(sha256Into);
  for (let at = 0; at + hashWidth <= leaves.length; at += hashWidth) {
    tree.append(leaves.subarray(at, at + hashWidth));
  }
  return headOf(tree).root;
}

function shown(value: string | number | null): string | null {
  return value === null ? null : String(value);
}
