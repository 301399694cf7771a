/** A holder's money as its page shows it: the steps, the bars and the table come to the same, to the cent. */
import { cpSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PayoutsPage } from '../pages/payouts-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { keysOfRoles, makeCaller, type Caller } from '../support/callers.ts';
import { connect, openServer } from '../support/connections.ts';
import { demoLedgerOf } from '../support/demo-ledgers.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { expect, readingTest, test } from '../support/test.ts';

/** Cents of `$1,983.86`. */
function cents(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) * 100);
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

const holder = 'riverside-clinic';
const other = 'northwind-insurance';

/** Compares what the page of a holder adds up to in each of the ways in which it tells it. */
async function expectToAddUp(page: Page): Promise<void> {
  const money = new PayoutsPage(page).money(holder);
  const steps = money.locator('[data-step]');
  await expect(steps.first()).toBeVisible();
  const values = await steps.locator('dd:nth-of-type(1)').allTextContents();
  const whole = sum(values.map(cents));
  expect(whole).toBeGreaterThan(0);

  const chart = money.getByRole('region', { name: 'Net by month of use' });
  const told = (await chart.locator('header').textContent()) ?? '';
  const [, inYear = '', before = '0'] =
    /\$([\d,.]+) in 12 months, after fees(?: · \$([\d,.]+) before)?/.exec(told) ?? [];
  expect(cents(inYear) + cents(before)).toBe(whole);

  await chart.getByRole('button', { name: 'Show as a table' }).click();
  const rows = chart.locator('tr[data-month]');
  await expect(rows).toHaveCount(12);
  const sums = (await rows.locator('td:last-child').allTextContents()).map(cents);
  expect(sum(sums)).toBe(cents(inYear));

  const bars = await chart
    .locator('svg[role="img"] > g')
    .evaluateAll((columns) =>
      columns.map((column) =>
        [...column.querySelectorAll('rect')]
          .map((part) => Number.parseFloat(part.getAttribute('height') ?? ''))
          .reduce((all, each) => all + each, 0),
      ),
    );
  const [tallest, most] = [Math.max(...bars), Math.max(...sums)];
  // Heights are percents with four decimals.
  for (const [place, bar] of bars.entries()) {
    expect(Math.abs(bar / tallest - (sums[place] ?? 0) / most)).toBeLessThan(0.0001);
  }
}

readingTest('the steps, the bars and the table of a holder come to the same', async ({ page }) => {
  const payouts = new PayoutsPage(page);
  await payouts.open(`holder=${holder}`);
  await expectToAddUp(page);
  await expectAccessible(page, `payouts of ${holder}`);
});

/** What a holder's key is answered for papers and figures of others, by path. */
async function answersFor(caller: Caller, paths: readonly string[]): Promise<readonly number[]> {
  const { baseUrl, key } = caller;
  const responses = await Promise.all(
    paths.map((path) => fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } })),
  );
  return responses.map(({ status }) => status);
}

test('a holder sees its own money by its own key, and nothing of others @whole', async ({
  page,
}) => {
  const directory = temporaryDirectory('holder');
  cpSync(await demoLedgerOf(300), directory.path, { recursive: true });
  const server = await startHost({ directory: directory.path, demo: 300 });
  try {
    const caller = await makeCaller(server, keysOfRoles['data holder'].body, 'the clinic');
    const admin = await makeCaller(server, keysOfRoles.administrator.body, 'an administrator');
    const [foreign = ''] = await admin.ids(`/billing/payouts?holder_id=${other}`, 'payout_id');
    const [invoice = ''] = await admin.ids('/billing/invoices?limit=1', 'invoice_id');
    const [note = ''] = await admin.ids('/billing/credit-notes', 'credit_note_id');
    const own = ['', '/summary', '/statement?from=2020-01-01&to=2099-12-31&format=csv'];
    const paths = own.map((each) => `/billing/holders/${other}${each}`);
    expect(
      await answersFor(caller, [
        ...paths,
        `/billing/payouts/${foreign}/statement`,
        `/billing/invoices/${invoice}`,
        `/billing/invoices/${invoice}/pdf`,
        `/billing/credit-notes/${note}/pdf`,
        '/billing/accounts/meridian-labs',
      ]),
    ).toEqual(Array.from({ length: 8 }, () => 404));
    expect(
      await answersFor(caller, [
        ...own.slice(0, 2).map((each) => `/billing/holders/${holder}${each}`),
        '/billing/invoices',
        '/billing/usage?start_date=2026-01-01&end_date=2026-12-31',
      ]),
    ).toEqual([200, 200, 200, 200]);
    expect(
      await caller.ids('/billing/shares', 'holder_id').then((all) => [...new Set(all)]),
    ).toEqual([holder]);

    await page.goto('/');
    await connect(page, 'Elsewhere', server.baseUrl, caller.key);
    await openServer(page, 'Elsewhere');
    await new PayoutsPage(page).open();
    await expectToAddUp(page);
    const main = page.getByRole('main');
    await expect(main).not.toContainText(other);
    const next = main.getByRole('button', { name: /^Files of statement PS-/ }).first();
    await next.click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^DEMO-PS-\d{4}-\d{6}\.csv$/);
  } finally {
    await server.stop();
    directory.remove();
  }
});
