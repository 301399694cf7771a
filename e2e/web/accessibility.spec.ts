/** axe on what opens over the screens, in both themes; the screens themselves are in walk.spec.ts. */
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ImportDialog } from '../pages/import-dialog.ts';
import { IntegrityPage } from '../pages/integrity-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { lending, withBadLines } from '../support/sample-files.ts';
import { expect, readingTest, test } from '../support/test.ts';

// One run of axe takes seconds on a busy machine, and each of these tests makes many.
test.describe.configure({ timeout: 420_000 });

readingTest('decisions: filters, columns, menus, nothing found @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open('model_id=triage-net&where={"confidence":{"$gte":0.5}}');
  await decisions.expectShown(2);
  await expectAccessibleInBothThemes(page, 'filtered list', 'screen');
  await decisions.chip('Model is triage-net').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleInBothThemes(page, 'model filter', 'overlay');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Created', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'date filter', 'overlay');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'column chooser', 'overlay');
  await page.keyboard.press('Escape');

  await decisions.row(2).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'row menu', 'overlay');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await decisions.grid.getByRole('columnheader', { name: 'Model' }).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'column menu', 'overlay');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await decisions.open('q=nothinghasthisword');
  await expect(page.getByText('No decision matches')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'no result', 'screen');
});

readingTest(
  'palette, help, menus of the title bar, an unknown address @whole',
  async ({ page }) => {
    const console = new ConsolePage(page);
    await page.goto('/#/nowhere');
    await expect(page.getByText('There is no such page')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'unknown address');
    await console.open('Decisions');
    const field = await console.palette('go');
    await expectAccessibleInBothThemes(page, 'palette', 'overlay');
    await field.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'keyboard help', 'overlay');
    await page.keyboard.press('Escape');
    for (const name of ['Jobs', 'Notifications', 'Density']) {
      await page.getByRole('banner').first().getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible();
      await expectAccessibleInBothThemes(page, name, 'overlay');
      await page.keyboard.press('Escape');
    }
    await console.workspace.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'workspace menu', 'overlay');
  },
);

readingTest('the inspector, every tab @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  await decisions.open('model_id=credit-scorer');
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
    await expectAccessibleInBothThemes(page, `inspector, ${tab}`, 'screen');
  }
});

test('import and new decision @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  const dialog = new ImportDialog(page);
  await decisions.open();
  await expect(page.getByText('No decisions yet')).toBeVisible();
  await dialog.choose(lending.path);
  await expect(dialog.dialog.getByRole('table')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'column mapping', 'overlay');
  await dialog.model('m');
  await dialog.dryRun();
  await expect(dialog.outcome).toBeVisible();
  await expectAccessibleInBothThemes(page, 'dry run', 'overlay');
  await dialog.close();
  await dialog.choose(withBadLines.path);
  await dialog.import();
  await expect(dialog.outcome).toBeVisible();
  await expectAccessibleInBothThemes(page, 'refused lines', 'overlay');
  await dialog.close();
  await page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'new decision', 'overlay');
});

readingTest(
  'a verification, its history, its job; what integrity opens @whole',
  async ({ page }) => {
    const integrity = new IntegrityPage(page);
    await integrity.open();
    await integrity.verify.click();
    await expect(page.getByText(/Checked 3,\d{3} of 3,\d{3}/)).toBeVisible();
    await expectAccessibleInBothThemes(page, 'verified', 'screen');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'history', 'screen');
    await new ConsolePage(page).open('Jobs');
    await expect(page.getByRole('main')).toContainText(/Checked 3,\d{3}/);
    await expectAccessibleInBothThemes(page, 'jobs', 'screen');

    await integrity.open('tab=checkpoints');
    await page.getByRole('button', { name: 'Compare one kept elsewhere…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('nothing');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expectAccessibleInBothThemes(page, 'comparing a checkpoint', 'overlay');
    await page.keyboard.press('Escape');
    await integrity.open('tab=bundles');
    await page.getByRole('main').getByRole('button', { name: 'Export bundle…' }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('radio', { name: /^A range/ }).check();
    await expectAccessibleInBothThemes(page, 'export of a bundle', 'overlay');
  },
);

readingTest('the acts of a review @whole', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open();
  await review.inspector.expectOpen(/^rec_/);
  await expect(review.inspector.panel()).toContainText('Interventions');
  await review.grid.focus();
  for (const [key, title] of [
    ['o', 'Override the decision'],
    ['u', 'Escalate the decision'],
  ] as const) {
    await page.keyboard.press(key);
    await review.expectDialog(title);
    await page.keyboard.press('Control+Enter');
    await expectAccessibleInBothThemes(page, title, 'overlay');
    await page.keyboard.press('Escape');
    await expect(review.dialog).toBeHidden();
    await review.grid.focus();
  }
  await review.inspector.pane.getByRole('button', { name: 'More actions' }).click();
  await expectAccessibleInBothThemes(page, 'menu of acts', 'overlay');
  await page.getByRole('menuitem', { name: 'Erase values…' }).click();
  await review.expectDialog('Erase values of the record');
  await expectAccessibleInBothThemes(page, 'erasure', 'overlay');
});
