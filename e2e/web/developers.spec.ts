/** Developers: a program is given a key and its first decision is seen; an endpoint is added, with its secret and deliveries. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConsolePage } from '../pages/console-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a logger key is filled into a command, which sends the decision that the page leads to', async ({
  page,
}) => {
  await page.goto('/#/developers');
  await expect(page.getByText('Waiting for the first decision…')).toBeVisible();
  await page.getByRole('button', { name: 'Create a logger key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /^Logger/ })).toBeChecked();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Loans');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const command = page.getByRole('region', { name: 'A first decision with curl' });
  await expect(command).toContainText('pdk_');
  await expectAccessible(page, 'a key filled in', 'screen');
  // Waited for aside: a slowed host runs on only while this process does.
  await promisify(execFile)('sh', ['-c', await command.innerText()]);
  await page.getByRole('link', { name: 'It is in: a decision of first-model' }).click();
  await expect(page).toHaveURL(/decisions\?record=rec_/);
  await page.goBack();
  await expect(command).toContainText('<API_KEY>');
});

test('an endpoint is added; its secret is shown once, and its deliveries are told @whole', async ({
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
