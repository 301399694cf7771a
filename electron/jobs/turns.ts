/** Whose turn it is: one at a time, in the order in which they asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves once all turns that were asked for before are over, with what ends this one. */
  async next(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}
