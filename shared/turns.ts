/** Whose turn it is: so many at once, the others in the order in which they asked, or each name once before any has two. */

/** Ends a turn; once, however often it is called. */
export type EndTurn = () => void;

type BeginTurn = (end: EndTurn) => void;

/** What is needed of an AbortSignal, of a browser or of Node. */
interface Leaving {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export class Turns {
  readonly #atOnce: number;
  #underWay = 0;
  /** By name, the next one first; each in the order in which they asked, and called with its turn. */
  readonly #waiting = new Map<string, Set<BeginTurn>>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * What ends a turn that begins now, or else the wait for one. Every turn is ended.
   * The wait rejects with the signal's reason, and no turn is taken, when it is aborted.
   * @param name whoever asks often under one name does not keep another waiting for all of it
   */
  take(signal?: Leaving, name = ''): EndTurn | Promise<EndTurn> {
    if (this.#underWay >= this.#atOnce) return this.#wait(signal, name);
    this.#underWay += 1;
    return this.#turn();
  }

  async #wait(signal: Leaving | undefined, name: string): Promise<EndTurn> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>();
    const leave = () => {
      // Whoever has its turn already is not waiting any more.
      if (this.#forget(name, begin)) reject(signal?.reason);
    };
    const begin = (end: EndTurn) => {
      signal?.removeEventListener('abort', leave);
      resolve(end);
    };
    const ofName = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, ofName.add(begin));
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  #forget(name: string, begin: BeginTurn): boolean {
    const ofName = this.#waiting.get(name);
    const isForgotten = ofName?.delete(begin) === true;
    if (ofName?.size === 0) this.#waiting.delete(name);
    return isForgotten;
  }

  /** Takes the one whose turn is next; its name goes behind all others. */
  #takeNext(): BeginTurn | undefined {
    for (const [name, ofName] of this.#waiting) {
      const [next] = ofName;
      if (next === undefined) continue;
      this.#waiting.delete(name);
      ofName.delete(next);
      if (ofName.size > 0) this.#waiting.set(name, ofName);
      return next;
    }
    return undefined;
  }

  #turn(): EndTurn {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#takeNext();
      if (next === undefined) {
        this.#underWay -= 1;
        return;
      }
      // The turn goes from one to the next: nobody who asks now overtakes.
      next(this.#turn());
    };
  }
}
