/** A server elsewhere that does not answer: what is shown was read before, and nothing can be written. */
import { createStore, useStore } from 'zustand';

interface Away {
  /** Name of its connection; null while it answers, and where a ledger of this machine is open. */
  readonly server: string | null;
  /** Earliest time at which an answer that this page shows was read of it; RFC 3339. */
  readonly readAt: string | null;
}

const awayStore = createStore<Away>(() => ({ server: null, readAt: null }));

/** Header of an answer that the host kept from when the server was there. */
const asOfHeader = 'x-proofdesk-as-of';

export function useAway(): Away {
  return useStore(awayStore);
}

/** Tells which server is away; null for none. */
export function tellAway(server: string | null): void {
  if (awayStore.getState().server !== server) awayStore.setState({ server, readAt: null });
}

/** Another page is shown: what it shows may have been read at another time. */
export function tellPageLeft(): void {
  if (awayStore.getState().readAt !== null) awayStore.setState({ readAt: null });
}

/** An answer came: one that was kept says when it was read. */
export function noteReadAt(headers: Headers): void {
  const at = headers.get(asOfHeader);
  const { readAt } = awayStore.getState();
  if (at !== null && (readAt === null || at < readAt)) awayStore.setState({ readAt: at });
}
