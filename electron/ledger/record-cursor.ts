/** The index rows in the order of their positions, beside a walk through the entries. */
import { readable, UnreadableRow, type LedgerSnapshot, type RecordRow } from './ledger-snapshot.ts';

/** Rows read at a time. */
const chunkRows = 128;

/** Gives each row once: to the entry that asks for it, or as one that nothing matched. */
export class RecordCursor {
  readonly #snapshot: LedgerSnapshot;
  /** Positions matched before the cursor came to them. */
  readonly #used = new Set<number>();
  #rows: RecordRow[] = [];
  #next = 0;
  #position = 1;
  #ended = false;

  constructor(snapshot: LedgerSnapshot) {
    this.#snapshot = snapshot;
  }

  /** The next row that is not matched yet. */
  peek(): RecordRow | undefined {
    for (;;) {
      const row = this.#rows[this.#next];
      if (row === undefined) {
        if (!this.#read()) return undefined;
      } else if (this.#used.delete(row[0])) {
        this.#next += 1;
      } else {
        return row;
      }
    }
  }

  drop(): void {
    this.#next += 1;
  }

  /** Marks the row at a position as matched. */
  use(position: number): void {
    const row = this.peek();
    if (row !== undefined && row[0] === position) this.drop();
    else if (row !== undefined && position > row[0]) this.#used.add(position);
  }

  /** Takes the rows up to a position that nothing matched. */
  *passedBy(position: number): Generator<RecordRow> {
    for (let row = this.peek(); row !== undefined && row[0] <= position; row = this.peek()) {
      this.drop();
      yield row;
    }
  }

  /** Takes the rows of entries before `seq`. */
  *passedBySeq(seq: number): Generator<RecordRow> {
    for (let row = this.peek(); row !== undefined && row[1] < seq; row = this.peek()) {
      this.drop();
      yield row;
    }
  }

  /** Takes all that is left, and the rows at positions that cannot be. */
  *rest(): Generator<RecordRow> {
    yield* this.passedBy(Number.POSITIVE_INFINITY);
    const before = readable(() => this.#snapshot.recordsBefore(1));
    if (!(before instanceof UnreadableRow)) yield* before;
  }

  #read(): boolean {
    if (this.#ended) return false;
    const rows = readable(() => this.#snapshot.recordChunk(this.#position, chunkRows));
    // A damaged page: its rows are looked up one by one, and reported, by their entries.
    if (rows instanceof UnreadableRow) this.#rows = this.#readSingly();
    else this.#rows = rows;
    this.#next = 0;
    const last = this.#rows.at(-1);
    const next = last === undefined ? this.#position : last[0] + 1;
    // Positions beyond those that can be told apart would be read again and again.
    if (next <= this.#position) this.#ended = true;
    this.#position = next;
    return last !== undefined;
  }

  #readSingly(): RecordRow[] {
    const rows: RecordRow[] = [];
    for (let position = this.#position; position < this.#position + chunkRows; position += 1) {
      const row = this.#snapshot.recordAt(position);
      if (row !== undefined && !(row instanceof UnreadableRow)) rows.push(row);
    }
    return rows;
  }
}
