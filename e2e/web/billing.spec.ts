/** Billing and payouts: from usage to an invoice, its payment, the payout and the revenue, to the cent. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BillingPage, InvoicePage } from '../pages/billing-page.ts';
import { PayoutsPage } from '../pages/payouts-page.ts';
import { TableMenu } from '../pages/table-menu.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { pick } from '../support/choices.ts';
import { expect, readingTest, test } from '../support/test.ts';

const account = 'meridian-labs';
const invoiceSchema = z.looseObject({
  invoice_id: z.string(),
  amount: z.number(),
  period: z.looseObject({ start_date: z.string(), end_date: z.string() }),
});
const detailSchema = z.looseObject({
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  line_items: z.array(z.looseObject({ description: z.string(), amount: z.number() })),
  details: z.looseObject({ invoice_number: z.string() }),
});
const revenueSchema = z.looseObject({ billed: z.number(), collected: z.number() });
const holdersSchema = z.looseObject({
  data: z.array(z.looseObject({ holder_id: z.string(), balance: z.number() })),
});

const amountOf = (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 9 });
/** An amount as the screens write it. */
const money = (value: number) => `$${amountOf(value)} USD`;
const monthName = (instant: string) =>
  new Date(instant).toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

async function newest(api: Api, query: string) {
  const { data } = await api.get(
    `/billing/invoices?${query}`,
    z.looseObject({ data: z.array(invoiceSchema) }),
  );
  const [first] = data;
  if (first === undefined) throw new Error(`There is no invoice with ${query}.`);
  return first;
}

test.describe('from usage to revenue', () => {
  test.use({ demo: 300 });
  test.describe.configure({ timeout: 120_000 });

  test('the same amounts on every screen @whole', async ({ page, api, watch }) => {
    watch.expectError(/402/);
    const billing = new BillingPage(page);
    const invoice = new InvoicePage(page);
    const payouts = new PayoutsPage(page);
    const { dialog } = invoice;

    // The month that is to be closed was closed by mistake: its invoice is canceled first.
    const before = await newest(api, `account_id=${account}&status=PENDING`);
    await invoice.open(before.invoice_id);
    await expect(invoice.document).toContainText(money(before.amount));
    await invoice.action('Cancel the invoice');
    await dialog.getByRole('button', { name: 'Cancel the invoice' }).click();
    await expect(dialog).toContainText('Say why.');
    await dialog.getByLabel('Reason').fill('Issued before the month was whole');
    await dialog.getByRole('button', { name: 'Cancel the invoice' }).click();
    await expect(dialog).toBeHidden();
    await invoice.expectStatus('Canceled');
    await expect(invoice.part('Canceled')).toContainText('Issued before the month was whole');

    // Usage of that month.
    const [from, to] = [before.period.start_date.slice(0, 10), before.period.end_date.slice(0, 10)];
    await billing.open(`account=${account}&from=${from}&to=${to}&group=dataset`);
    const usage = await api.get(
      `/billing/usage?account_id=${account}&start_date=${from}&end_date=${to}`,
      z.looseObject({ costs: z.looseObject({ total_cost: z.number(), time_cost: z.number() }) }),
    );
    await expect(billing.usage.locator('tfoot')).toContainText(amountOf(usage.costs.total_cost));
    await expect(billing.main).toContainText(money(usage.costs.time_cost));
    await expect(billing.main).toContainText('add up to the total, to the nano-unit');

    // Closing it.
    await billing.make('Close a period');
    await pick(dialog, 'Month', monthName(before.period.start_date));
    await expect(dialog.getByRole('region', { name: 'The invoice as it would be' })).toContainText(
      money(before.amount),
    );
    await dialog.getByLabel('Notes').fill('Purchase order 4711');
    await dialog.getByRole('button', { name: 'Close and issue' }).click();
    await expect(invoice.document).toContainText('Purchase order 4711');
    const issued = await newest(api, `account_id=${account}&status=PENDING`);
    const detail = await api.get(
      `/billing/invoices/${issued.invoice_id}?include=details`,
      detailSchema,
    );
    expect(detail.total).toBe(before.amount);
    for (const line of detail.line_items) {
      await expect(invoice.document).toContainText(line.description);
      await expect(invoice.document).toContainText(amountOf(line.amount));
    }
    for (const sum of [detail.subtotal, detail.tax, detail.total]) {
      await expect(invoice.document.locator('tfoot')).toContainText(amountOf(sum));
    }

    // Paying it: declined at its method, then with another one.
    await invoice.pay();
    const pay = dialog.getByRole('button', { name: `Pay ${money(detail.total)}` });
    await pay.click();
    await expect(dialog).toContainText('Choose a payment method.');
    await dialog.getByRole('radio', { name: /0002/ }).check();
    await pay.click();
    await expect(dialog.getByRole('alert')).toContainText('Declined.');
    await expectAccessible(page, 'a declined payment', 'overlay');
    await dialog.getByRole('radio', { name: /4242/ }).check();
    await pay.click();
    await expect(dialog).toBeHidden();
    await invoice.expectStatus('Paid');
    await expect(invoice.part('Payment')).toContainText(money(detail.total));
    await expect(invoice.part('Payment')).toContainText('visa •••• 4242');
    await expect(invoice.main.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0);

    // Documents.
    const receipt = await invoice.download('Download receipt');
    expect(receipt.suggestedFilename()).toContain(detail.details.invoice_number);
    expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const pdf = await invoice.download('Download as issued');
    expect(pdf.suggestedFilename()).toBe(`DEMO-${detail.details.invoice_number}.pdf`);

    // The list, the journal.
    await billing.open(`tab=invoices&account=${account}`);
    await expect(billing.invoiceRow(issued.invoice_id)).toContainText(money(detail.total));
    await expect(billing.invoiceRow(issued.invoice_id)).toContainText('Paid');
    await billing.open(`tab=journal&source=${issued.invoice_id}`);
    await expect(billing.journal).toContainText(amountOf(detail.total));
    await expect(billing.main).toContainText('Each of these 2 transactions balances');

    // The payout of what the holder earned by it.
    const { data: holders } = await api.get('/billing/payout-preferences', holdersSchema);
    const clinic = holders.find((each) => each.holder_id === 'riverside-clinic');
    const earned = money(clinic?.balance ?? 0);
    await payouts.open('holder=riverside-clinic');
    const next = payouts.money('riverside-clinic');
    await expect(next).toContainText(earned.replace(' USD', ''));
    await payouts.run();
    const newestPayout = payouts.list.locator('tbody tr').first();
    await expect(newestPayout).toContainText('Pending');
    await expect(newestPayout).toContainText(earned);
    await expect(next).toContainText('On its way');
    await payouts.run();
    await expect(newestPayout).toContainText('Completed');
    await newestPayout.getByRole('button', { name: 'Shares' }).click();
    const shares = payouts.main.getByRole('region', { name: /^Shares in payout_/ });
    await expect(shares).toContainText(issued.invoice_id);
    await expect(shares.locator('tfoot')).toContainText(earned);

    // Revenue.
    await payouts.open('tab=revenue');
    const revenue = await api.get('/billing/revenue', revenueSchema);
    await expect(payouts.figure('Billed').first()).toContainText(money(revenue.billed));
    await expect(payouts.figure('Collected').first()).toContainText(money(revenue.collected));
    await expect(payouts.main).toContainText('= collected + outstanding holds to the cent');
    await expect(payouts.main).toContainText('+ available balances holds to the cent');
  });

  test('limits, rate cards, accounts: made, seen, changed @whole', async ({ page }) => {
    const billing = new BillingPage(page);
    const { dialog, main } = billing;
    await billing.open('tab=limits');
    await billing.make('New limit');
    await dialog.getByRole('button', { name: 'Set the limit' }).click();
    await expect(dialog).toContainText('must be a number');
    await pick(dialog, 'Account', 'Northstar AI, Inc.');
    await dialog.getByLabel('Amount, USD').fill('0');
    await dialog.getByText('Hard', { exact: true }).click();
    await expect(dialog).toContainText('Refuses every call that costs anything');
    await dialog.getByLabel('Amount, USD').fill('1000');
    await dialog.getByLabel('Alerts at, %').fill('25, 90');
    await expect(dialog).toContainText('90 % = $900.00 USD');
    await dialog.getByRole('button', { name: 'Set the limit' }).click();
    await expect(dialog).toBeHidden();
    const limit = main.getByRole('listitem', { name: 'Northstar AI, Inc., Monthly' });
    await expect(limit).toContainText('of $1,000.00 USD');
    await limit.getByRole('button', { name: /^Change/ }).click();
    await dialog.getByLabel('Amount, USD').fill('2000');
    await dialog.getByRole('button', { name: 'Change the limit' }).click();
    await expect(limit).toContainText('of $2,000.00 USD');
    await limit.getByRole('button', { name: /^Delete/ }).click();
    await dialog.getByRole('button', { name: 'Delete the limit' }).click();
    await expect(limit).toHaveCount(0);

    await billing.show('Rate cards');
    await billing.make('New rate card');
    await dialog.getByLabel('Name').fill('Research');
    await dialog.getByLabel('Rate card id').fill('research');
    await pick(dialog, 'Price model', 'Tiered');
    await dialog.getByLabel('Access time, tier 1: rate').fill('10');
    await dialog.getByRole('button', { name: 'Add a tier' }).nth(1).click();
    await dialog.getByLabel('Records, tier 1: up to').fill('1000');
    await dialog.getByLabel('Records, tier 1: rate').fill('0.05');
    await dialog.getByLabel('Records, tier 2: rate').fill('0.04');
    await dialog.getByLabel('Data, tier 1: rate').fill('0.1');
    await dialog.getByRole('button', { name: 'Make the card' }).click();
    await expect(dialog.getByLabel('Operations, tier 1: rate')).toBeFocused();
    await dialog.getByLabel('Operations, tier 1: rate').fill('0.01');
    await dialog.getByRole('button', { name: 'Make the card' }).click();
    const card = main.getByRole('region', { name: 'Research' });
    await expect(card).toContainText('the first 1,000 records: $0.05 USD per record');
    await expect(card).toContainText('above: $0.04 USD per record');
    await card.getByRole('button', { name: 'Assign' }).click();
    await pick(dialog, 'Account', 'Default account');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(card).toContainText('Default account · version 1');

    await billing.show('Accounts');
    await main.getByRole('link', { name: 'Default account' }).click();
    const detail = main.getByRole('region', { name: 'Default account' });
    await detail.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByLabel('Reason').fill('Contract ended');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(detail).toContainText('Suspended by hand. Contract ended');
    await detail.getByRole('button', { name: 'Credit or charge' }).click();
    await dialog.getByLabel('Amount, USD').fill('50');
    await dialog.getByLabel('Description').fill('Goodwill');
    await dialog.getByRole('button', { name: 'Put it on' }).click();
    await expect(detail).toContainText('-$50.00 USD');
  });
});

test('an empty ledger says what to do @whole', async ({ page }) => {
  const billing = new BillingPage(page);
  await billing.open();
  await expect(billing.main).toContainText('Nothing was used in this period');
  await billing.show('Invoices');
  await expect(billing.main).toContainText('No invoices yet');
  await billing.show('Limits and alerts');
  await expect(billing.main).toContainText('No spending limits yet');
  await billing.show('Journal');
  await expect(billing.main).toContainText('Nothing is posted yet');
  const payouts = new PayoutsPage(page);
  await payouts.open();
  await expect(payouts.main).toContainText('No holders yet');
});

readingTest(
  'a figure leads to its sessions, each with rate × volume, and to a file @whole',
  async ({ page, api }) => {
    const billing = new BillingPage(page);
    const { main } = billing;
    await billing.open('group=dataset');
    const row = billing.usage.getByRole('row').filter({ hasText: 'northwind-claims' });
    const cells = row.getByRole('cell');
    const sessions = Number(await cells.first().textContent());
    await cells.first().getByRole('link').click();
    const table = main.getByRole('table', { name: 'Sessions behind the figures' });
    await expect(table.locator('tbody tr')).toHaveCount(sessions);
    await expect(main).toContainText('Datasetnorthwind-claims');
    await table.getByRole('button', { name: 'Rate × volume' }).last().click();
    const whole = main.getByRole('table', { name: 'The whole session' });
    await expect(whole).toContainText('USD per hour');
    await expect(whole.locator('tfoot')).toContainText('Total');
    await expectAccessible(page, 'sessions behind a figure');

    // A month that is over: what open sessions cost grows by the minute.
    const { period } = await newest(api, `account_id=${account}`);
    const [from, to] = [period.start_date.slice(0, 10), period.end_date.slice(0, 10)];
    // Until its figures are there the screen has those of before: they are not what the file says it holds.
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/billing\/usage\?/, async (route) => {
      await asked;
      await route.continue();
    });
    await billing.open(`from=${from}&to=${to}&group=dataset`);
    const menu = new TableMenu(page);
    await menu.choose('Export as a file…');
    const start = menu.dialog.getByRole('button', { name: 'Export', exact: true });
    await expect(start).toHaveAttribute('data-loading', 'true');
    answer();
    await expect(start).not.toHaveAttribute('data-loading');
    const { bytes } = await menu.export('CSV, for a spreadsheet');
    const [head, ...lines] = bytes.toString().trimEnd().split('\r\n');
    expect(head).toBe(
      'Dataset,Sessions,Hours,Records,GB,Operations,Time cost,Record cost,Data cost,Operation cost,Total cost,Currency',
    );
    expect(lines.length).toBeGreaterThan(0);
    const sum = lines.reduce((total, line) => total + Number(line.split(',')[10]), 0);
    await expect(billing.usage.locator('tfoot')).toContainText(amountOf(Number(sum.toFixed(9))));
  },
);

readingTest(
  'by keyboard: a period into its days, a state of invoices, an invoice and back @whole',
  async ({ page }) => {
    const billing = new BillingPage(page);
    await billing.open();
    await billing.usage.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/group=day/);
    await billing.open('tab=invoices&status=CANCELED');
    await expect(billing.invoices).toHaveAttribute('aria-rowcount', '3');
    await expect(billing.invoices).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const invoice = new InvoicePage(page);
    await invoice.expectStatus('Canceled');
    await page.goBack();
    await expect(billing.invoices).toHaveAttribute('aria-rowcount', '3');
  },
);

readingTest(
  'every dialog, and an invoice that is overdue, is accessible in both themes @whole',
  async ({ page }) => {
    readingTest.setTimeout(420_000);
    const billing = new BillingPage(page);
    const payouts = new PayoutsPage(page);
    await billing.open();
    for (const [tab, action] of [
      ['Usage', 'Close a period'],
      ['Rate cards', 'New rate card'],
      ['Limits and alerts', 'New limit'],
      ['Accounts', 'New account'],
    ] as const) {
      await billing.show(tab);
      await expect(billing.main.getByRole('table').first()).toBeVisible();
      await billing.make(action);
      await expectAccessibleInBothThemes(page, action, 'overlay');
      await page.keyboard.press('Escape');
      await expect(billing.dialog).toBeHidden();
    }
    await billing.show('Invoices');
    await expect(billing.invoices.locator('[data-row="0"]')).toBeVisible();
    await billing.segment('Overdue').click();
    await expect(billing.invoices.locator('[data-row="0"]')).toContainText('Overdue');
    await billing.invoices.getByRole('link').first().click();
    const invoice = new InvoicePage(page);
    await expect(invoice.document).toBeVisible();
    await expectAccessibleInBothThemes(page, 'invoice', 'screen');
    await invoice.pay();
    await expectAccessibleInBothThemes(page, 'pay', 'overlay');
    await page.keyboard.press('Escape');
    await invoice.action('Cancel the invoice');
    await expectAccessibleInBothThemes(page, 'cancel', 'overlay');
    await page.keyboard.press('Escape');

    await payouts.open();
    await expect(payouts.list).toBeVisible();
    await payouts.main.getByRole('button', { name: 'Edit schedule' }).first().click();
    await expectAccessibleInBothThemes(page, 'schedule', 'overlay');
    await page.keyboard.press('Escape');
    await payouts.main.getByRole('button', { name: 'Run payouts' }).click();
    await expectAccessibleInBothThemes(page, 'run', 'overlay');
  },
);
