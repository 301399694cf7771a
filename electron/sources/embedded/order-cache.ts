/** Sorted snapshots, kept so that a page at any depth costs the same. Rows never change, and what is erased has another name: nothing goes stale. */

/** Rows of all orders that are kept together; 8 bytes each. */
const mostRows = 8_000_000;

/** The rows of a snapshot that a filter selects, in an order. */
export interface RowOrder {
  /** In order. */
  readonly seqs: Uint32Array;
  /** Where a row stands in `seqs`; undefined for one that is not in it. */
  placeOf(seq: number): number | undefined;
}

/** The orders that were asked for last. */
export class OrderCache {
  readonly #orders = new Map<string, RowOrder>();
  #rows = 0;

  create(seqs: Uint32Array, snapshotSeq: number): RowOrder {
    // The place plus one, so that 0 says that the row is not in the order.
    const places = new Uint32Array(snapshotSeq + 1);
    for (const [place, seq] of seqs.entries()) places[seq] = place + 1;
    return {
      seqs,
      placeOf: (seq) => {
        const place = places[seq] ?? 0;
        return place === 0 ? undefined : place - 1;
      },
    };
  }

  get(key: string): RowOrder | undefined {
    const order = this.#orders.get(key);
    if (order === undefined) return undefined;
    this.#orders.delete(key);
    this.#orders.set(key, order);
    return order;
  }

  set(key: string, order: RowOrder): void {
    this.#orders.set(key, order);
    this.#rows += order.seqs.length;
    for (const [oldest, kept] of this.#orders) {
      if (this.#rows <= mostRows || oldest === key) break;
      this.#orders.delete(oldest);
      this.#rows -= kept.seqs.length;
    }
  }
}
