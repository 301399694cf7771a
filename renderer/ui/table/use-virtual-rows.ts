/** The virtual scroller in the page: an offset in content pixels, a layer that follows it, a range to render. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  clampOffset,
  crisp,
  isCapped,
  offsetAfterScroll,
  offsetShowing,
  rowsAt,
  rowsInView,
  scrollTopOf,
  spacerHeight,
  type RowRange,
  type ScrollGeometry,
} from './scroll-geometry.ts';

const overscan = 6;
/** Rows keep their place in the layer while they stay in one block of rows, so that nothing of them is painted anew. */
const blockRows = 500;
/** Lines of a wheel that reports lines are as high as in the browser's own scrolling. */
const wheelLine = 40;
/** A scrollTop is rounded by the browser: within this many pixels it is the one that was set. */
const sameTop = 1;

export interface VirtualRows {
  readonly scrollerRef: React.RefObject<HTMLDivElement | null>;
  /** Moved by a transform; holds the rows of `range` in flow. */
  readonly layerRef: React.RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  /** Rows in view without overscan, for loading; follows `range`, not every pixel. */
  readonly geometry: ScrollGeometry;
  readonly spacer: number;
  /** Pixels from the layer's top to a row's. */
  readonly topOf: (row: number) => number;
  /** Content pixels from the first row's top to the upper edge of the view. */
  readonly offset: () => number;
  readonly scrollTo: (offset: number) => void;
  readonly scrollBy: (pixels: number) => void;
  readonly showRow: (row: number, align?: 'nearest' | 'center') => void;
  readonly pageSize: () => number;
}

function blockStart(row: number): number {
  return Math.floor(row / blockRows) * blockRows;
}

/**
 * Follows a scroller over `rowCount` rows of `rowHeight` px below a sticky header of `headerHeight` px.
 * The wheel moves 1:1, the thumb proportionally, and both ends are exact (see scroll-geometry.ts).
 */
export function useVirtualRows(input: {
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly onOffset?: (offset: number) => void;
}): VirtualRows {
  const { rowCount, rowHeight, headerHeight, onOffset } = input;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const layerRef = useRef<HTMLDivElement>(null);
  const [viewHeight, setViewHeight] = useState(0);
  const [range, setRange] = useState<RowRange>({ first: 0, last: -1 });
  const geometry = useMemo(
    () => ({ rowCount, rowHeight, viewHeight }),
    [rowCount, rowHeight, viewHeight],
  );
  /** Where the rows stand, kept out of React: a frame of scrolling must not wait for a render. */
  const live = useRef({ geometry, range, offset: 0, top: 0, onOffset });

  const paint = useCallback(() => {
    const { geometry, range, offset } = live.current;
    const layer = layerRef.current;
    if (layer !== null) {
      const base = blockStart(range.first) * geometry.rowHeight;
      const top = crisp(base - offset, window.devicePixelRatio);
      layer.style.transform = `translate3d(0, ${top}px, 0)`;
    }
  }, []);

  /** Moves the rows to an offset and renders what comes into view, in this very frame if it `mustPaint`. */
  const moveTo = useCallback(
    (wanted: number, mustPaint: boolean) => {
      const state = live.current;
      state.offset = clampOffset(state.geometry, wanted);
      const next = rowsAt(state.geometry, state.offset, overscan);
      const { range: rendered } = state;
      if (next.first !== rendered.first || next.last !== rendered.last) {
        const seen = rowsAt(state.geometry, state.offset, 0);
        const covered = seen.first >= rendered.first && seen.last <= rendered.last;
        // Rows that would be blank in this frame are rendered in it; others when there is time.
        if (covered || !mustPaint) setRange(next);
        else flushSync(() => setRange(next));
      }
      paint();
      state.onOffset?.(state.offset);
    },
    [paint],
  );

  /** Sets the thumb to an offset. Nothing is read back: that would lay out the page once more. */
  const setThumb = useCallback((offset: number) => {
    const scroller = scrollerRef.current;
    const state = live.current;
    const top = scrollTopOf(state.geometry, clampOffset(state.geometry, offset));
    if (scroller !== null && Math.abs(state.top - top) > sameTop / 2) scroller.scrollTop = top;
    state.top = top;
  }, []);

  const scrollTo = useCallback(
    (offset: number) => {
      setThumb(offset);
      moveTo(offset, false);
    },
    [moveTo, setThumb],
  );

  useLayoutEffect(() => {
    const state = live.current;
    const { geometry: before } = state;
    state.geometry = geometry;
    state.onOffset = onOffset;
    // Another density keeps the row at the upper edge.
    const scale = before.rowHeight === 0 ? 1 : geometry.rowHeight / before.rowHeight;
    state.offset = clampOffset(geometry, state.offset * scale);
    setRange((rendered) => {
      const next = rowsAt(geometry, state.offset, overscan);
      return next.first === rendered.first && next.last === rendered.last ? rendered : next;
    });
    setThumb(state.offset);
  }, [geometry, onOffset, setThumb]);

  useLayoutEffect(() => {
    live.current.range = range;
    paint();
  }, [range, geometry, paint]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const measure = () => setViewHeight(Math.max(0, scroller.clientHeight - headerHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [headerHeight]);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const onScroll = () => {
      const state = live.current;
      const { scrollTop } = scroller;
      if (Math.abs(scrollTop - state.top) < sameTop) return;
      const offset = offsetAfterScroll(state.geometry, state.offset, state.top, scrollTop);
      state.top = scrollTop;
      moveTo(offset, true);
    };
    const onWheel = (event: WheelEvent) => {
      const state = live.current;
      if (!isCapped(state.geometry) || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      let unit = 1;
      if (event.deltaMode === WheelEvent.DOM_DELTA_LINE) unit = wheelLine;
      if (event.deltaMode === WheelEvent.DOM_DELTA_PAGE) unit = state.geometry.viewHeight;
      if (event.deltaX !== 0) scroller.scrollLeft += event.deltaX * unit;
      const offset = state.offset + event.deltaY * unit;
      // The thumb first: once rows have changed, setting it would lay them out at once.
      setThumb(offset);
      moveTo(offset, true);
    };
    const onScrollEnd = () => setThumb(live.current.offset);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('scrollend', onScrollEnd);
    scroller.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('scrollend', onScrollEnd);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [moveTo, setThumb]);

  const offset = useCallback(() => live.current.offset, []);
  const scrollBy = useCallback((pixels: number) => scrollTo(live.current.offset + pixels), [scrollTo]);
  const showRow = useCallback(
    (row: number, align: 'nearest' | 'center' = 'nearest') => {
      const state = live.current;
      scrollTo(offsetShowing(state.geometry, state.offset, row, align));
    },
    [scrollTo],
  );
  const block = blockStart(range.first);
  const topOf = useCallback((row: number) => (row - block) * rowHeight, [block, rowHeight]);
  const pageSize = useCallback(() => rowsInView(live.current.geometry), []);

  return {
    scrollerRef,
    layerRef,
    range,
    geometry,
    spacer: spacerHeight(geometry),
    topOf,
    offset,
    scrollTo,
    scrollBy,
    showRow,
    pageSize,
  };
}
