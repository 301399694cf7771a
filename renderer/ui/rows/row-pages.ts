/**
 * Rows of a list that is read by cursors: forward only, one batch after the other, each because somebody
 * asked for it. Reads are metered: nothing is read ahead, and what was read is kept, so that it is never read again.
 */
import type { JsonObject } from '../../../shared/contract/json.ts';

export interface RowBatch {
  readonly batch: readonly JsonObject[];
  readonly has_more: boolean;
  readonly next_cursor?: string | undefined;
}

/** Reads the batch of a cursor; the first one without. */
export type ReadRows = (cursor: string | undefined) => Promise<RowBatch>;

/** Known facts of the list; a new object whenever it changed. */
export interface RowsKnown {
  /** Rows read so far. */
  readonly count: number;
  /** No row follows. */
  readonly ended: boolean;
  /** The first batch has arrived. */
  readonly started: boolean;
  readonly reading: boolean;
  readonly error: Error | null;
}

export class RowPages {
  readonly #read: ReadRows;
  readonly #rows: JsonObject[] = [];
  readonly #listeners = new Set<() => void>();
  #cursor: string | undefined;
  #known: RowsKnown = { count: 0, ended: false, started: false, reading: false, error: null };

  constructor(read: ReadRows) {
    this.#read = read;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly known = (): RowsKnown => this.#known;

  /** The row at a place; undefined while it is not read. */
  readonly rowAt = (index: number): JsonObject | undefined => this.#rows[index];

  /** Reads the next batch, unless one is being read or none follows; after a failure the same one again. */
  async readOn(): Promise<void> {
    if (this.#known.reading || this.#known.ended) return;
    this.#change({ reading: true, error: null });
    try {
      const { batch, has_more: hasMore, next_cursor: next } = await this.#read(this.#cursor);
      this.#rows.push(...batch);
      this.#cursor = hasMore ? next : undefined;
      const ended = this.#cursor === undefined;
      this.#change({ reading: false, started: true, count: this.#rows.length, ended });
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#change({ reading: false, error: failure });
    }
  }

  /** Forgets what was read: its cursors hold no more. */
  restart(): void {
    this.#rows.length = 0;
    this.#cursor = undefined;
    this.#change({ count: 0, ended: false, started: false, error: null });
  }

  #change(changes: Partial<RowsKnown>): void {
    this.#known = { ...this.#known, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** The lists that were read of one session, each by what was asked: another order or filter is another list. */
export class RowLists {
  readonly #lists = new Map<string, RowPages>();

  /** The list of a key; `read` is taken where it is new. */
  of(key: string, read: ReadRows): RowPages {
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const made = new RowPages(read);
    this.#lists.set(key, made);
    return made;
  }
}
