/** Whether the words of a grid fit their columns: a header that is cut, a cell that runs into the next. */
import { expect, type Page } from '@playwright/test';

/** Expects every header and every cell that is not cut on purpose to have room for its text. */
export async function expectWholeCells(page: Page, what: string): Promise<void> {
  const cut = () =>
    page.evaluate(() => {
      const found: string[] = [];
      const told = (element: Element) => element.textContent.trim().slice(0, 60);
      for (const cell of document.querySelectorAll('[role="columnheader"], [role="gridcell"]')) {
        const box = cell.getBoundingClientRect();
        const isCutOnPurpose = getComputedStyle(cell).overflow !== 'visible';
        if (box.width === 0 || (isCutOnPurpose && cell.role === 'gridcell')) continue;
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        let runsOver = false;
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const parent = text.parentElement;
          // Words for assistive technology alone take no room.
          if (parent === null || getComputedStyle(parent).clipPath !== 'none') continue;
          const range = document.createRange();
          range.selectNodeContents(text);
          const words = range.getBoundingClientRect();
          runsOver ||= words.right > box.right + 1 || words.left < box.left - 1;
        }
        const isCut = [...cell.querySelectorAll<HTMLElement>('*')].some(
          (part) =>
            part.clientWidth > 0 &&
            getComputedStyle(part).overflow !== 'visible' &&
            getComputedStyle(part).clipPath === 'none' &&
            part.scrollWidth > part.clientWidth + 1,
        );
        if (told(cell) !== '' && (runsOver || isCut)) found.push(told(cell));
      }
      return found;
    });
  await expect.poll(cut, `${what}: every word of the grid is whole`).toEqual([]);
}
