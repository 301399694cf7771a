/** Which pages are held for what is in sight. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordPageSize } from '../../api/records.ts';
import { pagesAround, viewKey } from './use-decision-list.ts';

test('the page in sight comes first, then its neighbours', () => {
  expect(pagesAround({ first: 410, last: 440 }, 1_000_000)).toEqual([2, 1, 3]);
  expect(pagesAround({ first: 590, last: 620 }, 1_000_000)).toEqual([2, 3, 1, 4]);
});

test('at the ends there is a neighbour on one side only', () => {
  expect(pagesAround({ first: 0, last: 40 }, 1_000_000)).toEqual([0, 1]);
  expect(pagesAround({ first: 999_960, last: 999_999 }, 1_000_000)).toEqual([4_999, 4_998]);
  expect(pagesAround({ first: 0, last: 40 }, 41)).toEqual([0]);
  expect(pagesAround({ first: 0, last: -1 }, 41)).toEqual([]);
});

test('every row in sight is in a held page, once, and no page is beyond the list', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 120 }),
      (total, share, rows) => {
        const first = Math.min(total - 1, Math.floor(share * total));
        const last = Math.min(total - 1, first + rows);
        const pages = pagesAround({ first, last }, total);
        expect(new Set(pages).size).toBe(pages.length);
        for (const row of [first, last]) {
          expect(pages).toContain(Math.floor(row / recordPageSize));
        }
        expect(Math.min(...pages)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...pages) * recordPageSize).toBeLessThan(total);
      },
    ),
  );
});

test('equal views have equal keys', () => {
  expect(viewKey({ model_id: 'a' }, 'asc')).toBe(viewKey({ model_id: 'a' }, 'asc'));
  expect(viewKey({ model_id: 'a' }, 'asc')).not.toBe(viewKey({ model_id: 'a' }, 'desc'));
});
