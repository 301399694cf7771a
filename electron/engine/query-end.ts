/** Which comes first of a query over rows: that it ends, or that it is given up. Both threads see the same. */

const running = 0;
const ended = 1;
const givenUp = 2;

/** One query at a time, in memory that the thread that runs it shares with the one that watches it. */
export class QueryEnd {
  readonly #state: Int32Array<SharedArrayBuffer>;

  /** @param shared that of the other thread; new memory unless told */
  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#state = new Int32Array(shared);
  }

  /** For another thread. */
  get shared(): SharedArrayBuffer {
    return this.#state.buffer;
  }

  /** A query begins. */
  begin(): void {
    Atomics.store(this.#state, 0, running);
  }

  /** The query has ended, and has what it found committed; false where it was given up before. */
  end(): boolean {
    return Atomics.compareExchange(this.#state, 0, running, ended) !== givenUp;
  }

  /** The query is given up; false where it ended before. */
  giveUp(): boolean {
    return Atomics.compareExchange(this.#state, 0, running, givenUp) !== ended;
  }
}
