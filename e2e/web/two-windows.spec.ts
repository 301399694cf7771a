/** Two persons at the same settings: what one changed meanwhile is shown to the other, whose text stays. */
import { z } from 'zod';
import type { BrowserContext, Page } from '@playwright/test';
import { BillingPage } from '../pages/billing-page.ts';
import { DecisionsPage } from '../pages/decisions-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const limitSchema = z.looseObject({ limit_id: z.string() });
const limitsSchema = z.object({
  data: z.array(
    z.looseObject({ amount: z.number(), alert_thresholds: z.array(z.number()), mode: z.string() }),
  ),
});

const meanwhile = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Somebody else has changed this' });
const goOn = (page: Page) =>
  meanwhile(page).getByRole('button', { name: 'Seen, go on with mine' }).click();

async function windows(page: Page, context: BrowserContext): Promise<readonly [Page, Page]> {
  return [page, await context.newPage()];
}

test('a spending limit: what was typed stays, what came is shown, and it is asked again @whole', async ({
  page,
  context,
  api,
  watch,
}) => {
  watch.expectError(/status of 409/);
  const terms = { period: 'MONTHLY', mode: 'SOFT', amount: 100 };
  const made = await api.send('POST', '/billing/limits', { body: terms });
  limitSchema.parse(made.body);
  const limits = async () => (await api.get('/billing/limits', limitsSchema)).data;
  const pages = await windows(page, context);
  for (const each of pages) {
    await new BillingPage(each).open('tab=limits');
    await each.getByRole('button', { name: /^Change the limit/ }).click();
    await expect(each.getByRole('textbox', { name: /^Amount/ })).toHaveValue('100');
  }
  const [first, late] = pages;
  const send = (each: Page) =>
    each.getByRole('dialog').getByRole('button', { name: 'Change the limit' }).click();

  await late.getByRole('textbox', { name: 'Alerts at, %' }).fill('30, 60');
  await first.getByRole('textbox', { name: /^Amount/ }).fill('250');
  await send(first);
  await expect(first.getByRole('dialog')).toBeHidden();

  await expect(meanwhile(late)).toContainText('Amount, USD: $250.00 USD (was $100.00 USD)');
  await send(late);
  await expect(meanwhile(late)).toBeVisible();
  expect(await limits()).toMatchObject([{ amount: 250, alert_thresholds: [50, 80, 100] }]);

  await goOn(late);
  await expect(meanwhile(late)).toHaveCount(0);
  // What nobody typed here is as the other one left it.
  await expect(late.getByRole('textbox', { name: /^Amount/ })).toHaveValue('250');
  await expect(late.getByRole('textbox', { name: 'Alerts at, %' })).toHaveValue('30, 60');
  await send(late);
  await expect(late.getByRole('dialog')).toBeHidden();
  expect(await limits()).toMatchObject([{ amount: 250, alert_thresholds: [30, 60] }]);
});

test('a limit that was changed is not deleted unseen, and one that was deleted keeps what is typed @whole', async ({
  page,
  api,
}) => {
  const terms = { period: 'MONTHLY', mode: 'SOFT', amount: 100 };
  const made = await api.send('POST', '/billing/limits', { body: terms });
  const { limit_id: id } = limitSchema.parse(made.body);
  await new BillingPage(page).open('tab=limits');
  await page.getByRole('button', { name: /^Delete the limit/ }).click();
  await api.send('PUT', `/billing/limits/${id}`, { body: { ...terms, mode: 'HARD' } });
  await expect(meanwhile(page)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Change the limit/ }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('70');
  await api.send('DELETE', `/billing/limits/${id}`);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Somebody else has removed this' }),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('70');
});

async function decisionOf(api: Api): Promise<string> {
  const stored = await api.append({
    model_id: 'credit-scorer',
    input: { income: 52_000 },
    output: { decision: 'decline' },
    confidence: 0.42,
  });
  return stored.id;
}

test('a proposal that comes while an approval is being written leaves the text where it is @whole', async ({
  page,
  api,
}) => {
  const id = await decisionOf(api);
  const review = new ReviewPage(page);
  await new DecisionsPage(page).open(`record=${id}`);
  await review.inspector.expectOpen(id);
  await page.getByRole('grid').press('a');
  const field = (name: string) => review.dialog.getByRole('textbox', { name });
  await field('Reason').fill('The payslips are sound.');
  const title = await review.dialog.getByRole('heading').first().textContent();

  const proposal = await api.send('POST', `/records/${id}/interventions`, {
    body: {
      action: 'override',
      actor: { id: 'm.lindqvist', role: 'officer' },
      reason: 'Another income.',
      outcome: { decision: 'approve' },
      meaning: 'proposal',
    },
  });
  expect(proposal.status).toBe(201);
  const came = review.dialog.getByRole('alert').filter({ hasText: 'Somebody else has acted' });
  await expect(came).toContainText('m.lindqvist, officer');
  await expect(field('Reason')).toHaveValue('The payslips are sound.');
  await expect(review.dialog.getByRole('heading').first()).toHaveText(title ?? '');

  // Seen: now it is that decision which is made as the second person.
  await came.getByRole('button', { name: 'Decide with this in view' }).click();
  await expect(came).toHaveCount(0);
  await expect(review.dialog.getByRole('heading').first()).not.toHaveText(title ?? '');
  await expect(field('Reason')).toHaveValue('The payslips are sound.');
  await review.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(review.dialog.getByText('Proposed by', { exact: true })).toBeVisible();
  await expect(review.dialog).toContainText('The payslips are sound.');
});
