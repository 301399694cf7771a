/** Tells the status bar where in the rows one is. */
import { useEffect } from 'react';
import { publishListStatus } from '../../state/list-status.ts';
import type { RowsKnown } from './row-pages.ts';

/** Publishes place, number and selection while mounted; `current` is an index, negative without one. */
export function useRowStatus(
  current: number,
  known: RowsKnown,
  total: number | null,
  filtered: boolean,
  selected: number,
): void {
  // Before the first batch nothing is known, not even that there is nothing.
  const read = known.started ? known.count : null;
  const count = known.ended ? known.count : (total ?? read);
  useEffect(() => {
    publishListStatus({
      position: current < 0 ? null : current + 1,
      total: count,
      filtered,
      selected,
      noun: 'dataRows',
    });
  }, [current, count, filtered, selected]);
  useEffect(() => () => publishListStatus(null), []);
}
