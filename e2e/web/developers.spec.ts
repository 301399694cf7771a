/** Developers: an endpoint is added, its secret shown once, and its deliveries stand beneath it. */
import { ConsolePage } from '../pages/console-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('an endpoint is added; its secret is shown once, and its deliveries are told', async ({
  page,
}) => {
  await page.goto('/#/developers?tab=webhooks');
  await expect(page.getByText('Nothing is sent anywhere.')).toBeVisible();
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Address/ }).fill('https://hooks.example.com/one');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = dialog.getByRole('textbox', { name: 'Secret' });
  await expect(secret).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Deliveries to https://hooks.example.com/one' }).click();
  await expect(page.getByText('Nothing was sent here yet.')).toBeVisible();
  await new ConsolePage(page).expectSettled();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);
  await expectAccessible(page, 'an endpoint with its deliveries', 'screen');
});
