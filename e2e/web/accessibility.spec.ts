/** axe on every screen and what opens over it, in both themes: no violation of WCAG 2.2 A and AA. */
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ImportDialog } from '../pages/import-dialog.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { lending, withBadLines } from '../support/sample-files.ts';
import { expect, readingTest, test } from '../support/test.ts';

for (const theme of ['Light', 'Dark'] as const) {
  test.describe(`${theme.toLowerCase()} theme`, () => {
    // One run of axe takes seconds on a busy machine, and each of these tests makes many.
    test.describe.configure({ timeout: 240_000 });

    readingTest('sections', async ({ page }) => {
      const console = new ConsolePage(page);
      await console.open('Decisions');
      await console.theme(theme);
      for (const section of [
        'Decisions',
        'Review',
        'Sessions',
        'Datasets',
        'Billing',
        'Payouts',
        'Integrity',
        'Jobs',
        'Requests',
        'Audit',
        'Settings',
      ] as const) {
        await console.open(section);
        await expectAccessible(page, section);
      }
      await page.goto('/#/nowhere');
      await expect(page.getByText('There is no such page')).toBeVisible();
      await expectAccessible(page, 'unknown address');
    });

    readingTest('a filtered list, its filters and the column chooser', async ({ page }) => {
      const decisions = new DecisionsPage(page);
      await decisions.open('model_id=triage-net&min_confidence=0.5');
      await new ConsolePage(page).theme(theme);
      await decisions.expectShown(1);
      await expectAccessible(page, 'filtered list');

      await decisions.chip('Model is triage-net').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'model filter', 'overlay');
      await page.keyboard.press('Escape');
      await page.getByRole('main').getByRole('button', { name: 'Created', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible();
      await expectAccessible(page, 'date filter', 'overlay');
      await page.keyboard.press('Escape');
      await page.getByRole('main').getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
      await expectAccessible(page, 'column chooser', 'overlay');
      await page.keyboard.press('Escape');
      await decisions.open('q=nothinghasthisword');
      await expect(page.getByText('No decision matches')).toBeVisible();
      await expectAccessible(page, 'no result');
    });

    readingTest('the menus of a row and of a column', async ({ page }) => {
      const decisions = new DecisionsPage(page);
      await decisions.open();
      await new ConsolePage(page).theme(theme);
      await decisions.expectShown(2);
      await decisions.row(2).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, 'row menu', 'overlay');
      await page.keyboard.press('Escape');
      await decisions.grid.getByRole('columnheader', { name: 'Model' }).click({ button: 'right' });
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, 'column menu', 'overlay');
    });

    readingTest('the inspector, every tab', async ({ page }) => {
      const decisions = new DecisionsPage(page);
      const inspector = new Inspector(page);
      await decisions.open('model_id=credit-scorer');
      await new ConsolePage(page).theme(theme);
      await decisions.expectShown(2);
      await decisions.row(2).dblclick();
      await inspector.expectOpen(/^rec_/);
      for (const tab of [
        'Overview',
        'Content',
        'Explanation',
        'Interventions',
        'Chain',
        'Evidence',
      ] as const) {
        await inspector.tab(tab).click();
        await expect(inspector.panel()).toBeVisible();
        await expectAccessible(page, `inspector, ${tab}`);
      }
    });

    readingTest('palette, help, menus of the title bar', async ({ page }) => {
      const console = new ConsolePage(page);
      await console.open('Decisions');
      await console.theme(theme);
      const field = await console.palette('go');
      await expectAccessible(page, 'palette', 'overlay');
      await field.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
      await expectAccessible(page, 'keyboard help', 'overlay');
      await page.keyboard.press('Escape');
      for (const name of ['Jobs', 'Notifications', 'Density']) {
        await page.getByRole('banner').first().getByRole('button', { name, exact: true }).click();
        await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
        await expectAccessible(page, name, 'overlay');
        await page.keyboard.press('Escape');
      }
      await console.workspace.click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, 'workspace menu', 'overlay');
    });

    test('empty ledger, import and new decision', async ({ page }) => {
      const console = new ConsolePage(page);
      const decisions = new DecisionsPage(page);
      const dialog = new ImportDialog(page);
      await decisions.open();
      await console.theme(theme);
      await expect(page.getByText('No decisions yet')).toBeVisible();
      await expectAccessible(page, 'empty list');
      await dialog.choose(lending.path);
      await expect(dialog.dialog.getByRole('table')).toBeVisible();
      await expectAccessible(page, 'column mapping', 'overlay');
      await dialog.model('m');
      await dialog.dryRun();
      await expect(dialog.outcome).toBeVisible();
      await expectAccessible(page, 'dry run', 'overlay');
      await dialog.close();
      await dialog.choose(withBadLines.path);
      await dialog.import();
      await expect(dialog.outcome).toBeVisible();
      await expectAccessible(page, 'refused lines', 'overlay');
      await dialog.close();
      await page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'new decision', 'overlay');
    });

    readingTest('a verification and its history', async ({ page }) => {
      const console = new ConsolePage(page);
      const integrity = new IntegrityPage(page);
      await integrity.open();
      await console.theme(theme);
      await integrity.verify.click();
      await expect(page.getByText(/Checked 3,\d{3} of 3,\d{3}/)).toBeVisible();
      await expectAccessible(page, 'verified');
      await page.getByRole('tab', { name: 'History' }).click();
      await expect(page.getByRole('table')).toBeVisible();
      await expectAccessible(page, 'history');
      await console.open('Jobs');
      await expect(page.getByRole('main')).toContainText(/Checked 3,\d{3}/);
      await expectAccessible(page, 'jobs');
    });

    readingTest('checkpoints, bundles, cases and the export', async ({ page }) => {
      const integrity = new IntegrityPage(page);
      await integrity.open('tab=checkpoints');
      await new ConsolePage(page).theme(theme);
      await expect(page.getByText('A checkpoint is a signed note')).toBeVisible();
      await expectAccessible(page, 'checkpoints');
      await page.getByRole('button', { name: 'Compare one kept elsewhere…' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('nothing');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await expectAccessible(page, 'comparing a checkpoint', 'overlay');
      await page.keyboard.press('Escape');
      await integrity.open('tab=bundles');
      await page.getByRole('main').getByRole('button', { name: 'Export bundle…' }).last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.getByRole('radio', { name: /^A range/ }).check();
      await expectAccessible(page, 'export of a bundle', 'overlay');
      await page.keyboard.press('Escape');
      await integrity.open('tab=cases');
      await expect(page.getByText('No cases yet')).toBeVisible();
      await expectAccessible(page, 'cases');
    });

    readingTest('the review queue and its acts', async ({ page }) => {
      const review = new ReviewPage(page);
      await review.open();
      await new ConsolePage(page).theme(theme);
      await expect(review.grid).toBeVisible();
      await review.inspector.expectOpen(/^rec_/);
      await expect(review.inspector.panel()).toContainText('Interventions');
      await expectAccessible(page, 'review queue');
      await review.grid.focus();
      for (const [key, title] of [
        ['o', 'Override the decision'],
        ['u', 'Escalate the decision'],
      ] as const) {
        await page.keyboard.press(key);
        await review.expectDialog(title);
        await page.keyboard.press('Control+Enter');
        await expectAccessible(page, title, 'overlay');
        await page.keyboard.press('Escape');
        await expect(review.dialog).toBeHidden();
        await review.grid.focus();
      }
      await review.inspector.pane.getByRole('button', { name: 'More actions' }).click();
      await expectAccessible(page, 'menu of acts', 'overlay');
      await page.getByRole('menuitem', { name: 'Erase values…' }).click();
      await review.expectDialog('Erase values of the record');
      await expectAccessible(page, 'erasure', 'overlay');
      await page.keyboard.press('Escape');
    });
  });
}
