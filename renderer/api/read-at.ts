/** When answers were read that the host kept from when the server elsewhere was there. */
import { createStore, useStore } from 'zustand';
import { asOfHeader } from '../../shared/contract/connections.ts';

/** Earliest time of those that the page shows, RFC 3339; null where none is shown. */
const readAtStore = createStore<{ readonly readAt: string | null }>(() => ({ readAt: null }));

export function useReadAt(): string | null {
  return useStore(readAtStore, ({ readAt }) => readAt);
}

/** Another page is shown: what it shows may have been read at another time. */
export function forgetReadAt(): void {
  if (readAtStore.getState().readAt !== null) readAtStore.setState({ readAt: null });
}

/** An answer came: one that was kept says when it was read. */
export function noteReadAt(headers: Headers): void {
  const at = headers.get(asOfHeader);
  const { readAt } = readAtStore.getState();
  if (at !== null && (readAt === null || at < readAt)) readAtStore.setState({ readAt: at });
}
