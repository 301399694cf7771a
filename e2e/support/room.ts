/** Whether everything that can be pressed has room: nothing beyond the window, nothing cut, nothing covered. */
import { expect, type Page } from '@playwright/test';
import { expectNoHorizontalOverflow } from './accessibility.ts';

/** The windows that the console is looked at in: large, usual, small, and a zoom of 400 %. */
export const windows = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
  { width: 960, height: 600 },
  { width: 320, height: 640 },
] as const;

/** Expects the page to fit its window, and every button, link, field, tab and choice to be whole. */
export async function expectRoom(page: Page, what: string): Promise<void> {
  await expectNoHorizontalOverflow(page, what);
  await expect
    .poll(() => page.evaluate(faults), { message: what, intervals: [20, 50, 100, 250] })
    .toEqual([]);
}

/** Run in the page: what is cut, covered or beyond the window, in words. */
function faults(): string[] {
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.clientHeight;
  const found = new Set<string>();
  const told = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName.toLowerCase()} “${words.trim().slice(0, 50)}”`;
  };
  const isForReaders = (element: Element) => getComputedStyle(element).clipPath !== 'none';
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const pressed =
    'button, a[href], input, select, textarea, summary, label, [role="tab"], h1, .mantine-Button-label';
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    const box = element.getBoundingClientRect();
    const isDrawn =
      box.width > 3 &&
      box.height > 3 &&
      box.bottom > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !isForReaders(element);
    if (!isDrawn) continue;
    const style = getComputedStyle(element);
    const isClipped = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis';
    if (isClipped && !scrolls(style.overflowX) && element.scrollWidth > element.clientWidth + 1) {
      if (!(element instanceof HTMLInputElement)) found.add(`${told(element)} is cut`);
    }
    const seen = { left: 0, top: 0, right: width, bottom: height };
    let canScroll = false;
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      // A long name in a cell ends with an ellipsis, and is whole on hover.
      canScroll ||= textOverflow === 'ellipsis';
      const edge = around.getBoundingClientRect();
      canScroll ||= scrolls(overflowX) && around.scrollWidth > around.clientWidth;
      if (!canScroll && around !== document.body && overflowX !== 'visible') {
        const isOut = box.right > edge.right + 1 || box.left < edge.left - 1;
        if (isOut) found.add(`${told(element)} is cut by what is around it`);
      }
      seen.left = Math.max(seen.left, edge.left);
      seen.right = Math.min(seen.right, edge.right);
      seen.top = Math.max(seen.top, edge.top);
      seen.bottom = Math.min(seen.bottom, edge.bottom);
    }
    if (!canScroll && box.right > width + 1) found.add(`${told(element)} is beyond the window`);
    const left = Math.max(seen.left, box.left);
    const right = Math.min(seen.right, box.right);
    const top = Math.max(seen.top, box.top);
    const bottom = Math.min(seen.bottom, box.bottom);
    // Scrolled away, all or nearly all of it.
    if (right - left < 8 || bottom - top < 8) continue;
    // A pane or a notice that lies over the page does so on purpose.
    const covering = [0.15, 0.5, 0.85]
      .map((part) => document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2))
      .find(
        (hit) =>
          hit !== null &&
          !element.contains(hit) &&
          !hit.contains(element) &&
          hit.closest('label, .mantine-Input-wrapper')?.contains(element) !== true &&
          hit.closest('[data-side-pane], .mantine-Notification-root') === null,
      );
    if (covering !== undefined && covering !== null) {
      found.add(`${told(element)} is covered by ${told(covering)}`);
    }
  }
  // A sign says what a button or a link is: no word may lie on it.
  for (const sign of document.querySelectorAll('nav a svg, nav button svg')) {
    const box = sign.getBoundingClientRect();
    const owner = sign.closest('a, button');
    for (const word of owner?.querySelectorAll('span') ?? []) {
      const over = word.getBoundingClientRect();
      const isOver =
        !isForReaders(word) &&
        Math.min(box.right, over.right) - Math.max(box.left, over.left) > 1 &&
        Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 1;
      if (isOver && owner !== null) found.add(`the sign of ${told(owner)} is covered`);
    }
  }
  // Lists have room for their columns in a usual window; where something is open beside them, they scroll.
  const isBeside = document.querySelector('[data-side-pane]') !== null;
  for (const grid of document.querySelectorAll('main [role="grid"]')) {
    const isWide = grid.scrollWidth > grid.clientWidth + 1;
    const holdsForeign = grid.closest('[role="tabpanel"]') !== null;
    if (width >= 1440 && isWide && !isBeside && !holdsForeign) {
      found.add(`${told(grid)} scrolls sideways`);
    }
  }
  return [...found];
}
