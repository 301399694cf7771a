/**
 * Where rows of one height stand in a scroller, exact for any number of them. A browser clamps an
 * element to about 33.5 million px divided by the device scale, so the spacer is capped and the
 * scrollbar becomes a proportional control over an offset that lives here, in content pixels.
 */

/** Tallest spacer: below the clamp at four times the device scale. */
export const spacerLimit = 8_000_000;

export interface ScrollGeometry {
  readonly rowCount: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Height that rows are seen through, without header and scrollbar; pixels. */
  readonly viewHeight: number;
}

/** Rows from `first` to `last`, both included; `last` is `first - 1` when there are none. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Height of all rows together. */
export function contentHeight({ rowCount, rowHeight }: ScrollGeometry): number {
  return rowCount * rowHeight;
}

/** Height of the element that makes the scrollbar. */
export function spacerHeight(geometry: ScrollGeometry): number {
  return Math.min(contentHeight(geometry), spacerLimit);
}

/** Tells whether the spacer is shorter than the rows, so that scrollTop and offset differ. */
export function isCapped(geometry: ScrollGeometry): boolean {
  return contentHeight(geometry) > spacerLimit;
}

/** The offset at which the last row ends at the lower edge. */
export function maximumOffset(geometry: ScrollGeometry): number {
  return Math.max(0, contentHeight(geometry) - geometry.viewHeight);
}

function maximumScrollTop(geometry: ScrollGeometry): number {
  return Math.max(0, spacerHeight(geometry) - geometry.viewHeight);
}

/** The nearest offset that exists: from 0 to the maximum. */
export function clampOffset(geometry: ScrollGeometry, offset: number): number {
  return Math.max(0, Math.min(maximumOffset(geometry), offset));
}

/** A length on whole device pixels, so that moved text stays crisp. */
export function crisp(pixels: number, deviceScale: number): number {
  return Math.round(pixels * deviceScale) / deviceScale;
}

/** The scrollTop that stands for an offset. */
export function scrollTopOf(geometry: ScrollGeometry, offset: number): number {
  const limit = maximumOffset(geometry);
  if (limit === 0) return 0;
  return isCapped(geometry) ? (offset / limit) * maximumScrollTop(geometry) : offset;
}

/** The offset that a scrollTop stands for. */
export function offsetOf(geometry: ScrollGeometry, scrollTop: number): number {
  const limit = maximumScrollTop(geometry);
  if (limit === 0) return 0;
  if (scrollTop >= limit) return maximumOffset(geometry);
  return isCapped(geometry) ? (scrollTop / limit) * maximumOffset(geometry) : scrollTop;
}

/**
 * The offset after the scroller moved by itself from `lastTop` to `scrollTop`. A short way (a touch, an
 * arrow of the scrollbar) moves the rows by as many pixels; a long one is the thumb, and proportional.
 */
export function offsetAfterScroll(
  geometry: ScrollGeometry,
  offset: number,
  lastTop: number,
  scrollTop: number,
): number {
  const way = scrollTop - lastTop;
  const atAnEnd = scrollTop <= 0 || scrollTop >= maximumScrollTop(geometry);
  const short = Math.abs(way) < geometry.viewHeight;
  return isCapped(geometry) && short && !atAnEnd ? offset + way : offsetOf(geometry, scrollTop);
}

/** The rows to have in the document at an offset: those in view and `overscan` on either side. */
export function rowsAt(geometry: ScrollGeometry, offset: number, overscan: number): RowRange {
  const { rowCount, rowHeight, viewHeight } = geometry;
  const first = Math.floor(offset / rowHeight) - overscan;
  const last = Math.ceil((offset + viewHeight) / rowHeight) - 1 + overscan;
  return { first: Math.max(0, first), last: Math.min(rowCount - 1, last) };
}

/** Rows that fit whole: the step of PgUp and PgDn. */
export function rowsInView({ rowHeight, viewHeight }: ScrollGeometry): number {
  return Math.max(1, Math.floor(viewHeight / rowHeight));
}

/** The offset that shows a row whole: the nearest one, or the one with the row in the middle. */
export function offsetShowing(
  geometry: ScrollGeometry,
  offset: number,
  row: number,
  align: 'nearest' | 'center',
): number {
  const { rowHeight, viewHeight } = geometry;
  const top = row * rowHeight;
  if (align === 'center') return clampOffset(geometry, top - (viewHeight - rowHeight) / 2);
  if (top < offset) return clampOffset(geometry, top);
  if (top + rowHeight > offset + viewHeight) {
    return clampOffset(geometry, top + rowHeight - viewHeight);
  }
  return offset;
}
