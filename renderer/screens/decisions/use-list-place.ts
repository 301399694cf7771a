/** The cursor of the list, and where each view was left: back and forward show what was there. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualRows } from '../../ui/table/use-virtual-rows.ts';
import { rememberedPlace, rememberPlace } from './scroll-memory.ts';
import type { DecisionView } from './use-decision-list.ts';

export interface ListPlace {
  /** Index of the current row, -1 without one. */
  readonly current: number;
  readonly setCurrent: (index: number) => void;
}

/**
 * Keeps the cursor and the scroll place: a view starts where it was left, and a list that grows at its
 * top keeps the rows that are looked at in sight.
 */
export function useListPlace(view: DecisionView | null, virtual: VirtualRows): ListPlace {
  const [current, setCurrent] = useState(-1);
  const live = useRef<{ current: number; key: string | undefined; total: number }>({
    current: -1,
    key: undefined,
    total: 0,
  });
  const { offset, scrollTo } = virtual;
  const { rowHeight } = virtual.geometry;

  const leave = useCallback(() => {
    const { key, current: row } = live.current;
    if (key !== undefined) rememberPlace(key, { offset: offset(), current: row });
  }, [offset]);

  useLayoutEffect(() => {
    const before = live.current;
    const total = view?.total ?? 0;
    let row = before.current;
    if (view?.key !== before.key) {
      leave();
      const place = view === null ? undefined : rememberedPlace(view.key);
      row = place?.current ?? -1;
      scrollTo(place?.offset ?? 0);
    } else if (view?.order === 'desc' && before.total > 0 && total > before.total) {
      const added = total - before.total;
      if (row >= 0) row += added;
      if (offset() > 0) scrollTo(offset() + added * rowHeight);
    }
    live.current = { current: row, key: view?.key, total };
    setCurrent(row);
  }, [view, leave, offset, scrollTo, rowHeight]);

  useEffect(() => {
    live.current.current = current;
  }, [current]);
  useEffect(() => leave, [leave]);

  return { current, setCurrent };
}
