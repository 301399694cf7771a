/** Waits that are worth showing: a quick answer should not flash a skeleton first. */
import { useEffect, useState } from 'react';

const shownAfterMs = 150;

/** True once a wait has lasted long enough to be shown. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), shownAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow;
}
