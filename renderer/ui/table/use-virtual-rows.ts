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

const overscan = 10;
/** Lines of a wheel that reports lines are as high as in the browser's own scrolling. */
const wheelLine = 40;

export interface VirtualRows {
  readonly scrollerRef: React.RefObject<HTMLDivElement | null>;
  /** Moved by a transform; holds the rows of `range` in flow. */
  readonly layerRef: React.RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  /** Rows in view without overscan, for loading; follows `range`, not every pixel. */
  readonly geometry: ScrollGeometry;
  readonly spacer: number;
  /** Content pixels from the first row's top to the upper edge of the view. */
  readonly offset: () => number;
  readonly scrollTo: (offset: number) => void;
  readonly scrollBy: (pixels: number) => void;
  readonly showRow: (row: number, align?: 'nearest' | 'center') => void;
  readonly pageSize: () => number;
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
      const top = crisp(range.first * geometry.rowHeight - offset, window.devicePixelRatio);
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

  /** Sets the thumb to where the rows are. */
  const syncThumb = useCallback(() => {
    const scroller = scrollerRef.current;
    const state = live.current;
    if (scroller === null) return;
    const top = scrollTopOf(state.geometry, state.offset);
    if (Math.abs(scroller.scrollTop - top) >= 0.5) scroller.scrollTop = top;
    state.top = scroller.scrollTop;
  }, []);

  const scrollTo = useCallback(
    (offset: number) => {
      moveTo(offset, false);
      syncThumb();
    },
    [moveTo, syncThumb],
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
    syncThumb();
  }, [geometry, onOffset, syncThumb]);

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
      if (Math.abs(scrollTop - state.top) < 0.5) return;
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
      moveTo(state.offset + event.deltaY * unit, true);
      syncThumb();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('scrollend', syncThumb);
    scroller.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('scrollend', syncThumb);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [moveTo, syncThumb]);

  const offset = useCallback(() => live.current.offset, []);
  const scrollBy = useCallback((pixels: number) => scrollTo(live.current.offset + pixels), [scrollTo]);
  const showRow = useCallback(
    (row: number, align: 'nearest' | 'center' = 'nearest') => {
      const state = live.current;
      scrollTo(offsetShowing(state.geometry, state.offset, row, align));
    },
    [scrollTo],
  );
  const pageSize = useCallback(() => rowsInView(live.current.geometry), []);

  return {
    scrollerRef,
    layerRef,
    range,
    geometry,
    spacer: spacerHeight(geometry),
    offset,
    scrollTo,
    scrollBy,
    showRow,
    pageSize,
  };
}
