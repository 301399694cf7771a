/** Whether everything that can be pressed has room: nothing beyond the window, no word cut. */
import { expect, type Page } from '@playwright/test';
import { expectNoHorizontalOverflow } from './accessibility.ts';

/** Rows of tables may be wider than the window: their table scrolls. */
const scrolling = '[role="grid"], table, [data-scrolls]';

/** Expects the page to fit its window, and every button, tab and choice outside of tables to be whole. */
export async function expectRoom(page: Page, what: string): Promise<void> {
  await expectNoHorizontalOverflow(page, what);
  const cut = () =>
    page.evaluate((tables) => {
      const width = document.documentElement.clientWidth;
      const pressed = 'button, [role="tab"], label, .mantine-Button-label, h1, h2';
      return [...document.querySelectorAll(pressed)]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const style = getComputedStyle(element);
          if (box.width === 0 || style.clipPath !== 'none' || element.closest(tables) !== null) {
            return false;
          }
          const isClipped = style.overflow !== 'visible' && style.textOverflow !== 'ellipsis';
          return (
            box.right > width + 1 || (isClipped && element.scrollWidth > element.clientWidth + 1)
          );
        })
        .map((element) => element.textContent.trim().slice(0, 60));
    }, scrolling);
  await expect.poll(cut, `${what}: nothing beyond the window or cut`).toEqual([]);
}
