/** The frame around the screens: first run, demo, palette, keys, theme, density, time zone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { Api, recordListSchema } from '../support/api.ts';
import { expect, readingTest, test } from '../support/test.ts';

test.describe('a first run', () => {
  test('offers an import, a new decision and the demo, and says what a record is @whole', async ({
    page,
  }) => {
    const decisions = new DecisionsPage(page);
    const console = new ConsolePage(page);
    await decisions.open();
    await expect(page.getByText('No decisions yet')).toBeVisible();
    await expect(console.workspace).toContainText('LOCAL');
    await expect(page.getByRole('button', { name: 'Import a file…' })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('button', { name: 'New decision' }).last(),
    ).toBeVisible();
    await page.goto('/#/integrity');
    await expect(page.getByText('Nothing to verify yet')).toBeVisible();
  });

  test('opens the demo, marked as such, and comes back to the untouched local ledger @whole', async ({
    page,
    api,
    watch,
  }) => {
    // The engine changes ledgers meanwhile: what is asked in between is answered with 503.
    watch.expectError(/status of 503|ERR_|Failed to load resource/);
    const decisions = new DecisionsPage(page);
    const console = new ConsolePage(page);
    const own = await api.append({
      model_id: 'own-model',
      input: {},
      output: { decision: 'KEEP' },
    });
    await decisions.open();
    await decisions.expectTotal(1);
    await console.workspace.click();
    await page.getByRole('menuitem', { name: 'Open the demo ledger' }).click();
    await expect(console.workspace).toContainText('DEMO');
    await expect(page.getByText('Engine running')).toBeVisible({ timeout: 60_000 });
    await decisions.open();
    await decisions.expectTotal(10_000);
    // The answer is late: whoever has gone back to the decisions meanwhile stays there.
    await page.route('**/v1/workspace', async (route) => {
      const answer = await route.fetch();
      if (route.request().method() === 'POST') await sleep(3000);
      await route.fulfill({ response: answer });
    });
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/workspace'),
    );
    await console.workspace.click();
    await page.getByRole('menuitem', { name: 'Open the local ledger' }).click();
    await expect(console.workspace).toContainText('LOCAL');
    await decisions.open();
    await answered;
    await expect(page.getByText('Engine running')).toBeVisible({ timeout: 60_000 });
    await decisions.expectTotal(1);
    await expect(decisions.row(1)).toContainText(own.id.slice(-8));
  });
});

readingTest.describe('the palette', () => {
  readingTest('opens a record by a pasted id or hash @whole', async ({ page, sharedHost }) => {
    const { data } = await new Api(sharedHost).get(
      '/records?limit=1&offset=1500',
      recordListSchema,
    );
    const [record] = data;
    const console = new ConsolePage(page);
    const inspector = new Inspector(page);
    for (const text of [record?.id ?? '', record?.hash ?? '', record?.hash.slice(7, 27) ?? '']) {
      await console.open('Settings');
      const field = await console.palette(text);
      await expect(page.getByRole('option').first()).toContainText(record?.id ?? 'no record');
      await field.press('Enter');
      await inspector.expectOpen(record?.id ?? '');
    }
  });

  readingTest('goes to sections and runs commands @whole', async ({ page }) => {
    const console = new ConsolePage(page);
    await console.open('Decisions');
    await console.run('Go to Integrity');
    await console.expectSection('Integrity');
    await console.run('Density: Roomy');
    await console.run('Go to Decisions');
    await expect(new DecisionsPage(page).row(1)).toHaveCSS('height', '36px');
  });
});

readingTest('sections are reached by Alt and a digit, help by ?', async ({ page }) => {
  const console = new ConsolePage(page);
  await console.open('Decisions');
  for (const [digit, section] of [
    ['1', 'Overview'],
    ['3', 'Oversight'],
    ['4', 'Persons'],
    ['5', 'Review'],
    ['6', 'Integrity'],
    ['7', 'Models'],
    ['8', 'Sessions'],
    ['9', 'Datasets'],
    ['2', 'Decisions'],
  ] as const) {
    await page.keyboard.press(`Alt+${digit}`);
    await console.expectSection(section);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden();
});

readingTest('theme, density and time zone are kept @whole', async ({ page }) => {
  const console = new ConsolePage(page);
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await console.theme('Dark');
  await page.getByRole('button', { name: 'Density' }).click();
  await page.getByRole('menuitem', { name: 'Normal' }).click();
  await decisions.expectShown(1);
  await expect(decisions.row(1)).toHaveCSS('height', '30px');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await decisions.expectShown(1);
  await expect(decisions.row(1)).toHaveCSS('height', '30px');
  await console.theme('Light');
  await expect(page.locator('body')).toHaveCSS('background-color', /rgb\(25\d, 25\d, 25\d\)/);
});

readingTest('an address that leads nowhere says so @whole', async ({ page }) => {
  await page.goto('/#/nowhere');
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page
    .getByRole('link', { name: 'Go to Overview' })
    .or(page.getByRole('button', { name: 'Go to Overview' }))
    .click();
  await new ConsolePage(page).expectSection('Overview');
});

readingTest('whose work is in the program, under which licence @whole', async ({ page }) => {
  await page.goto('/#/settings');
  await new ConsolePage(page).expectSettled();
  await page
    .getByRole('region', { name: 'About' })
    .getByRole('button', { name: 'Show', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Third-party licences' });
  await dialog.getByRole('textbox', { name: 'Find a package or licence' }).fill('react-dom');
  await dialog.getByText('react-dom', { exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Licence of react-dom' })).toContainText(
    'Permission is hereby granted',
  );
  for (const theme of ['Light', 'Dark'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'Dark' ? 'dark' : 'light' });
    await expectAccessible(page, `licences, ${theme}`, 'overlay');
  }
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Bill of materials' }).click();
  expect((await saving).suggestedFilename()).toBe('proofdesk.sbom.cdx.json');
});
