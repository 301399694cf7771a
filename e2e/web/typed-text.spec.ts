/** What was typed into a dialog is lost by no press beside it and by no Escape, unless somebody says so. */
import { ConsolePage } from '../pages/console-page.ts';
import { addingTest, expect } from '../support/test.ts';

for (const { name, address, open, field } of [
  { name: 'a dataset', address: '/datasets', open: 'New dataset', field: /^Name/ },
  { name: 'an API key', address: '/settings?tab=keys', open: 'New API key', field: /^Name/ },
  { name: 'an account', address: '/billing?tab=accounts', open: 'New account', field: /^Name/ },
] as const) {
  addingTest(`typed for ${name}: it stays until it is left on purpose`, async ({ page }) => {
    await page.goto(`/#${address}`);
    await new ConsolePage(page).expectSettled();
    const main = page.getByRole('main');
    const asked = page.getByRole('dialog', { name: 'Leave without sending?' });
    const text = page.getByRole('dialog').getByRole('textbox', { name: field });

    // Nothing typed, nothing asked.
    await main.getByRole('button', { name: open }).first().click();
    await expect(text).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(text).toBeHidden();

    await main.getByRole('button', { name: open }).first().click();
    await text.fill('Half a name');
    await page.mouse.click(8, 450);
    await expect(text).toHaveValue('Half a name');
    await expect(asked).toBeHidden();
    await expect(text).toHaveValue('Half a name');
    await text.press('Escape');
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(text).toHaveValue('Half a name');
    await text.press('Escape');
    await asked.getByRole('button', { name: 'Leave' }).click();
    await expect(text).toBeHidden();
  });
}
