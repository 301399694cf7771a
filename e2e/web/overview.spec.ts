/** The overview: what needs attention, numbers that are their lists, the days by keyboard, each role’s parts, first steps. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { Api } from '../support/api.ts';
import {
  expectAccessibleInBothThemes,
  expectNoHorizontalOverflow,
} from '../support/accessibility.ts';
import { expect, readingTest, test } from '../support/test.ts';

const counted = z.object({ count: z.int() });
const linkedSchema = counted.extend({ where: z.string() });
const overviewSchema = z.object({
  reviews: z.object({ waiting: z.int(), late: z.int() }),
  requests: z.object({ open: z.int() }),
  days: z.array(z.object({ date: z.string(), total: z.int() })),
});
const modelsSchema = z.object({
  all: z.object({ decisions: counted, changed: counted, reviewed: counted }),
});

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link');

readingTest(
  'begins the console, and its figures open the lists that they count',
  async ({ page, host }) => {
    await page.goto('/');
    const console = new ConsolePage(page);
    await console.expectSection('Overview');
    const api = new Api(host);
    const { reviews, requests } = await api.get('/overview', overviewSchema);
    const { all } = await api.get('/oversight/models?days=30', modelsSchema);
    for (const [name, count] of [
      ['Decisions, 30 days', all.decisions.count],
      ['Waiting for people', reviews.waiting],
      ['Changed by people', all.changed.count],
      ['Time to review', all.reviewed.count],
      ['Requests of persons', requests.open],
    ] as const) {
      await console.open('Overview');
      await figure(page, name).click();
      await expect(console.main.getByRole('heading', { level: 1 })).not.toHaveText('Overview');
      // The status bar tells the size of the list, whether its cursor stands anywhere or not.
      await expect(console.status).toContainText(
        new RegExp(`(^|\\D)${count.toLocaleString('en')}(\\D|$)`),
      );
    }
  },
);

readingTest('what is past due opens the reviews that are late @whole', async ({ page, host }) => {
  const console = new ConsolePage(page);
  await console.open('Overview');
  const { reviews } = await new Api(host).get('/overview', overviewSchema);
  await page.getByRole('link', { name: /reviews are past due/ }).click();
  await console.expectSection('Review');
  const only = page.getByRole('button', { name: `${reviews.late} are late` });
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await expect(console.status).toContainText(new RegExp(`(^|\\D)${reviews.late}(\\D|$)`));
  await only.click();
  await expect(page).not.toHaveURL(/is_late/);
});

/** Links of a screen to decisions that tell their number, each with it: “339”, “12 undecided”, “Show 339 decisions”. */
async function numbersOf(page: Page): Promise<Map<string, number>> {
  const links = page.locator('main a[href^="#/decisions?"]:not([href*="record="])');
  const told = await links.evaluateAll((elements) =>
    elements
      // A sum of money is no number of decisions.
      .filter((element) => element.closest('dl')?.textContent?.includes('Amount') !== true)
      .map((element) => [
        element.getAttribute('href') ?? '',
        (element.lastChild?.textContent ?? '').trim(),
      ]),
  );
  return new Map(
    told.flatMap(([href = '', words = '']) => {
      const [, digits] = /^(?:Show )?(\d[\d,]*)(?: [a-z][a-z ]*)?$/.exec(words) ?? [];
      return digits === undefined ? [] : [[href, Number(digits.replaceAll(',', ''))]];
    }),
  );
}

const sumsSchema = z.object({
  model_id: z.string(),
  figures: z.object({
    decisions: linkedSchema,
    reviewed: linkedSchema,
    changed: linkedSchema,
    classes: z.object({ favourable: linkedSchema }),
    amounts: z.array(
      z.object({ records: linkedSchema, by_class: z.array(z.object({ records: linkedSchema })) }),
    ),
  }),
});

/** What the links of a model’s figures count that tell a sum, a share or a time instead. */
async function otherNumbersOf(page: Page, api: Api, query: string): Promise<Map<string, number>> {
  const { model_id: modelId, figures } = await api.get(`/oversight?${query}`, sumsSchema);
  const { decisions, reviewed, changed, classes, amounts } = figures;
  const counted = [
    decisions,
    reviewed,
    changed,
    classes.favourable,
    ...amounts.flatMap((each) => [each, ...each.by_class].map(({ records }) => records)),
  ];
  const found = new Map<string, number>();
  for (const { count, where } of counted) {
    const filter = { model_id: modelId, ...(where === '{}' ? {} : { where }) };
    const href = `#/decisions?${new URLSearchParams(filter).toString()}`;
    await expect(page.locator(`main a[href=${JSON.stringify(href)}]`).first()).toBeVisible();
    found.set(href, count);
  }
  return found;
}

readingTest(
  'every number of the overview and of a model’s figures is its list @whole',
  async ({ page, host }) => {
    readingTest.setTimeout(300_000);
    const api = new Api(host);
    const console = new ConsolePage(page);
    const decisions = new DecisionsPage(page);
    const found = new Map<string, number>();
    for (const address of [
      '/overview?profile=officer',
      '/oversight?model=credit-scorer',
      '/oversight?model=credit-scorer&basis=effect',
      '/oversight?model=triage-net',
    ]) {
      await page.goto(`/#${address}`);
      await console.expectSettled();
      await expect(page.locator('main a[href^="#/decisions?"]').first()).toBeVisible();
      const numbers = await numbersOf(page);
      expect(numbers.size).toBeGreaterThan(3);
      const [, query] = /^\/oversight\?model=(.+)$/.exec(address) ?? [];
      const others =
        query === undefined
          ? new Map<string, number>()
          : await otherNumbersOf(page, api, `model_id=${query}`);
      for (const [href, count] of [...numbers, ...others]) found.set(href, count);
    }
    for (const [href, count] of found) {
      await page.goto(`/${href}`);
      await test.step(`${href}: ${count}`, () => decisions.expectTotal(count));
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

readingTest('has the parts of each role, and remembers whose it is @whole', async ({ page }) => {
  const console = new ConsolePage(page);
  await console.open('Overview');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Ledger')).toBeVisible();
  await expect(part('Models')).toBeVisible();
  await page.getByText('Data holder', { exact: true }).click();
  await expect(part('Figures')).toContainText('Next payout');
  await expect(part('Ledger')).toBeHidden();
  await expectAccessibleInBothThemes(page, 'overview of a data holder', 'screen');
  await page.getByText('AI lab', { exact: true }).click();
  await expect(part('Figures')).toContainText('Used in');
  await expect(part('Open sessions')).toBeVisible();
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
