/** A holder's money as its page shows it: the steps, the bars and the table come to the same, to the cent. */
import { PayoutsPage } from '../pages/payouts-page.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, readingTest } from '../support/test.ts';

/** Cents of `$1,983.86`. */
function cents(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) * 100);
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

const holder = 'riverside-clinic';

readingTest('the steps, the bars and the table of a holder come to the same', async ({ page }) => {
  const payouts = new PayoutsPage(page);
  await payouts.open(`holder=${holder}`);
  const money = payouts.money(holder);
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
  await expectAccessible(page, `payouts of ${holder}`);
});
