/** Whether there is room: nothing beyond the window, nothing cut or covered, nothing that goes on without a sign. */
import { expect, type Page } from '@playwright/test';

/** The windows that the console is looked at in: large, usual, small, and a zoom of 400 %. */
export const windows = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
  { width: 960, height: 600 },
  { width: 320, height: 640 },
] as const;

/** Expects that the page is as wide as its window, and that whatever can be pressed or read is whole. */
export async function expectRoom(page: Page, what: string, say = expect): Promise<void> {
  await say
    .poll(() => page.evaluate(faults), { message: what, intervals: [20, 50, 100, 250] })
    .toEqual([]);
}

/** Run in the page, once it is drawn: what is cut, covered or beyond the window, in words. */
async function faults(): Promise<string[]> {
  // Two frames for what is measured and drawn anew, and whatever that makes work for. A browser that
  // is starved of its processor may draw none for long: a page that answers is measured all the same.
  await Promise.race([
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    new Promise((over) => setTimeout(over, 2_000)),
  ]);
  await new Promise((over) => setTimeout(over, 0));

  interface Edges {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  /** Where the parts of an element can be seen: now, and once whatever scrolls has been scrolled. */
  interface Bounds {
    readonly now: Edges;
    readonly ever: Edges;
  }
  const root = document.documentElement;
  const whole: Edges = { left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight };
  const endless = Number.POSITIVE_INFINITY;
  const found = new Set<string>();
  const told = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName.toLowerCase()} “${words.trim().slice(0, 50)}”`;
  };
  const within = (one: Edges, other: Edges): Edges => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isForReaders = (element: Element) => getComputedStyle(element).clipPath !== 'none';
  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isForReaders(element);

  /** The dialog on top: what it lies over is covered on purpose. */
  const front = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast(
    isDrawn,
  );
  const isLookedAt = (element: Element) => front?.contains(element) ?? true;

  const known = new Map<Element, Bounds>();
  const boundsIn = (element: Element | null): Bounds => {
    if (element === null || element === root) return { now: whole, ever: whole };
    const before = known.get(element);
    if (before !== undefined) return before;
    const style = getComputedStyle(element);
    const { overflowX, overflowY } = style;
    let { now, ever } =
      style.position === 'fixed' ? boundsIn(null) : boundsIn(element.parentElement);
    if (overflowX !== 'visible' || overflowY !== 'visible') {
      const box = element.getBoundingClientRect();
      now = within(now, {
        left: overflowX === 'visible' ? -endless : box.left,
        right: overflowX === 'visible' ? endless : box.right,
        top: overflowY === 'visible' ? -endless : box.top,
        bottom: overflowY === 'visible' ? endless : box.bottom,
      });
      // A long text ends with an ellipsis and is whole on hover; rows of a grid are scrolled by it.
      const goesOnX = scrolls(overflowX) || style.textOverflow === 'ellipsis';
      const goesOnY =
        scrolls(overflowY) || style.webkitLineClamp !== 'none' || element.role === 'rowgroup';
      ever = {
        left: goesOnX ? -endless : Math.max(ever.left, cuts(overflowX) ? box.left : -endless),
        right: goesOnX ? endless : Math.min(ever.right, cuts(overflowX) ? box.right : endless),
        top: goesOnY ? -endless : Math.max(ever.top, cuts(overflowY) ? box.top : -endless),
        bottom: goesOnY ? endless : Math.min(ever.bottom, cuts(overflowY) ? box.bottom : endless),
      };
    }
    const bounds = { now, ever };
    known.set(element, bounds);
    return bounds;
  };

  if (root.scrollWidth > root.clientWidth) found.add('the page scrolls sideways');

  // Whatever holds more than it shows says so.
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const isWide = element.scrollWidth > element.clientWidth + 1;
    const isHigh = element.scrollHeight > element.clientHeight + 2;
    if ((!isWide && !isHigh) || element.clientWidth < 4) continue;
    if (element.matches('input, textarea') || !isDrawn(element)) continue;
    if (!isLookedAt(element)) continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isSaid = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const isText = element.textContent.trim() !== '';
    if (isWide && isText && cuts(overflowX) && !isSaid) found.add(`${told(element)} is cut`);
    if (isHigh && isText && cuts(overflowY) && !isSaid && element.role !== 'rowgroup') {
      found.add(`${told(element)} is cut below`);
    }
    if (!isWide || !scrolls(overflowX)) continue;
    const left = element.scrollLeft;
    const isBehind = left + element.clientWidth < element.scrollWidth - 1;
    const shown = element.parentElement?.dataset['more'] ?? '';
    if (shown !== `${left > 1 ? 'start' : ''} ${isBehind ? 'end' : ''}`.trim()) {
      found.add(`${told(element)} scrolls sideways and does not show it`);
    }
  }

  // Whatever can be pressed can be seen and reached, over all of its area.
  const pressed =
    'button, a[href]:not([href="#main"]), input, select, textarea, summary, label, [role="tab"], [role="separator"], h1';
  const near = (from: number, to: number) => [
    from + Math.min(4, (to - from) / 4),
    (from + to) / 2,
    to - Math.min(4, (to - from) / 4),
  ];
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!isDrawn(element) || !isLookedAt(element)) continue;
    const { now, ever } = boundsIn(element.parentElement);
    // A link in a text can go on in the next line.
    for (const box of element.getClientRects()) {
      if (box.width < 4 || box.height < 4) continue;
      const isOut =
        box.left < ever.left - 1 ||
        box.right > ever.right + 1 ||
        box.top < ever.top - 1 ||
        box.bottom > ever.bottom + 1;
      if (isOut) found.add(`${told(element)} is cut by what is around it`);
      const seen = within(now, box);
      // Scrolled away, all or nearly all of it.
      if (seen.right - seen.left < 8 || seen.bottom - seen.top < 8) continue;
      const [left = 0, middle = 0, right = 0] = near(seen.left, seen.right);
      const [top = 0, centre = 0, bottom = 0] = near(seen.top, seen.bottom);
      const points = [
        [middle, centre],
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const;
      for (const [x, y] of points) {
        const hit = document.elementFromPoint(x, y);
        if (hit === null || element.contains(hit) || hit.contains(element)) continue;
        const label = hit.closest('label, .mantine-Input-wrapper');
        if (label?.contains(element) === true) continue;
        // A pane that lies over a list, and a column that stays where others are scrolled, do so on purpose.
        const cell = hit.closest('td, th, [role="gridcell"], [role="columnheader"]');
        const stays = cell !== null && getComputedStyle(cell).position === 'sticky';
        if (stays || hit.closest('[data-place="overlay"] > [data-side-pane]') !== null) continue;
        found.add(`${told(element)} is covered by ${told(hit)}`);
        break;
      }
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
    if (root.clientWidth >= 1440 && isWide && !isBeside && !holdsForeign) {
      found.add(`${told(grid)} scrolls sideways`);
    }
  }
  return [...found];
}
