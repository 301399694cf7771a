/** The choices of a person: each takes effect at once, is kept, and can be taken back. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectRoom } from '../support/room.ts';
import { expect, readingTest as test } from '../support/test.ts';

test('formats, time zone and motion are kept until they are reset @whole', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const console = new ConsolePage(page);
  await console.open('Settings');
  const html = page.locator('html');
  const created = page.getByRole('region', { name: 'Data' }).getByRole('time');
  await expect(created).toHaveText('1 Jan 2022, 00:00:00 UTC');

  await page.getByRole('combobox', { name: 'Numbers, days and times' }).click();
  await page.getByRole('option', { name: 'ISO 8601' }).click();
  await expect(created).toHaveText('2022-01-01 00:00:00 UTC');

  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  // As one types, over the zone that is set: the list marks its first match a moment after it opened.
  await zone.pressSequentially('tokyo', { delay: 60 });
  await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toBeVisible();
  await zone.press('Enter');
  await expect(created).toHaveText('2022-01-01 09:00:00 Asia/Tokyo');
  const switcher = console.status.getByRole('button', { name: 'Asia/Tokyo' });
  await switcher.click();
  await expect(created).toHaveText('2022-01-01 00:00:00 UTC');
  await console.status.getByRole('button', { name: 'UTC' }).click();
  await expect(created).toHaveText('2022-01-01 09:00:00 Asia/Tokyo');

  await expect(html).toHaveAttribute('data-motion', 'full');
  await page.getByRole('radiogroup', { name: 'Motion' }).getByText('Reduced').click();
  await expect(html).toHaveAttribute('data-motion', 'reduced');
  await page.reload();
  await expect(html).toHaveAttribute('data-motion', 'reduced');
  await expect(created).toHaveText('2022-01-01 09:00:00 Asia/Tokyo');

  await page.getByRole('button', { name: 'Reset these choices' }).click();
  await expect(html).toHaveAttribute('data-motion', 'full');
  await expect(created).toHaveText('1 Jan 2022, 00:00:00 UTC');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(created).toHaveText('2022-01-01 09:00:00 Asia/Tokyo');
});

test('nothing moves where motion is reduced @whole', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const section of ['Decisions', 'Jobs', 'Integrity'] as const) {
    await new ConsolePage(page).open(section);
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const style = getComputedStyle(element);
          const longest = `${style.transitionDuration}, ${style.animationDuration}`
            .split(', ')
            .map((each) => Number.parseFloat(each) * (each.endsWith('ms') ? 1 : 1_000));
          return Math.max(...longest) > 1 || style.animationIterationCount === 'infinite';
        }).length,
    );
    expect(moving, section).toBe(0);
  }
});

test('in forced colours all is told by lines @whole', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const console = new ConsolePage(page);
  for (const section of ['Integrity', 'Settings', 'Decisions'] as const) {
    await console.open(section);
    await expectAccessible(page, `${section} in forced colours`);
    await expect(console.navigation.getByRole('link', { name: section })).toHaveCSS(
      'outline-style',
      'solid',
    );
  }
  await console.open('Settings');
  await expect(page.getByRole('tab', { selected: true })).toHaveCSS('border-bottom-width', '3px');
});

test('at 200 % everything has room @whole', async ({ page }) => {
  // 1440 × 900 at twice the size.
  await page.setViewportSize({ width: 720, height: 450 });
  const console = new ConsolePage(page);
  for (const section of ['Decisions', 'Integrity', 'Billing', 'Settings'] as const) {
    await console.open(section);
    await expectRoom(page, `${section} at 200 %`);
  }
});

test('a setting is found by its words, on the screen and in the palette @whole', async ({
  page,
}) => {
  const console = new ConsolePage(page);
  await console.open('Settings');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Find a setting' })).toBeFocused();
  await page.keyboard.type('folder on another disk');
  const found = page.getByRole('listbox', { name: 'Settings found' });
  await expect(found.getByRole('option')).toHaveText(['FolderBackup']);
  await expectAccessible(page, 'settings found');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Backup', selected: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Folder' })).toBeFocused();
  await expectAccessible(page, 'a marked setting');

  await console.palette('time zone');
  await page.getByRole('option', { name: 'Time zone Settings › General' }).click();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeFocused();
});

const limitsSchema = z.object({ data: z.array(z.object({ limit_id: z.string() })) });

test('the palette opens the very thing whose id is pasted @whole', async ({ page }) => {
  const console = new ConsolePage(page);
  await console.open('Overview');
  const answer = await page.request.get('/v1/billing/limits');
  const [limit] = limitsSchema.parse(await answer.json()).data;
  const field = await console.palette((limit?.limit_id ?? '').toLowerCase());
  await expect(page.getByRole('option', { name: 'Open the limit' })).toBeVisible();
  await field.press('Enter');
  const item = page.locator('[data-marked]');
  await expect(item).toBeFocused();
  await expect(item.getByRole('meter')).toBeVisible();
});

test('any row is gone to by its number @whole', async ({ page }) => {
  const console = new ConsolePage(page);
  await console.open('Decisions');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', /^[34]\d{3}$/);
  await console.run('Go to row');
  const dialog = page.getByRole('dialog', { name: 'Go to a row' });
  await dialog.getByRole('textbox', { name: 'Row' }).fill('9,999');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A whole number from 1 to 3,000')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Row' }).fill('2,345');
  await expectAccessible(page, 'go to a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(console.status).toContainText('2,345 of 3,000');
});
