/** Evidence bundles: exported from where one stands, followed, fetched, checked by auditor.py. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { temporaryDirectory } from '../support/host.ts';
import { expect, readingTest } from '../support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export an evidence bundle' });

/** Exports what the open dialog asks for; answers the path of the zip. */
async function exported(page: Page): Promise<string> {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('The bundle is made')).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  return file.path();
}

function python(): string {
  return ['/usr/bin/python3', '/usr/local/bin/python3'].find(existsSync) ?? 'python3';
}

/** What auditor.py of the bundle says. */
function verified(zip: string): string {
  const folder = temporaryDirectory('bundle');
  try {
    execFileSync(python(), ['-m', 'zipfile', '-e', zip, folder.path]);
    const key = readFileSync(path.join(folder.path, 'keys/ledger.vkey'), 'utf8').trim();
    const argv = ['auditor.py', 'verify', '.', '--vkey', key];
    return execFileSync(python(), argv, { cwd: folder.path, encoding: 'utf8' });
  } finally {
    folder.remove();
  }
}

readingTest.describe('export', () => {
  readingTest.describe.configure({ timeout: 120_000 });

  readingTest('of what the filter leaves, from the grid by one key @whole', async ({ page }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open('model_id=triage-net&where={"confidence":{"$gte":0.9}}');
    await decisions.expectShown(1);
    await decisions.grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('e');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('radio', { name: /^A selection/ })).toBeChecked();
    await expect(dialog).toContainText('Model is triage-net');
    await expect(dialog).toContainText('sha256sum -c SHA256SUMS');
    const zip = await exported(page);
    expect(verified(zip)).toMatch(/^VERIFIED: /m);
  });

  readingTest('of marked rows, and of a range that must be one @whole', async ({ page }) => {
    const decisions = new DecisionsPage(page);
    await decisions.open();
    await decisions.expectShown(2);
    await decisions.grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: 'Bundle…' })
      .click();
    const dialog = dialogOf(page);
    await expect(dialog).toContainText('2 marked decisions');
    await dialog.getByRole('radio', { name: /^A range/ }).check();
    await dialog.getByRole('textbox', { name: 'First entry' }).fill('0');
    await expect(dialog).toContainText('must be a whole number');
    await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'First entry' }).fill('10');
    await dialog.getByRole('textbox', { name: 'Last entry' }).fill('20');
    await exported(page);
  });

  readingTest('of the tree as tiles, for log tooling @whole', async ({ page }) => {
    const integrity = new IntegrityPage(page);
    await integrity.open('tab=bundles');
    await page.getByRole('main').getByRole('button', { name: 'Export bundle…' }).last().click();
    await dialogOf(page)
      .getByRole('radio', { name: /^The tree as tiles/ })
      .check();
    const zip = await exported(page);
    const names = execFileSync(python(), ['-m', 'zipfile', '-l', zip], { encoding: 'utf8' });
    expect(names).toMatch(/tile\/0\/000/);
    expect(names).toMatch(/tile\/entries\/000/);
    expect(names).toMatch(/checkpoint/);
    expect(names).not.toContain('payloads');
  });

  readingTest('a finished one is listed, and in Jobs, with its file @whole', async ({ page }) => {
    const integrity = new IntegrityPage(page);
    await integrity.open('tab=bundles');
    await page.getByRole('main').getByRole('button', { name: 'Export bundle…' }).last().click();
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: /^A range/ }).check();
    await dialog.getByRole('textbox', { name: 'Last entry' }).fill('5');
    await exported(page);
    await page.keyboard.press('Escape');
    const table = page.getByRole('table', { name: 'Bundles exported from here' });
    await expect(table.getByRole('row').nth(1)).toContainText('A range of entries');
    await page.goto('/#/jobs');
    await expect(page.getByRole('main')).toContainText('Evidence bundle');
    const saving = page.waitForEvent('download');
    await page.getByRole('main').getByRole('button', { name: 'Download' }).first().click();
    await saving;
  });
});
