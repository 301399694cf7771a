/** Whether the first screen has what it shows: what the frame asks beside it waits for that, and costs it nothing. */
import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';

/** However long a screen takes: then the frame asks all the same. Milliseconds. */
const longestWait = 3_000;

const store = createStore<{ readonly isThere: boolean }>(() => ({ isThere: false }));

export function useFirstScreen(): boolean {
  return useStore(store, ({ isThere }) => isThere);
}

/** Resolves when the page has nothing to do; where the browser does not say, soon. */
function leisure(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });
}

/** Follows what is asked from the moment that the address is `loaded`, until all of it is answered and drawn. */
export async function followFirstScreen(
  queryClient: QueryClient,
  loaded: Promise<void>,
): Promise<void> {
  const end = performance.now() + longestWait;
  await loaded.catch(() => undefined);
  do await leisure();
  while (queryClient.isFetching() > 0 && performance.now() < end);
  store.setState({ isThere: true });
}
