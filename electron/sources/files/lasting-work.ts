/** Work that goes on when whoever asked for it waits no more: the next who asks finds it done, or waits on. */

/** So long may a piece of work take; milliseconds. */
const longestMs = 30 * 60_000;
/** Results that are kept; each further one lets go of the oldest. */
const mostKept = 16;

export class LastingWork<Result> {
  readonly #begun = new Map<string, Promise<Result>>();

  /**
   * The result of the work of a name, which is begun where it was not; what failed is begun anew.
   * @param signal of who waits: it ends the waiting, not the work
   */
  run(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const begun = this.#begun.get(name) ?? this.#begin(name, work);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const leave = () => reject(new Error('Nobody waits any more.', { cause: signal.reason }));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void begun.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    return promise;
  }

  /** Forgets a result, so that the work is begun anew. */
  forget(name: string): void {
    this.#begun.delete(name);
  }

  #begin(name: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const begun = work(AbortSignal.timeout(longestMs));
    this.#begun.set(name, begun);
    void begun.catch(() => this.#begun.delete(name));
    for (const oldest of this.#begun.keys()) {
      if (this.#begun.size <= mostKept) break;
      this.#begun.delete(oldest);
    }
    return begun;
  }
}
