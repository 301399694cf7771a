/** The overview: what needs attention, figures that are their lists, the days by keyboard, first steps. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { Api } from '../support/api.ts';
import {
  expectAccessibleInBothThemes,
  expectNoHorizontalOverflow,
} from '../support/accessibility.ts';
import { expect, readingTest, test } from '../support/test.ts';

const overviewSchema = z.object({
  figures: z.array(z.object({ kind: z.string(), value: z.number() })),
  days: z.array(z.object({ date: z.string(), total: z.int() })),
});

readingTest(
  'begins the console, and its figures open the lists that they count',
  async ({ page, host }) => {
    await page.goto('/');
    const console = new ConsolePage(page);
    await console.expectSection('Overview');
    const { figures } = await new Api(host).get('/overview', overviewSchema);
    for (const kind of [
      'decisions_recent',
      'decisions_intervened',
      'sessions_active',
      'review_waiting',
    ]) {
      const value = figures.find((each) => each.kind === kind)?.value ?? 0;
      await console.open('Overview');
      const tile = page.locator(`[data-figure="${kind}"]`);
      await expect(tile).toContainText(value.toLocaleString('en'));
      await tile.click();
      // The status bar tells the size of the list, whether its cursor stands anywhere or not.
      await expect(console.status).toContainText(
        new RegExp(`(^|\\D)${value.toLocaleString('en')}(\\D|$)`),
      );
      await expect(console.main.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
    }
  },
);

readingTest(
  'a day is reached with the arrows and opens its decisions @whole',
  async ({ page, host }) => {
    const console = new ConsolePage(page);
    await console.open('Overview');
    const { days } = await new Api(host).get('/overview', overviewSchema);
    const days30 = page.getByRole('list', { name: /^Columns of the chart/ }).getByRole('link');
    await expect(days30).toHaveCount(30);
    await days30.last().focus();
    await page.keyboard.press('Home');
    await expect(days30.first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      new RegExp(`start_date=${days[1]?.date}&end_date=${days[1]?.date}`),
    );
    await console.expectSection('Decisions');
  },
);

readingTest('is everybody’s in their order, and remembers whose @whole', async ({ page }) => {
  const console = new ConsolePage(page);
  await console.open('Overview');
  const first = page.locator('[data-part]').first();
  await expect(first).toContainText('Ledger');
  await page.getByText('AI lab', { exact: true }).click();
  await expect(first).toContainText('Needs attention');
  await expect(page.locator('[data-figure]').first()).toContainText('Used this month');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'AI lab' })).toBeChecked();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectNoHorizontalOverflow(page, 'overview');
  await expectAccessibleInBothThemes(page, 'overview of a lab', 'screen');
});

test('of an empty ledger says what can be done first @whole', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This ledger is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'New decision…' }).click();
  await expect(page.getByRole('dialog', { name: 'New decision' })).toBeVisible();
});
