/**
 * Calls that were refused because the session of this browser is over. Nothing was done by them: they wait
 * until somebody has signed in again, and are sent once more, as they were.
 */
import { createStore, useStore } from 'zustand';

interface Held {
  readonly isChange: boolean;
  readonly go: (sendAgain: boolean) => void;
}

const heldStore = createStore<{ readonly held: ReadonlySet<Held>; readonly returns: number }>(
  () => ({ held: new Set(), returns: 0 }),
);

/** How often this browser was let in again: tells a refusal of before from one of now. */
export function countReturns(): number {
  return heldStore.getState().returns;
}

/** Changes that wait to be sent once more. */
export function useHeldChanges(): number {
  return useStore(heldStore, ({ held }) => [...held].filter(({ isChange }) => isChange).length);
}

/** Resolves with whether to send the call again. @throws the reason of `signal` when it aborts before */
export function hold(isChange: boolean, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortOf(signal));
      return;
    }
    const call: Held = { isChange, go: (sendAgain) => leave(() => resolve(sendAgain)) };
    const abort = () => leave(() => reject(abortOf(signal)));
    const leave = (settle: () => void) => {
      signal?.removeEventListener('abort', abort);
      heldStore.setState(({ held }) => ({
        held: new Set([...held].filter((each) => each !== call)),
      }));
      settle();
    };
    signal?.addEventListener('abort', abort, { once: true });
    heldStore.setState(({ held }) => ({ held: new Set([...held, call]) }));
  });
}

/** As `fetch` throws it: whoever looks for an abort finds one. */
function abortOf(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('The call was given up.', 'AbortError');
}

/**
 * Lets go of what waits. To the same ledger, for the same caller, everything is sent again; to another
 * nothing is; where that is not known, what changes nothing is.
 */
export function release(outcome: 'same' | 'another' | 'unknown'): void {
  heldStore.setState(({ returns }) => ({ returns: returns + 1 }));
  for (const { isChange, go } of heldStore.getState().held) {
    go(outcome === 'same' || (outcome === 'unknown' && !isChange));
  }
}
