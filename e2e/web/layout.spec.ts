/** Room for what is open or pressed on a screen; every screen as it opens is in room.spec.ts. */
import type { Locator } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { expectEverySizeToFit } from '../support/accessibility.ts';
import { expectRoom } from '../support/room.ts';
import { expect, readingTest as test } from '../support/test.ts';

/** What is around a scroller and says where that goes on. */
const frameOf = (scroller: Locator) => scroller.locator('xpath=ancestor::*[@data-more][1]');

test('a filtered list and its inspector fit every window @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open(
    'model_id=fraud-guard&where={"confidence":{"$gte":0.5}}&start_date=2023-01-01&q=amount',
  );
  await decisions.expectShown(1);
  await expectEverySizeToFit(page, 'Decisions, filtered');
  await decisions.grid.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await new Inspector(page).expectOpen(/^rec_/);
  await expectEverySizeToFit(page, 'Decisions, inspector open');
});

test('a grid without room for its columns says so, and keeps which row it is @whole', async ({
  page,
}) => {
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectShown(1);
  await expect(frameOf(decisions.grid)).toHaveCount(0);
  await decisions.row(1).click();
  await new Inspector(page).expectOpen(/^rec_/);
  await expect(frameOf(decisions.grid)).toHaveAttribute('data-more', 'end');
  const record = decisions.grid.getByRole('columnheader', { name: 'Record' });
  await decisions.grid.evaluate((grid) => grid.scrollTo({ left: 200 }));
  await expect(frameOf(decisions.grid)).toHaveAttribute('data-more', 'start end');
  await expect(
    decisions.grid.getByRole('columnheader', { name: /^#|Position/ }),
  ).not.toBeInViewport();
  await expect(record).toBeInViewport({ ratio: 1 });
  await decisions.grid.evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
  await expect(frameOf(decisions.grid)).toHaveAttribute('data-more', 'start');
  await expect(record).toBeInViewport({ ratio: 1 });
  await expect(decisions.grid.getByRole('columnheader', { name: 'Hash' })).toBeInViewport();
  await expectRoom(page, 'the grid at its end');
});

test('a table without room keeps its first column and what can be done with a row @whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/#/payouts');
  const table = page.getByRole('grid', { name: 'Payouts' });
  await expect(frameOf(table)).toHaveAttribute('data-more', 'end');
  const [amount, behind] = [/^Amount/, /^Behind it/].map((name) =>
    table.getByRole('columnheader', { name }),
  );
  await expect(behind ?? table).toBeInViewport({ ratio: 1 });
  await frameOf(table).evaluate((frame) => frame.firstElementChild?.scrollTo({ left: 9_999 }));
  await expect(frameOf(table)).toHaveAttribute('data-more', 'start');
  await expect(amount ?? table).toBeInViewport({ ratio: 1 });
  // It is the sign at the edge, not a part of the page that takes the press.
  await frameOf(table).evaluate((frame) => frame.firstElementChild?.scrollTo({ left: 0 }));
  await table
    .getByRole('button', { name: /^What can be done with/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Journal' }).click();
  await expect(page).toHaveURL(/tab=journal/);
});

for (const address of [
  '/decisions',
  '/review?by=decisions',
  '/developers?tab=calls&of=everyone',
  '/audit',
]) {
  test(`a press twice on a row of ${address} selects no text @whole`, async ({ page }) => {
    await page.goto(`/#${address}`);
    const cell = page.getByRole('main').locator('[data-row="1"] [role="gridcell"]').last();
    await cell.dblclick({ position: { x: 12, y: 10 } });
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  });
}

test('a press twice folds a part of a record and selects no text @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open('model_id=credit-scorer');
  await decisions.row(1).click();
  await new Inspector(page).tab('Content').click();
  const part = page.getByRole('treeitem', { name: /^input/ });
  await expect(part).toHaveAttribute('aria-expanded', 'true');
  await part.dblclick({ position: { x: 40, y: 8 } });
  await expect(part).toHaveAttribute('aria-expanded', 'false');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('the buttons of the bundle dialog stand off the commands beside them, before and after @whole', async ({
  page,
}) => {
  await new IntegrityPage(page).open('tab=bundles');
  await page.getByRole('main').getByRole('button', { name: 'Export bundle…' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Export an evidence bundle' });
  const commands = dialog.getByRole('region', { name: /check/i });
  const expectOff = async (button: Locator) => {
    await expect(button).toBeVisible();
    await expect
      .poll(async () => {
        const boxes = [await button.boundingBox(), await commands.boundingBox()];
        const [above, below] = boxes.toSorted((one, other) => (one?.y ?? 0) - (other?.y ?? 0));
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
      })
      .toBeGreaterThanOrEqual(12);
  };
  const start = dialog.getByRole('button', { name: 'Export', exact: true });
  await expectOff(start);
  await dialog.getByRole('radio', { name: /^A range/ }).check();
  await dialog.getByRole('textbox', { name: 'Last entry' }).fill('5');
  await expectOff(start);
  await start.click();
  await expectOff(dialog.getByRole('button', { name: 'Download', exact: true }));
});

test('counts stand on no sign of the navigation and on no neighbour in the title bar @whole', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const notice = { tone: 'warn', title: 'Told', detail: null, requestId: null, href: null };
    const kept = Array.from({ length: 120 }, (_, place) => ({
      ...notice,
      id: `notice-${place}`,
      at: Date.now(),
      read: false,
    }));
    localStorage.setItem('proofdesk.notices', JSON.stringify(kept));
  });
  const console = new ConsolePage(page);
  await console.open('Overview');
  await expect(page.getByRole('button', { name: 'Notifications, 120 new' })).toBeVisible();
  await expect(console.navigation.getByRole('link', { name: /^Review \d+/ })).toBeVisible();
  for (const width of [1440, 1024, 960, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expectRoom(page, `counts at ${width}`);
    const over = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((each) => ({
          each,
          box: each.getBoundingClientRect(),
        }));
      const counts = boxes('header [aria-hidden="true"]').filter(
        ({ each }) => each.textContent === '9+',
      );
      const others = boxes('header button').filter(
        ({ each }) => !counts.some((one) => each.contains(one.each)),
      );
      return [
        counts.length,
        ...counts.flatMap(({ box }) =>
          others
            .filter(
              (other) =>
                Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 0,
            )
            .map(({ each }) => each.getAttribute('aria-label')),
        ),
      ];
    });
    expect(over, `neighbours of the count at ${width}`).toEqual([1]);
  }
});
