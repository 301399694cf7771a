/** React Query set for an engine that lives in this very process tree: no network moods, no retries. */
import { notifyManager, QueryClient } from '@tanstack/react-query';

/** Answers stay fresh until the engine says that their topic changed; the minute is a safety net. */
const staleAfterMs = 60_000;

/**
 * Whoever shows an answer hears of it in the moment that it is there, not one after the other: what is
 * drawn in between for another reason would show the new answer beside the old one.
 */
notifyManager.setScheduler((tell) => tell());

/** A client with the defaults of the embedded engine. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        staleTime: staleAfterMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
