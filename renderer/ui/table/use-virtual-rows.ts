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
/** Rows keep their place in the layer while they stay in one block, so that nothing of them is painted anew. */
const blockRows = 500;
/** Lines of a wheel that reports lines are as high as in the browser's own scrolling. */
const wheelLine = 40;
/** A scrollTop is rounded by the browser: within this many pixels it is the one that was set. */
const sameTop = 1;

export interface VirtualRows {
  readonly scrollerRef: React.RefObject<HTMLDivElement | null>;
  /** Holds the rows of `range`; moved by a transform. */
  readonly layerRef: React.RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  readonly geometry: ScrollGeometry;
  /** Height of the element that makes the scrollbar, in pixels. */
  readonly spacer: number;
  /** Pixels from the layer's top to a row's, for rows that stand by themselves. */
  readonly topOf: (row: number) => number;
  /** Content pixels from the first row's top to the upper edge of the view. */
  readonly offset: () => number;
  readonly scrollTo: (offset: number) => void;
  readonly showRow: (row: number, align?: 'nearest' | 'center') => void;
  /** Rows that fit whole. */
  readonly pageSize: () => number;
  readonly focus: () => void;
}

/**
 * `flow`: the layer starts with the first row of `range` and the rows follow each other. `block`: each
 * row stands at `topOf`, which stays the same for hundreds of rows, so that scrolling paints new rows only.
 */
export type RowPlacement = 'flow' | 'block';

/** The row that the layer's top stands for. */
function layerStart(first: number, placement: RowPlacement): number {
  return placement === 'flow' ? first : Math.floor(first / blockRows) * blockRows;
}

function wheelUnit(event: WheelEvent, viewHeight: number): number {
  switch (event.deltaMode) {
    case WheelEvent.DOM_DELTA_LINE:
      return wheelLine;
    case WheelEvent.DOM_DELTA_PAGE:
      return viewHeight;
    default:
      return 1;
  }
}

/**
 * Follows a scroller over `rowCount` rows of `rowHeight` px below a sticky header of `headerHeight` px.
 * The wheel moves 1:1, the thumb proportionally, and both ends are exact (see scroll-geometry.ts).
 */
export function useVirtualRows(input: {
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly placement?: RowPlacement;
}): VirtualRows {
  const { rowCount, rowHeight, headerHeight, placement = 'flow' } = input;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const layerRef = useRef<HTMLDivElement>(null);
  const [viewHeight, setViewHeight] = useState(0);
  const [range, setRange] = useState<RowRange>({ first: 0, last: -1 });
  const geometry = useMemo(
    () => ({ rowCount, rowHeight, viewHeight }),
    [rowCount, rowHeight, viewHeight],
  );
  /** Where the rows stand, kept out of React: a frame of scrolling must not wait for a render. */
  const live = useRef({ geometry, range, offset: 0, top: 0 });

  const paint = useCallback(
    (rendered: RowRange, { rowHeight: height }: ScrollGeometry) => {
      if (layerRef.current === null) return;
      const base = layerStart(rendered.first, placement) * height;
      const top = crisp(base - live.current.offset, window.devicePixelRatio);
      layerRef.current.style.transform = `translate3d(0, ${top}px, 0)`;
    },
    [placement],
  );

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
      paint(state.range, state.geometry);
    },
    [paint],
  );

  /** Sets the thumb to an offset. Nothing is read back: that would lay out the page once more. */
  const setThumb = useCallback((offset: number) => {
    const state = live.current;
    const top = scrollTopOf(state.geometry, clampOffset(state.geometry, offset));
    if (scrollerRef.current !== null && Math.abs(state.top - top) > sameTop / 2) {
      scrollerRef.current.scrollTop = top;
    }
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
    // Another density keeps the row at the upper edge.
    const scale = geometry.rowHeight / state.geometry.rowHeight;
    state.geometry = geometry;
    setThumb(state.offset * scale);
    moveTo(state.offset * scale, false);
  }, [geometry, moveTo, setThumb]);

  useLayoutEffect(() => {
    live.current.range = range;
    paint(range, geometry);
  }, [range, geometry, paint]);

  useLayoutEffect(() => {
    const element = scrollerRef.current;
    if (element === null) return undefined;
    const measure = () => setViewHeight(Math.max(0, element.clientHeight - headerHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [headerHeight]);

  useEffect(() => {
    const element = scrollerRef.current;
    if (element === null) return undefined;
    const onScroll = () => {
      const state = live.current;
      const { scrollTop } = element;
      if (Math.abs(scrollTop - state.top) < sameTop) return;
      const offset = offsetAfterScroll(state.geometry, state.offset, state.top, scrollTop);
      state.top = scrollTop;
      moveTo(offset, true);
    };
    const onScrollEnd = () => setThumb(live.current.offset);
    const onWheel = (event: WheelEvent) => {
      const state = live.current;
      if (!isCapped(state.geometry) || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const unit = wheelUnit(event, state.geometry.viewHeight);
      if (event.deltaX !== 0) element.scrollLeft += event.deltaX * unit;
      const offset = state.offset + event.deltaY * unit;
      // The thumb first: once rows have changed, setting it would lay them out at once.
      setThumb(offset);
      moveTo(offset, true);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('scrollend', onScrollEnd);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('scrollend', onScrollEnd);
      element.removeEventListener('wheel', onWheel);
    };
  }, [moveTo, setThumb]);

  const offset = useCallback(() => live.current.offset, []);
  const showRow = useCallback(
    (row: number, align: 'nearest' | 'center' = 'nearest') => {
      const state = live.current;
      scrollTo(offsetShowing(state.geometry, state.offset, row, align));
    },
    [scrollTo],
  );
  const start = layerStart(range.first, placement);
  const topOf = useCallback((row: number) => (row - start) * rowHeight, [start, rowHeight]);
  const pageSize = useCallback(() => rowsInView(live.current.geometry), []);
  const focus = useCallback(() => scrollerRef.current?.focus({ preventScroll: true }), []);

  return {
    scrollerRef,
    layerRef,
    range,
    geometry,
    spacer: spacerHeight(geometry),
    topOf,
    offset,
    scrollTo,
    showRow,
    pageSize,
    focus,
  };
}
