/** The list that is shown of those that were read, in a component. */
import { useSyncExternalStore } from 'react';
import type { ReadRows, RowLists, RowPages, RowsKnown } from './row-pages.ts';

export const rowBatchSize = 100;

export interface RowList {
  readonly pages: RowPages;
  readonly known: RowsKnown;
}

/** Follows the list named `key`; `read` is taken when the key is new. Nothing is read by it. */
export function useRowPages(lists: RowLists, key: string, read: ReadRows): RowList {
  const pages = lists.of(key, read);
  const known = useSyncExternalStore(pages.subscribe, pages.known);
  return { pages, known };
}
