/** What is printed: close rows on wide pages, nothing beyond their edge, no date on two lines, no stamp over words. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { TableMenu } from '../pages/table-menu.ts';
import { expect, readingTest as test } from '../support/test.ts';

/** What an A4 page on its side leaves within margins of 10 mm, at 96 px to the inch. */
const sheet = { width: 1047, height: 718 };

/** Pages of a PDF as the browser writes it. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

/** Cells of the printed table that stand on several lines though they hold no long text. */
function brokenCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('[data-printed] :is(th, td):not([data-long])')) {
      const words = document.createRange();
      words.selectNodeContents(cell);
      const lines = [...words.getClientRects()].filter(({ width }) => width > 0);
      const [top = 0, bottom = 0] = [lines[0]?.top, lines[0]?.bottom];
      if (lines.some((line) => line.top >= bottom || line.bottom <= top)) {
        broken.push(cell.textContent);
      }
    }
    return broken;
  });
}

test('forty decisions and more take a page, each row on as few lines as it can @whole', async ({
  page,
}) => {
  const decisions = new DecisionsPage(page);
  const { printed } = new TableMenu(page);
  await decisions.open();
  // Rows are read as they come near to the view.
  await decisions.grid.focus();
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(decisions.row(390)).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [20] });
  await decisions.expectShown(390);
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print' });
  const rows = printed.locator('tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(400);
  await expect(printed.locator('caption')).toContainText('Hashes are shortened');
  const hash = rows.first().locator('td').last();
  await expect(hash).toHaveText(/^[0-9a-f]{12}$/);
  await expect(rows.first()).toContainText(/rec_[0-9A-Z]{26}/);
  expect(await brokenCells(page)).toEqual([]);
  expect(await printed.evaluate((table) => table.scrollWidth)).toBeLessThanOrEqual(sheet.width);
  const count = await rows.count();
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  // Not all of them on one that is scaled down.
  expect(pages).toBeGreaterThan(count / 60);
  expect(pages).toBeLessThanOrEqual(count / 40);
});

for (const address of [
  '/models',
  '/datasets',
  '/sessions',
  '/audit?event=1',
  '/developers?tab=calls',
  '/review',
  '/billing?tab=invoices',
]) {
  test(`the list of ${address} fits its page, nothing over it @whole`, async ({ page }) => {
    const { printed } = new TableMenu(page);
    await page.setViewportSize(sheet);
    await page.goto(`/#${address}`);
    await new ConsolePage(page).expectSettled();
    await page.emulateMedia({ media: 'print' });
    await expect(printed.locator('tbody tr').first()).toBeVisible();
    expect(await brokenCells(page)).toEqual([]);
    expect(await printed.evaluate((table) => table.scrollWidth)).toBeLessThanOrEqual(sheet.width);
    await expect(page.locator('[data-side-pane]')).toBeHidden();
  });
}

test('postings stand as close on paper as the rows of a list @whole', async ({ page }) => {
  await page.goto('/#/billing?tab=journal');
  const rows = page.getByRole('grid', { name: 'Journal' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height),
  );
  expect(Math.max(...heights)).toBeLessThan(24);
});

const invoicesSchema = z.looseObject({
  data: z.array(z.looseObject({ invoice_id: z.string() })).min(1),
});

for (const status of ['PAID', 'OVERDUE'] as const) {
  test(`the stamp of an invoice that is ${status} lies on no word @whole`, async ({
    page,
    api,
  }) => {
    const { data } = await api.get(`/billing/invoices?status=${status}&limit=1`, invoicesSchema);
    await page.goto(`/#/billing/invoices/${data[0]?.invoice_id}`);
    const stamp = page.getByRole('article').locator('[data-status]').first();
    await expect(stamp).toBeVisible();
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      for (const width of [1440, 1024, 960, 720, 480, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const below = () =>
          stamp.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const words = document.createTreeWalker(element.parentElement ?? element, 4);
            const found: string[] = [];
            while (words.nextNode()) {
              const { currentNode } = words;
              if (element.contains(currentNode)) continue;
              const range = document.createRange();
              range.selectNodeContents(currentNode);
              const isBelow = [...range.getClientRects()].some(
                (line) =>
                  Math.min(line.right, box.right) > Math.max(line.left, box.left) &&
                  Math.min(line.bottom, box.bottom) > Math.max(line.top, box.top),
              );
              if (isBelow) found.push(currentNode.textContent ?? '');
            }
            return found;
          });
        await expect.poll(below, `${media}, ${width}`).toEqual([]);
      }
    }
  });
}
