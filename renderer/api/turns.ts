/** How many requests are under way at once, so that one connection stays free for what cannot wait. */

/**
 * A browser has six connections to a host. The stream of changes holds one; one is for what the
 * console asks about itself, which is answered while all others wait for a ledger that opens. The
 * desktop's own scheme has no such limit.
 */
const atOnce = globalThis.location?.protocol === 'app:' ? Number.POSITIVE_INFINITY : 4;

let underWay = 0;
const waiting = new Set<() => void>();

/**
 * Takes a turn at once, or answers with the wait for it. Every turn is given back.
 * The wait rejects with the signal's reason, and no turn is taken, when it is aborted.
 */
export function takeTurn(signal: AbortSignal | undefined): Promise<void> | undefined {
  if (underWay < atOnce) {
    underWay += 1;
    return undefined;
  }
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      waiting.delete(begin);
      reject(signal?.reason);
    };
    waiting.add(begin);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Gives a turn back: to who has waited longest. */
export function giveTurn(): void {
  const [next] = waiting;
  if (next === undefined) {
    underWay -= 1;
    return;
  }
  waiting.delete(next);
  next();
}
