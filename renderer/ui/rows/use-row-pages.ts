/** The pages of a list that is read by cursors, in a component: a new list for every new question. */
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { RowRange } from '../table/scroll-geometry.ts';
import { RowPages, type ReadRows, type RowsKnown } from './row-pages.ts';

export const rowBatchSize = 100;
/** Batches in memory: 4,000 rows, many screens either way. */
const keptBatches = 40;

const nothingKnown: RowsKnown = {
  count: 0,
  ended: false,
  started: false,
  reading: false,
  error: null,
};
const noSubscription = () => () => undefined;
const knowsNothing = () => nothingKnown;

export interface RowList {
  /** The list that is shown: the one asked for, or the one before until it has its first rows. */
  readonly pages: RowPages | null;
  readonly known: RowsKnown;
  /** Another list was asked for and has not answered. */
  readonly pending: boolean;
  /** Starts the list anew. */
  readonly restart: () => void;
}

/** Follows the list named `key`; `read` is taken when the key is new. */
export function useRowPages(key: string, read: ReadRows): RowList {
  const [view, setView] = useState<{ readonly key: string; readonly pages: RowPages } | null>(null);
  const [turn, setTurn] = useState(0);
  const readNow = useEffectEvent((): ReadRows => read);
  const asked = `${turn} ${key}`;
  useEffect(() => {
    const pages = new RowPages({ read: readNow(), batchSize: rowBatchSize, keep: keptBatches });
    const stop = pages.subscribe(() => {
      const { started, error } = pages.known();
      if (!started && error === null) return;
      stop();
      setView({ key: asked, pages });
    });
    // Not at once: a list that is replaced in the same turn must not be read, since reads are metered.
    queueMicrotask(() => pages.want(0, 0));
    return () => {
      stop();
      pages.dispose();
    };
  }, [asked]);
  const pages = view?.pages ?? null;
  const known = useSyncExternalStore(
    pages?.subscribe ?? noSubscription,
    pages?.known ?? knowsNothing,
  );
  const restart = useCallback(() => setTurn((before) => before + 1), []);
  return { pages, known, pending: view?.key !== asked, restart };
}

/** Reads what comes into sight. */
export function useWantedRows(pages: RowPages | null, range: RowRange, pending: boolean): void {
  useEffect(() => {
    if (pages !== null && !pending && range.last >= range.first)
      pages.want(range.first, range.last);
  }, [pages, range, pending]);
}
