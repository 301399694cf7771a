/** The focus stays in the page: it goes back to where somebody was, whatever opened and closed meanwhile. */
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { expect, readingTest as test } from '../support/test.ts';

const dialogs = '[role="dialog"][aria-modal="true"]';

// As most people see it: a dialog that fades holds the focus a moment longer than one that does not.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a dialog that the palette opened gives the focus back to where the palette was called @whole', async ({
  page,
}) => {
  const console = new ConsolePage(page);
  const decisions = new DecisionsPage(page);
  const review = new ReviewPage(page);
  const opens = async (command: string) => {
    await console.run(command);
    await expect(page.locator(dialogs)).toHaveCount(1);
    await expect(page.locator(dialogs).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator(dialogs)).toHaveCount(0);
  };
  await decisions.open();
  await decisions.expectShown(1);
  await decisions.grid.focus();
  await page.keyboard.press('j');
  for (const command of [
    'New decision…',
    'Import a file…',
    'Register a model card…',
    'Open a data session…',
    'New dataset…',
    'Export an evidence bundle…',
    'Make the demo data anew…',
    'Restore a backup…',
    'Keyboard help',
    'Export this table as a file',
    'Go to row…',
  ]) {
    await opens(command);
    await expect(decisions.grid, command).toBeFocused();
  }
  await page.goto('/#/review?by=decisions');
  await expect(review.grid).toBeFocused();
  for (const command of ['Approve or second…', 'Override…', 'Escalate…', 'Annotate…']) {
    await opens(command);
    await expect(review.grid, command).toBeFocused();
  }
  // Also from a screen without a list, and after what was chosen led to another screen.
  await console.open('Integrity');
  await opens('New dataset…');
  await expect(page.getByRole('heading', { level: 1, name: 'Integrity' })).toBeFocused();
  await console.run('Go to Settings');
  await console.expectSection('Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
});

test('a menu gives the focus back, also where it opened a dialog @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.expectShown(1);
  await decisions.row(2).click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(decisions.grid).toBeFocused();
  const help = page.getByRole('button', { name: 'Help', exact: true });
  await help.click();
  await page.getByRole('menuitem', { name: 'Keyboard help' }).click();
  await expect(page.locator(dialogs).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator(dialogs)).toHaveCount(0);
  await expect(help).toBeFocused();
});

test('Alt and a digit stay with the field that is typed into @whole', async ({ page }) => {
  const decisions = new DecisionsPage(page);
  await decisions.open();
  await decisions.search.fill('income');
  await decisions.search.press('Alt+3');
  await expect(page).toHaveURL(/#\/decisions/);
  await expect(decisions.search).toBeFocused();
  await decisions.search.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
});
