/** What is left of a session, live: one clock for the page, and only the text that changed is drawn. */
import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { countdownWords } from './countdown-words.ts';

const everyMs = 1_000;
/** The longest delay that a browser's timer holds. */
const longestTimeout = 2 ** 31 - 1;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** `until` is a UTC instant (ISO 8601). Drawn again by itself, and only when its words change. */
export function Countdown({ until }: { until: string }) {
  const end = Date.parse(until);
  const words = useSyncExternalStore(subscribe, () => countdownWords(end - Date.now()));
  return (
    <time dateTime={until} title={until}>
      {words}
    </time>
  );
}

/**
 * Asks for the sessions again the moment the next of them ends. Nothing tells of an expiry: it is
 * computed at use. `ends` are ISO 8601 instants, in any order.
 */
export function useExpiryRefresh(ends: readonly string[]): void {
  const queryClient = useQueryClient();
  const next = ends.toSorted()[0];
  useEffect(() => {
    if (next === undefined) return undefined;
    const wait = Math.min(longestTimeout, Math.max(0, Date.parse(next) - Date.now()) + everyMs);
    const expiry = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets });
    }, wait);
    return () => clearTimeout(expiry);
  }, [next, queryClient]);
}
