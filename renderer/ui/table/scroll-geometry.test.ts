/** Exactness of the virtual scroller: every row can be reached, the first and the last to the pixel. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clampOffset,
  contentHeight,
  isCapped,
  maximumOffset,
  offsetAfterScroll,
  offsetOf,
  offsetShowing,
  rowsAt,
  rowsInView,
  scrollTopOf,
  spacerHeight,
  spacerLimit,
  type ScrollGeometry,
} from './scroll-geometry.ts';

const geometries = fc.record({
  rowCount: fc.integer({ min: 1, max: 10_000_000 }),
  rowHeight: fc.constantFrom(26, 30, 36, 39, 45),
  viewHeight: fc.integer({ min: 80, max: 2_400 }),
});
const million: ScrollGeometry = { rowCount: 1_000_000, rowHeight: 26, viewHeight: 700 };

/** Pixels between the lower edge of the view and of the last row. */
const gapBelow = (geometry: ScrollGeometry, offset: number) =>
  contentHeight(geometry) - offset - geometry.viewHeight;

describe('ends', () => {
  test('the spacer never passes its limit', () => {
    fc.assert(
      fc.property(geometries, (geometry) => {
        expect(spacerHeight(geometry)).toBeLessThanOrEqual(spacerLimit);
        expect(spacerHeight(geometry)).toBeLessThanOrEqual(contentHeight(geometry));
      }),
    );
  });

  test('the top of the scrollbar is row 0, its bottom the last row, exactly', () => {
    fc.assert(
      fc.property(geometries, (geometry) => {
        expect(offsetOf(geometry, 0)).toBe(0);
        expect(rowsAt(geometry, 0, 0).first).toBe(0);
        const bottom = scrollTopOf(geometry, maximumOffset(geometry));
        const offset = offsetOf(geometry, bottom);
        expect(offset).toBe(maximumOffset(geometry));
        expect(rowsAt(geometry, offset, 0).last).toBe(geometry.rowCount - 1);
        expect(Math.max(0, gapBelow(geometry, offset))).toBe(0);
      }),
    );
  });

  test('moving by keys reaches both ends to the pixel', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (geometry, share) => {
        const somewhere = clampOffset(geometry, share * maximumOffset(geometry));
        expect(offsetShowing(geometry, somewhere, 0, 'nearest')).toBe(0);
        expect(offsetShowing(geometry, somewhere, geometry.rowCount - 1, 'nearest')).toBeCloseTo(
          maximumOffset(geometry),
          6,
        );
      }),
    );
  });
});

const rowOf = (geometry: ScrollGeometry, share: number) =>
  Math.min(geometry.rowCount - 1, Math.floor(share * geometry.rowCount));

describe('every row', () => {
  test.each(['nearest', 'center'] as const)('is whole in view when shown %s', (align) => {
    fc.assert(
      fc.property(
        geometries,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (geometry, from, to) => {
          const start = clampOffset(geometry, from * maximumOffset(geometry));
          const row = rowOf(geometry, to);
          const offset = offsetShowing(geometry, start, row, align);
          expect(row * geometry.rowHeight).toBeGreaterThanOrEqual(offset);
          expect((row + 1) * geometry.rowHeight).toBeLessThanOrEqual(offset + geometry.viewHeight);
          const { first, last } = rowsAt(geometry, offset, 0);
          expect(first).toBeLessThanOrEqual(row);
          expect(last).toBeGreaterThanOrEqual(row);
        },
      ),
    );
  });

  test('shown already, the view stays', () => {
    expect(offsetShowing(million, 2_600, 110, 'nearest')).toBe(2_600);
  });
});

describe('ranges', () => {
  test('stay inside the list and cover the view', () => {
    fc.assert(
      fc.property(
        geometries,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 30 }),
        (geometry, share, overscan) => {
          const offset = clampOffset(geometry, share * maximumOffset(geometry));
          const { first, last } = rowsAt(geometry, offset, overscan);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(last).toBeLessThan(geometry.rowCount);
          expect(first * geometry.rowHeight).toBeLessThanOrEqual(offset);
          const lowest = Math.min(offset + geometry.viewHeight, contentHeight(geometry));
          expect((last + 1) * geometry.rowHeight).toBeGreaterThanOrEqual(lowest);
          const fits = Math.ceil(geometry.viewHeight / geometry.rowHeight) + 1 + 2 * overscan;
          expect(last - first + 1).toBeLessThanOrEqual(fits);
        },
      ),
    );
  });

  test('an empty list has none', () => {
    expect(rowsAt({ rowCount: 0, rowHeight: 26, viewHeight: 700 }, 0, 8)).toEqual({
      first: 0,
      last: -1,
    });
  });
});

describe('the scroller', () => {
  test('scrollTop and offset stand for each other', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (geometry, share) => {
        const offset = clampOffset(geometry, share * maximumOffset(geometry));
        expect(offsetOf(geometry, scrollTopOf(geometry, offset))).toBeCloseTo(offset, 4);
      }),
    );
  });

  test('is native while the rows fit under the limit', () => {
    const short = { ...million, rowCount: 300_000 };
    expect(isCapped(short)).toBe(false);
    expect(offsetAfterScroll(short, 100, 100, 140)).toBe(140);
  });

  test('moves 1:1 for a short way and proportionally for the thumb', () => {
    expect(isCapped(million)).toBe(true);
    expect(offsetAfterScroll(million, 13_000_000, 4_000_000, 4_000_040)).toBe(13_000_040);
    const half = offsetAfterScroll(million, 0, 0, (spacerLimit - 700) / 2);
    expect(half).toBeCloseTo(maximumOffset(million) / 2, 3);
  });

  test('at an end of the scrollbar the rows are at theirs', () => {
    expect(offsetAfterScroll(million, 400, 100, 0)).toBe(0);
    const end = spacerLimit - 700;
    expect(offsetAfterScroll(million, 25_000_000, end - 20, end)).toBe(maximumOffset(million));
  });

  test('a page is the rows that fit whole', () => {
    expect(rowsInView(million)).toBe(26);
    expect(rowsInView({ ...million, viewHeight: 10 })).toBe(1);
  });
});
