/** The console in German: chosen in Settings, everywhere at once, with room for its longer words. */
import { ConsolePage } from '../pages/console-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expectWholeCells } from '../support/cells.ts';
import { expectRoom, windows } from '../support/room.ts';
import { furtherPages, routerPaths, sections, things } from '../support/screens.ts';
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
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('English');
  await page.getByRole('option', { name: 'Sprache: English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('1,234,567.89')).toBeVisible();
});

test.describe('on a German computer', () => {
  test.describe.configure({ timeout: 420_000 });
  test.use({ locale: 'de-AT' });

  test('every screen has a title of its own and room in every window, also for German words', async ({
    page,
    api,
    watch,
  }) => {
    // One of the addresses is of a thing that is not there.
    watch.expectError(/status of 404/);
    const console = new ConsolePage(page);
    const screens = [...sections, ...(await things(api)), ...furtherPages];
    /** The titles of all screens, each looked at. */
    const titles = async (look: (address: string) => Promise<void>) => {
      const found = new Map<string, string>();
      for (const { address } of screens) {
        await page.goto(`/#${address}`);
        await console.expectSettled();
        // What is open beside a list is named once its code is there.
        const isItsOwn = async () => {
          const title = await page.title();
          return title.endsWith(' · Proofdesk') && !found.has(title);
        };
        await expect.poll(isItsOwn, `${address} has a title of its own`).toBe(true);
        found.set(await page.title(), address);
        await look(address);
      }
      return [...found.keys()];
    };
    const german = await titles(async (address) => {
      for (const size of windows) {
        await page.setViewportSize(size);
        await expectRoom(page, `${address} at ${size.width}`);
        if (size.width === 1440) await expectWholeCells(page, address);
      }
      await page.setViewportSize(windows[0]);
    });
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.goto('/#/settings');
    await expectAccessible(page, 'Einstellungen');
    await console.run('Sprache: English');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await titles(() => Promise.resolve())).not.toEqual(german);
  });

  test('no address of the router is left out of that', () => {
    const paths = [...sections, ...furtherPages].map(({ address }) => address.split('?')[0]);
    // Home goes on to the first section; the rest are the things that a ledger holds.
    const ofThings = new Set(['/', '/sessions/$id', '/billing/invoices/$id']);
    const left = routerPaths().filter((path) => {
      const pattern = new RegExp(`^${path.replaceAll('$id', '[^/]+')}$`);
      return !ofThings.has(path) && !paths.some((each) => pattern.test(each ?? ''));
    });
    expect(routerPaths().length).toBeGreaterThan(20);
    expect(left).toEqual([]);
  });

  test('numbers and days are typed as German has them, and sent as the API has them', async ({
    page,
  }) => {
    await page.goto('/#/decisions');
    const header = page.locator('header');
    await header.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Konfidenz', exact: true }).click();
    const least = page.getByRole('textbox', { name: 'Mindestens' });
    await least.fill('0.85');
    await expect(page.getByText('Gelesen als 0,85')).toBeVisible();
    await least.fill('0,85');
    await expect(page.getByText('Gelesen als')).toBeHidden();
    await least.press('ArrowUp');
    await expect(least).toHaveValue('0,9');
    await least.press('Enter');
    await expect(page).toHaveURL(/min_confidence=0\.9/);

    await header.getByRole('button', { name: 'Erstellt', exact: true }).click();
    await page.getByRole('textbox', { name: 'Von' }).fill('16.11.2024');
    await expect(page).toHaveURL(/start_date=2024-11-16/);
    // Rows of before are dim until those of now are there.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, 'der Filter nach Tagen');
  });

  test('numbers are typed and shown as German has them', async ({ page }) => {
    await page.goto('/#/decisions?min_confidence=0.5');
    await expect(page.getByRole('grid')).toContainText(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d/);
    await expect(page.getByRole('main')).toContainText('0,5');
  });
});
