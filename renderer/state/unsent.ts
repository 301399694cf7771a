/** Typed text that would be lost with the page: the browser asks before the page is left, closed or loaded anew. */
import { useEffect, useEffectEvent } from 'react';

const holders = new Set<() => boolean>();

/** The browser asks in its own words; the desktop shell in those of the console (electron/shell/main-window.ts). */
function ask(event: BeforeUnloadEvent): void {
  if ([...holders].some((holds) => holds())) event.preventDefault();
}

/** Has `holds` asked before the page goes, until the returned function is called. */
export function watchUnsent(holds: () => boolean): () => void {
  // Not for good: a page that listens is kept by no browser for the way back.
  if (holders.size === 0) window.addEventListener('beforeunload', ask);
  holders.add(holds);
  return () => {
    holders.delete(holds);
    if (holders.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** Has the page ask before it goes while `holds` says that there is typed text, as long as the caller is drawn. */
export function useUnsent(holds: () => boolean): void {
  const latest = useEffectEvent(holds);
  useEffect(() => watchUnsent(() => latest()), []);
}
