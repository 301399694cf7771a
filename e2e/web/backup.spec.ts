/** Backups in the console: made, verified, restored with what that means, deleted; diagnostics exported. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { SettingsPage } from '../pages/settings-page.ts';
import { expectAccessible, expectNoHorizontalOverflow } from '../support/accessibility.ts';
import { startHost } from '../support/host.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 120_000 });

const decision = {
  model_id: 'credit-scorer',
  input: { income: 1 },
  output: { decision: 'approve' },
};

test('a backup is made, verified and restored; the ledger says so @whole', async ({
  page,
  api,
}) => {
  await api.append(decision);
  const settings = new SettingsPage(page);
  await settings.open('Backup');
  await expect(page.getByText('No backup yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const rows = page.getByRole('table', { name: 'Backups' }).locator('tbody tr');
  await expect(rows).toHaveCount(1, { timeout: 20_000 });
  await expect(rows.first()).toContainText('Intact');
  await expectAccessible(page, 'the backups');
  await expectNoHorizontalOverflow(page, 'the backups');

  await rows.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Verify' }).click();
  await expect(page.getByText('Check of a backup finished').first()).toBeVisible();

  await api.append(decision);
  await rows.getByRole('button', { name: 'Restore…' }).click();
  const { dialog } = settings;
  await expect(dialog.getByText('The ledger went on after this backup.')).toBeVisible();
  await expect(dialog).toContainText('decisions among them: 1');
  await expectAccessible(page, 'the restore dialog', 'overlay');
  const submit = dialog.getByRole('button', { name: 'Restore', exact: true });
  await expect(submit).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await submit.click();
  await expect(dialog.getByText('The ledger is restored')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectTotal(1);
  const entries = await api.send('GET', '/chain/entries?from_seq=1&limit=50');
  expect(JSON.stringify(entries.body)).toContain('ledger.restore/v1');

  await settings.open('Backup');
  await rows.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(dialog).toContainText('It is the last one that is intact');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No backup yet.')).toBeVisible();
});

test('a ledger that lost its key goes on with a backup and the file of the key @whole', async ({
  page,
  api,
  host,
  watch,
}) => {
  watch.expectError(/status of (400|503)|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/);
  const passphrase = 'correct horse battery';
  await api.append(decision);
  const settings = new SettingsPage(page);
  const { dialog } = settings;
  await settings.open('Backup');
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByRole('table', { name: 'Backups' }).getByText('Intact')).toBeVisible();
  await expect(page.getByText('Not exported yet')).toBeVisible();
  await page.getByRole('button', { name: 'Export signing key…' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Passphrase once more').fill('another horse battery');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('This is not the same.')).toBeVisible();
  await expect(dialog.getByText('Type or paste the API key of this start.')).toBeVisible();
  await expectAccessible(page, 'the export of the key', 'overlay');
  await dialog.getByLabel('Passphrase once more').fill(passphrase);
  await dialog.getByLabel('API key of this start').fill(host.apiKey);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const keyFile = await (await download).path();
  expect(readFileSync(keyFile, 'utf8')).toContain('"proofdesk.signing-key/v1"');
  await expect(page.getByText('Exported', { exact: true })).toBeVisible();

  await page.goto('about:blank');
  await host.stop();
  rmSync(join(host.directory, 'local', 'ledger.key'));
  const again = await startHost({ directory: host.directory, port: host.port });
  try {
    await page.goto(again.url);
    await page.getByRole('button', { name: /^Restore a backup/ }).click();
    await dialog.getByRole('combobox', { name: 'Backup' }).click();
    await page.getByRole('option', { name: /By hand/ }).click();
    await expect(dialog.getByText('The key of this ledger is not here.')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Key file' }).click();
    await (await chooser).setFiles(keyFile);
    await dialog.getByLabel('Passphrase', { exact: true }).fill('something else');
    await dialog.getByRole('button', { name: 'Open the key' }).click();
    await expect(dialog.getByText(/does not open this file/).last()).toBeVisible();
    await expectAccessible(page, 'the key file', 'overlay');
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await dialog.getByRole('button', { name: 'Open the key' }).click();
    await expect(dialog.getByText(/The key of the ledger is kept here/)).toBeVisible();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByText('The ledger is restored')).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.expectTotal(1);
  } finally {
    await again.stop();
  }
});

test('the schedule is changed, its faults named; diagnostics are exported @whole', async ({
  page,
  watch,
}) => {
  watch.expectError(/status of 400/);
  const settings = new SettingsPage(page);
  await settings.open('Backup');
  await page.getByRole('radiogroup', { name: 'When' }).getByText('Once a day').click();
  await page.getByRole('textbox', { name: 'Time of day, UTC' }).fill('25:00');
  await page.getByRole('textbox', { name: 'The last' }).first().fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must be a time of day, HH:MM')).toBeVisible();
  await expect(page.getByText('must be a whole number from 1 to 1000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Time of day, UTC' }).fill('03:30');
  await page.getByRole('textbox', { name: 'The last' }).first().fill('3');
  await page.getByRole('textbox', { name: 'Folder' }).fill('somewhere');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must be an absolute path')).toBeVisible();
  await page.getByRole('textbox', { name: 'Folder' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The schedule of backups is saved.')).toBeVisible();

  await settings.open('Diagnostics');
  await expect(page.getByText('about.json')).toBeVisible();
  await expectAccessible(page, 'diagnostics');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export diagnostics' }).click();
  const path = await (await download).path();
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
});
