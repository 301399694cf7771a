/** A grant from its request to its end: asked for, granted for less than that, and withdrawn. */
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { ConsolePage } from '../pages/console-page.ts';
import { expect, test } from '../support/test.ts';

const day = 86_400_000;

test('access is asked for, granted for less, and withdrawn', async ({ page, api }) => {
  const policy = { unlisted: 'clear', record_ids: 'kept' };
  const body = { dataset_id: 'clinic', name: 'Clinic', holder_id: 'mayo', policy };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  const rows = [{ record_id: 'rec_1', age: 45, diagnosis: 'Asthma' }];
  const appended = await api.send('POST', '/datasets/clinic/records', { body: rows });
  expect(appended.status).toBe(201);
  const console = new ConsolePage(page);
  const dialog = page.getByRole('dialog');
  await console.open('Grants');
  await expect(console.main.getByText('There are no grants yet')).toBeVisible();

  await console.main.getByRole('button', { name: 'Ask for access' }).first().click();
  await dialog.getByRole('combobox', { name: /^Dataset/ }).click();
  await page.getByRole('option', { name: 'Clinic' }).click();
  await dialog.getByRole('textbox', { name: /^Purpose/ }).fill('Triage of asthma');
  const fields = dialog.getByRole('combobox', { name: /^Fields/ });
  for (const field of ['age', 'diagnosis']) {
    await fields.fill(field);
    await fields.press('Enter');
  }
  const last = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
  await dialog.getByRole('textbox', { name: /^Last day/ }).fill(last);
  await dialog.getByRole('textbox', { name: /^Budget/ }).fill('500');
  await dialog.getByRole('textbox', { name: /^Rows you expect/ }).fill('10000');
  await dialog.getByRole('textbox', { name: /^Hours/ }).fill('2');
  await dialog.getByRole('textbox', { name: /^Calls/ }).fill('50');
  await page.keyboard.press('Control+Enter');

  const pane = page.getByRole('region', { name: 'Grant' });
  await expect(pane.getByRole('heading', { name: 'Triage of asthma' })).toBeVisible();
  await expect(pane.getByText('Rows: 10,000 · hours: 2 · calls: 50')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a request for a grant');

  await pane.getByRole('button', { name: 'Answer…' }).click();
  await dialog.getByRole('checkbox', { name: 'diagnosis' }).uncheck();
  await dialog.getByRole('textbox', { name: /^Conditions/ }).fill('Publish nothing raw.');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect(pane.getByText('Active', { exact: true })).toBeVisible();
  await expect(pane.getByText('age', { exact: true })).toBeVisible();
  await expect(pane.getByText('Publish nothing raw.')).toBeVisible();

  await pane.getByRole('button', { name: 'Withdraw…' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The study is over.');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(pane.getByText('The study is over.')).toBeVisible();
  await expect(pane.getByRole('button', { name: /…$/ })).toHaveCount(0);
});
