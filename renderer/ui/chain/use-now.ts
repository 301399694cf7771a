/** The present, coarse: for "5 min ago" and for the moment a check grows old. */
import { useEffect, useState } from 'react';

/** ms since the epoch, renewed every `everyMs`. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
