/** The console in German: chosen in Settings, everywhere at once, with its own way of writing figures. */
import { ConsolePage } from '../pages/console-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, readingTest as test } from '../support/test.ts';

test('German is spoken at once, kept, and given up again', async ({ page }) => {
  await new ConsolePage(page).open('Settings');
  await page.getByRole('combobox', { name: 'Language', exact: true }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('combobox', { name: 'Sprache', exact: true })).toBeFocused();
  await expect(page.getByText('1.234.567,89')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expectAccessible(page, 'Einstellungen');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('English');
  await page.getByRole('option', { name: 'Sprache: English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('1,234,567.89')).toBeVisible();
});

test.describe('on a German computer', () => {
  test.use({ locale: 'de-AT' });

  test('numbers and days are typed as German has them, and sent as the API has them @whole', async ({
    page,
  }) => {
    await page.goto('/#/decisions');
    const header = page.locator('header');
    await header.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'Konfidenz', exact: true }).click();
    const least = page.getByRole('textbox', { name: 'Mindestens' });
    await least.fill('0.85');
    await expect(page.getByText('Gelesen als 0,85')).toBeVisible();
    await least.fill('0,85');
    await expect(page.getByText('Gelesen als')).toBeHidden();
    await least.press('ArrowUp');
    await expect(least).toHaveValue('0,9');
    await least.press('Enter');
    await expect
      .poll(() => new URLSearchParams(page.url().split('?')[1]).get('where'))
      .toBe('{"confidence":{"$gte":0.9}}');

    await header.getByRole('button', { name: 'Erstellt', exact: true }).click();
    await page.getByRole('textbox', { name: 'Von' }).fill('16.11.2024');
    await expect(page).toHaveURL(/start_date=2024-11-16/);
    // Rows of before are dim until those of now are there.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, 'der Filter nach Tagen');
  });

  test('numbers are typed and shown as German has them @whole', async ({ page }) => {
    await page.goto('/#/decisions?where={"confidence":{"$gte":0.5}}');
    await expect(page.getByRole('grid')).toContainText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d/);
    await expect(page.getByRole('main')).toContainText('0,5');
  });
});
