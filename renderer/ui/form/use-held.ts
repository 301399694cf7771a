/** Parts of a form that hold it: it is not sent before they are ready. */
import { createContext, use, useLayoutEffect } from 'react';

/** Counts the parts that hold the form around them; outside of a form nothing is held. */
export const Holding = createContext<(by: 1 | -1) => void>(() => undefined);

/** Keeps the form around this part from being sent as long as `isHeld`. */
export function useHeld(isHeld: boolean): void {
  const hold = use(Holding);
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    hold(1);
    return () => hold(-1);
  }, [isHeld, hold]);
}
