/**
 * Rows of a list that is read by cursors: forward only, one batch after the other. What was read is
 * known by its cursor, so that batches far from the view are dropped and read again when they are
 * needed. A batch has fewer rows than were asked for where an answer had no room for them. Every read is metered: nothing is read ahead beyond the rows next to the view.
 */
import type { JsonObject } from '../../../shared/contract/json.ts';

export interface RowBatch {
  readonly batch: readonly JsonObject[];
  readonly has_more: boolean;
  readonly next_cursor?: string | undefined;
}

/** Reads the batch of a cursor; the first one without. */
export type ReadRows = (cursor: string | undefined, signal: AbortSignal) => Promise<RowBatch>;

/** Known facts of the list; a new object whenever it changed. */
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

/** So many batches in memory does one count for that an answer had no room for: its rows are large. */
const weightOfLarge = 10;
/** Rows below the view that are read before they come into sight. */
const marginRows = 20;

export class RowPages {
  readonly #read: ReadRows;
  readonly #batchSize: number;
  readonly #keep: number;
  /** The cursor and the first row of each batch known so far; the first has no cursor. */
  readonly #places: { readonly cursor: string | undefined; readonly start: number }[] = [
    { cursor: undefined, start: 0 },
  ];
  readonly #batches = new Map<number, RowBatch>();
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #known: RowsKnown = { count: 0, ended: false, started: false, reading: false, error: null };
  #wanted = { first: 0, last: 0 };

  /** `batchSize`: rows that are asked for. `keep`: batches that are held in memory, at least those in sight. */
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
    const batch = this.#batchOf(index);
    return this.#batches.get(batch)?.batch[index - (this.#places[batch]?.start ?? 0)];
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
    return { from: this.#batchOf(first), to: this.#batchOf(last + marginRows) };
  }

  /** The batch that has a row, or the last that is known. */
  #batchOf(row: number): number {
    let low = 0;
    let high = this.#places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#places[middle]?.start ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The batch to read next: the first missing one in sight, otherwise the one that comes close. */
  #missing(): number | undefined {
    const { from, to } = this.#span();
    for (let batch = from; batch <= to; batch += 1) if (!this.#batches.has(batch)) return batch;
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
      const answer = await this.#read(this.#places[batch]?.cursor, signal);
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
    this.#batches.set(batch, answer);
    this.#drop();
    if (batch === this.#places.length - 1 && !this.#known.ended) {
      const count = (this.#places[batch]?.start ?? 0) + answer.batch.length;
      const cursor = answer.has_more ? answer.next_cursor : undefined;
      const ended = cursor === undefined;
      if (!ended) this.#places.push({ cursor, start: count });
      this.#change({ reading: false, started: true, count, ended });
    } else this.#change({ reading: false });
  }

  /** Lets go of the batches farthest from the view; never of one that is wanted, or it were read for ever. */
  #drop(): void {
    const { from, to } = this.#span();
    const distance = (batch: number) => Math.max(from - batch, batch - to);
    const far = [...this.#batches.keys()].filter((batch) => distance(batch) > 0);
    far.sort((one, other) => distance(other) - distance(one));
    const weigh = ({ batch, has_more: isCut }: RowBatch) =>
      isCut && batch.length < this.#batchSize ? weightOfLarge : 1;
    let weight = [...this.#batches.values()].reduce((sum, each) => sum + weigh(each), 0);
    for (const place of far) {
      const batch = this.#batches.get(place);
      if (weight <= this.#keep || batch === undefined) return;
      weight -= weigh(batch);
      this.#batches.delete(place);
    }
  }
}
