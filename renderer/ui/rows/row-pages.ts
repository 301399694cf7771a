/**
 * Rows of a list that is read by cursors: forward only, one batch after the other. What was read is
 * known by its cursor, so that batches far from the view are dropped and read again when they are
 * needed. Every read is metered: nothing is read ahead beyond the rows next to the view.
 */
import type { JsonObject } from '../../../shared/contract/json.ts';

export interface RowBatch {
  readonly batch: readonly JsonObject[];
  readonly has_more: boolean;
  readonly next_cursor?: string | undefined;
}

/** Reads the batch of a cursor; the first one without. */
export type ReadRows = (cursor: string | undefined, signal: AbortSignal) => Promise<RowBatch>;

/** What is known of the list; a new object whenever it changed. */
export interface RowsKnown {
  /** Rows that can be shown: those read so far, dropped or not. */
  readonly count: number;
  /** No row follows. */
  readonly ended: boolean;
  /** The first batch has arrived. */
  readonly started: boolean;
  readonly reading: boolean;
  readonly error: Error | null;
}

/** Rows below the view that are read before they come into sight. */
const marginRows = 20;

export class RowPages {
  readonly #read: ReadRows;
  readonly #batchSize: number;
  readonly #keep: number;
  /** The cursor of each batch known so far; the first has none. */
  readonly #cursors: (string | undefined)[] = [undefined];
  readonly #batches = new Map<number, readonly JsonObject[]>();
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #known: RowsKnown = { count: 0, ended: false, started: false, reading: false, error: null };
  #wanted = { first: 0, last: 0 };

  /** `keep`: how many batches are held in memory, at least the ones in sight. */
  constructor(options: { read: ReadRows; batchSize: number; keep: number }) {
    this.#read = options.read;
    this.#batchSize = options.batchSize;
    this.#keep = options.keep;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly known = (): RowsKnown => this.#known;

  /** The row at a place; undefined while it is not read, or was dropped. */
  rowAt(index: number): JsonObject | undefined {
    return this.#batches.get(Math.floor(index / this.#batchSize))?.[index % this.#batchSize];
  }

  /** Says which rows are in sight; what of them is missing is read. */
  want(first: number, last: number): void {
    this.#wanted = { first: Math.max(0, first), last: Math.max(0, first, last) };
    this.#continue();
  }

  /** Reads on after a failure. */
  retry(): void {
    if (this.#known.error === null) return;
    this.#change({ error: null });
    this.#continue();
  }

  /** Ends what is being read; nothing is read afterwards. */
  dispose(): void {
    this.#abort.abort();
  }

  #change(changes: Partial<RowsKnown>): void {
    this.#known = { ...this.#known, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** The batches of the rows in sight and of those that come next. */
  #span(): { readonly from: number; readonly to: number } {
    const { first, last } = this.#wanted;
    return {
      from: Math.floor(first / this.#batchSize),
      to: Math.floor((last + marginRows) / this.#batchSize),
    };
  }

  /** The batch to read next: the first missing one in sight, otherwise the one that comes close. */
  #missing(): number | undefined {
    const { from, to } = this.#span();
    const lastKnown = this.#cursors.length - 1;
    for (let batch = from; batch <= to; batch += 1) {
      if (this.#batches.has(batch)) continue;
      // Beyond the last known cursor nothing can be read before what precedes it.
      if (batch < this.#cursors.length) return batch;
      return this.#known.ended || this.#batches.has(lastKnown) ? undefined : lastKnown;
    }
    return undefined;
  }

  #continue(): void {
    if (this.#known.reading || this.#known.error !== null || this.#abort.signal.aborted) return;
    const batch = this.#missing();
    if (batch === undefined) return;
    this.#change({ reading: true });
    void this.#readBatch(batch);
  }

  async #readBatch(batch: number): Promise<void> {
    const { signal } = this.#abort;
    try {
      const answer = await this.#read(this.#cursors[batch], signal);
      if (signal.aborted) return;
      this.#keepBatch(batch, answer);
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#change({ reading: false, error: failure });
      return;
    }
    this.#continue();
  }

  #keepBatch(batch: number, answer: RowBatch): void {
    this.#batches.set(batch, answer.batch);
    this.#drop();
    const before = batch * this.#batchSize;
    if (batch === this.#cursors.length - 1 && !this.#known.ended) {
      const ended = !answer.has_more || answer.next_cursor === undefined;
      if (!ended) this.#cursors.push(answer.next_cursor);
      const count = before + answer.batch.length;
      this.#change({ reading: false, started: true, count, ended });
    } else this.#change({ reading: false });
  }

  /** Lets go of the batches farthest from the view; never of one that is wanted, or it were read for ever. */
  #drop(): void {
    const { from, to } = this.#span();
    const distance = (batch: number) => Math.max(from - batch, batch - to);
    const far = [...this.#batches.keys()].filter((batch) => distance(batch) > 0);
    far.sort((one, other) => distance(other) - distance(one));
    for (const batch of far.slice(0, Math.max(0, this.#batches.size - this.#keep))) {
      this.#batches.delete(batch);
    }
  }
}
