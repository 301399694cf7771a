/** Where one was and what one opened: in the address, among what is recent, and with a way on where there is nothing. */
import type { Page } from '@playwright/test';
import { BillingPage } from '../pages/billing-page.ts';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { PayoutsPage } from '../pages/payouts-page.ts';
import { expect, readingTest, test } from '../support/test.ts';

/** What the palette offers before anything is typed. */
async function palette(page: Page): Promise<string[]> {
  const field = await new ConsolePage(page).palette('');
  await expect(page.getByRole('option').first()).toBeVisible();
  const options = await page.getByRole('option').allTextContents();
  await field.press('Escape');
  await expect(field).toBeHidden();
  return options;
}

for (const [screen, address, usual] of [
  ['decisions', '/decisions', 'Overview'],
  ['review', '/review?by=decisions', 'Interventions'],
] as const) {
  readingTest(
    `the inspector's tab beside ${screen} outlives a reload and the way back @whole`,
    async ({ page }) => {
      const { grid } = new DecisionsPage(page);
      const inspector = new Inspector(page);
      const console = new ConsolePage(page);
      await page.goto(`/#${address}`);
      await console.expectSettled();
      if (!(await inspector.pane.isVisible())) {
        await grid.focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('Enter');
      }
      await expect(inspector.pane).toBeVisible();
      const id = /record=(rec_\w+)/.exec(page.url())?.[1] ?? 'no record in the address';
      await inspector.expectOpen(id);
      await expect(inspector.tab(usual)).toHaveAttribute('aria-selected', 'true');
      await inspector.tab('Chain').click();
      await expect(page).toHaveURL(/tab=chain/);
      await page.reload();
      await inspector.expectOpen(id);
      await expect(inspector.tab('Chain')).toHaveAttribute('aria-selected', 'true');
      await console.navigation.getByRole('link', { name: /^Models/ }).click();
      await console.expectSection('Models');
      await page.goBack();
      await inspector.expectOpen(id);
      await expect(inspector.tab('Chain')).toHaveAttribute('aria-selected', 'true');
      await page.goForward();
      await console.expectSection('Models');
      // The usual one needs no word in the address.
      await page.goBack();
      await inspector.tab(usual).click();
      await expect(page).not.toHaveURL(/tab=/);
    },
  );
}

readingTest(
  'what is not there does not stay among what was opened lately @whole',
  async ({ page, watch }) => {
    watch.expectError(/status of 404/);
    const console = new ConsolePage(page);
    await page.goto('/#/models/credit-scorer');
    await console.expectSettled();
    const missing = [
      '/models/no-such-model',
      '/sessions/sess_00000000000000000000000000',
      '/datasets/no-such-dataset',
      '/billing/invoices/inv_00000000000000000000000000',
      '/decisions?record=rec_00000000000000000000000000',
      '/review?by=decisions&record=rec_00000000000000000000000000',
    ];
    for (const address of missing) {
      await page.goto(`/#${address}`);
      await console.expectSettled();
    }
    for (const when of ['at once', 'after a reload']) {
      const options = await palette(page);
      expect(
        options.filter((each) => /no-such|0{12}/.test(each)),
        when,
      ).toEqual([]);
      expect(
        options.some((each) => each.includes('credit-scorer')),
        when,
      ).toBe(true);
      await page.reload();
      await console.expectSettled();
    }
  },
);

test('where nothing was used and nobody holds data there is a way on, and nothing to run @whole', async ({
  page,
}) => {
  const console = new ConsolePage(page);
  await new BillingPage(page).open();
  await console.expectSettled();
  await expect(console.main).toContainText('Nothing was used in this period');
  await console.main.getByRole('button', { name: 'Open a session' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await new PayoutsPage(page).open();
  await console.expectSettled();
  await expect(console.main).toContainText('No holders yet');
  await expect(console.main.getByRole('button', { name: 'Run payouts' })).toHaveCount(0);
  await console.palette('Run payouts');
  await expect(page.getByRole('option', { name: /^Run payouts/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await console.main.getByRole('button', { name: 'New dataset' }).click();
  await expect(dialog).toBeVisible();
});
