/** Months that close: a draft is held back, let go and issued by a run; a card is tried on months past, and taken back before it begins. */
import { z } from 'zod';
import { BillingPage } from '../pages/billing-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, readingTest, test } from '../support/test.ts';

const account = 'northstar-ai';
const pageSchema = z.looseObject({
  data: z.array(
    z.looseObject({ invoice_id: z.string(), period: z.looseObject({ start_date: z.string() }) }),
  ),
});
const draftsSchema = z.looseObject({
  data: z.array(z.looseObject({ account_id: z.string(), total: z.number() })),
});

async function done(answer: Promise<{ readonly status: number; readonly body: unknown }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
}

test.use({ demo: 300 });

test('a draft is held back, let go, and issued by a run that tells what became of it @whole', async ({
  page,
  api,
}) => {
  const { data } = await api.get(
    `/billing/invoices?account_id=${account}&status=OVERDUE`,
    pageSchema,
  );
  const [last] = data;
  if (last === undefined) throw new Error('There is no invoice to take back.');
  // Its month, whose grace is over on every day, is open again.
  const reason = 'Issued before the month was whole';
  await done(api.send('POST', `/billing/invoices/${last.invoice_id}/cancel`, { body: { reason } }));
  const month = last.period.start_date.slice(0, 7);
  const billing = new BillingPage(page);
  await billing.open(`tab=months&month=${month}`);
  const drafts = billing.main.getByRole('region', { name: 'Drafts' });
  const row = drafts.getByRole('row').filter({ hasText: account });
  await expect(row).toContainText('Open');

  await row.getByRole('button', { name: 'Hold back…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The volume is in dispute');
  await dialog.getByRole('button', { name: 'Hold the draft back' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Held back');
  await expectAccessible(page, 'open months');
  await row.getByRole('button', { name: 'Lift the hold' }).click();
  await expect(row.getByRole('button', { name: 'Hold back…' })).toBeVisible();

  await drafts.getByRole('button', { name: 'Close now' }).click();
  await dialog.getByRole('button', { name: 'Close now' }).click();
  await expect(dialog).toBeHidden();
  await expect(drafts).toContainText('is closed');
  const runs = billing.main.getByRole('region', { name: 'Runs' });
  await runs.getByRole('row').nth(1).getByRole('button').first().click();
  const report = billing.main.getByRole('region', { name: /^What became of/ });
  await expect(report.getByRole('row').filter({ hasText: account })).toContainText('Issued');
  const after = await api.get(`/billing/drafts?month=${month}`, draftsSchema);
  expect(after.data.map((each) => each.account_id)).not.toContain(account);
});

test('a card of a month to come is taken back before it begins @whole', async ({ page, api }) => {
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
    .toISOString()
    .slice(0, 7);
  const body = { rate_card_id: 'standard', from_month: next };
  await done(api.send('PUT', `/billing/accounts/${account}/rate-card`, { body }));
  const billing = new BillingPage(page);
  await billing.open(`tab=month&account=${account}`);
  const prices = billing.main.getByRole('region', { name: 'Prices' });
  await expect(prices).toContainText('Standard, pay per use');
  await prices.getByRole('button', { name: 'Take back' }).click();
  await expect(prices).not.toContainText('Standard, pay per use');
});

readingTest('a card is tried on months past: its rows come to its sums', async ({ page }) => {
  const billing = new BillingPage(page);
  await billing.open('tab=rates&card=standard@1');
  const tried = billing.main.getByRole('region', { name: 'On the last twelve months' });
  await expect(tried.getByRole('row').nth(1)).toBeVisible();
  const told = await tried.locator('p').first().textContent();
  const [billed = 0, wouldBe = 0] = [...(told ?? '').matchAll(/\$([\d,.]+)/g)].map(
    ([, amount = '']) => Math.round(Number(amount.replaceAll(',', '')) * 100),
  );
  const cells = await tried
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((each) =>
        [...each.querySelectorAll('td')].map((cell) => cell.textContent.replaceAll(/[^\d.]/g, '')),
      ),
    );
  const sumOf = (column: number) =>
    cells.reduce((sum, row) => sum + Math.round(Number(row.at(column)) * 100), 0);
  expect([sumOf(-3), sumOf(-2)]).toEqual([billed, wouldBe]);
  expect(wouldBe).toBeGreaterThan(0);
});
