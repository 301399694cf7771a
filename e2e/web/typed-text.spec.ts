/** What was typed into a dialog is lost by no press beside it and by no Escape, unless somebody says so. */
import type { Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ModelsPage, RegisterDialog } from '../pages/models-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import { addingTest, expect } from '../support/test.ts';

/** The question of a dialog that is left, over it or in its foot. */
const question = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Leave without sending?' })
    .or(page.getByRole('alertdialog', { name: 'Leave without sending?' }));

for (const { name, address, open, field } of [
  { name: 'a dataset', address: '/datasets', open: 'New dataset', field: /^Name/ },
  { name: 'an API key', address: '/settings?tab=keys', open: 'New API key', field: /^Name/ },
  { name: 'an account', address: '/billing?tab=accounts', open: 'New account', field: /^Name/ },
] as const) {
  addingTest(`typed for ${name}: it stays until it is left on purpose @whole`, async ({ page }) => {
    await page.goto(`/#${address}`);
    await new ConsolePage(page).expectSettled();
    const main = page.getByRole('main');
    const asked = question(page);
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

/** Escape asks at a step behind which text stands; who stays finds it, who leaves has said so. */
async function expectAsked(page: Page, isStep: () => Promise<void>): Promise<void> {
  const asked = question(page);
  await isStep();
  await page.keyboard.press('Escape');
  await asked.getByRole('button', { name: 'Stay' }).click();
  await expect(asked).toHaveCount(0);
  await isStep();
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await question(page).getByText('Leave').last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

addingTest('a card at its last look: what was typed before it stays @whole', async ({ page }) => {
  const models = new ModelsPage(page);
  const form = new RegisterDialog(page);
  await models.open();
  await models.register.click();
  await form.enter({ 'Model id': 'typed-scorer', Version: '1.0.0', Limitations: 'One country.' });
  await form.review();
  const last = form.dialog.getByRole('button', { name: 'Register for good' });
  await expectAsked(page, () => expect(last).toBeVisible());
  await form.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(form.field('Limitations')).toHaveValue('One country.');
  await expectAsked(page, () => expect(form.field('Version')).toHaveValue('1.0.0'));
  await form.review();
  await expect(last).toBeFocused();
  await leave(page);
});

addingTest(
  'an erasure at its last look: what was typed before it stays @whole',
  async ({ page, api }) => {
    const { id } = await api.append({ model_id: 'typed', input: { a: 1 }, output: { b: 2 } });
    const inspector = new Inspector(page);
    const { dialog } = new ReviewPage(page);
    await new DecisionsPage(page).open(`record=${id}`);
    await inspector.tab('Interventions').click();
    await inspector.pane.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase values…' }).click();
    const basis = dialog.getByRole('textbox', { name: 'Legal basis' });
    await dialog.getByRole('checkbox', { name: 'Input' }).check();
    await basis.fill('GDPR Art. 17(1)(a)');
    await dialog.getByRole('button', { name: 'Review' }).click();
    const word = dialog.getByRole('textbox', { name: 'Type erase to confirm' });
    await expectAsked(page, () => expect(word).toBeVisible());
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(basis).toHaveValue('GDPR Art. 17(1)(a)');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(word).toBeFocused();
    await leave(page);
  },
);

addingTest('a decision that is being written outlives a reload @whole', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'New decision' });
  const input = dialog.getByRole('textbox', { name: /^Input/ });
  const open = () =>
    page.getByRole('main').getByRole('button', { name: 'New decision' }).first().click();
  await new DecisionsPage(page).open();
  await open();
  await input.fill('{"age": 41');
  await page.reload();
  await open();
  await expect(input).toHaveValue('{"age": 41');
  await dialog.getByRole('button', { name: 'Clear all' }).click();
  await page.reload();
  await open();
  await expect(input).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Clear all' })).toBeDisabled();
});

/** Closes the page as a person does; answers whether it asked first. Whoever is asked stays. */
async function asksBeforeItCloses(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (question) => {
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    return true;
  });
  const closed = page.waitForEvent('close').then(() => false);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, closed]);
}

for (const { name, address, open, field } of [
  { name: 'a dialog', address: '/datasets', open: 'New dataset', field: /^Name/ },
  { name: 'a dialog with a draft', address: '/decisions', open: 'New decision', field: /^Input/ },
  { name: 'a form', address: '/settings?tab=limits', open: undefined, field: /: requests$/ },
] as const) {
  addingTest(
    `typed into ${name}: its tab asks before it closes @whole`,
    async ({ page, context }) => {
      await page.goto(`/#${address}`);
      await new ConsolePage(page).expectSettled();
      const main = page.getByRole('main');
      if (open !== undefined) await main.getByRole('button', { name: open }).first().click();
      const text = page.getByRole('textbox', { name: field }).first();
      const before = await text.inputValue();
      await text.press('End');
      await text.pressSequentially('7');
      expect(await asksBeforeItCloses(page)).toBe(true);
      await expect(text).toHaveValue(`${before}7`);

      // Taken back, or never typed: nothing to ask for.
      await text.press('Backspace');
      expect(await asksBeforeItCloses(page)).toBe(false);
      const other = await context.newPage();
      await other.goto(`/#${address}`);
      await new ConsolePage(other).expectSettled();
      if (open !== undefined) {
        await other.getByRole('main').getByRole('button', { name: open }).first().click();
      }
      await other.getByRole('textbox', { name: field }).first().press('End');
      expect(await asksBeforeItCloses(other)).toBe(false);
    },
  );
}
