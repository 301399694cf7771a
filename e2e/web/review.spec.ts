/** The review queue by keyboard alone; interventions and erasures in the inspector. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { DecisionsPage, Inspector } from '../pages/decisions-page.ts';
import { ReviewPage } from '../pages/review-page.ts';
import type { Api } from '../support/api.ts';
import { confirmProfile } from '../support/profiles.ts';
import { expect, test } from '../support/test.ts';

const listSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      action: z.string(),
      reason: z.string().optional(),
      outcome: z.record(z.string(), z.unknown()).optional(),
      actor: z.looseObject({ id: z.string(), role: z.string() }),
      meaning: z.string().optional(),
    }),
  ),
  decision_in_effect: z.looseObject({
    status: z.string(),
    output: z.record(z.string(), z.unknown()).nullable(),
  }),
});

async function record(api: Api, decision: string, model = 'other-scorer'): Promise<string> {
  const stored = await api.append({
    model_id: model,
    input: { income: 52_000, name: 'Erika Mustermann' },
    output: { decision, limit: 12_000 },
    confidence: 0.42,
  });
  return stored.id;
}

async function interventions(api: Api, id: string) {
  return api.get(`/records/${id}/interventions`, listSchema);
}

/** Appends an intervention as a script does. */
async function intervene(api: Api, id: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.send('POST', `/records/${id}/interventions`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

const escalator = { id: 'a.first', role: 'analyst' };

test.describe('the queue, by keyboard alone', () => {
  test('approve, override with reason and outcome, escalate @whole', async ({ page, api }) => {
    const one = await record(api, 'decline', 'credit-scorer');
    const two = await record(api, 'decline', 'credit-scorer');
    const three = await record(api, 'approve', 'credit-scorer');
    await confirmProfile(api, 'credit-scorer', { below: 0.6 });
    const review = new ReviewPage(page);
    await page.goto('/');
    await expect(page.getByText('Engine running')).toBeVisible();
    await page.keyboard.press('Alt+5');
    // First by when it is due; then as the decisions that it is.
    await expect(page.getByRole('grid', { name: 'What waits, 3' })).toBeFocused();
    await review.open();
    await review.expectWaiting(3);
    await expect(review.grid).toBeFocused();
    // The oldest is open by itself, on what can be done with it.
    await review.inspector.expectOpen(one);
    await expect(review.inspector.panel()).toContainText('asks for a review');

    // Approve: nothing needs to be typed, and nobody is enrolled who could sign.
    await page.keyboard.press('a');
    await review.expectDialog('Approve the decision');
    await expect(review.dialog).toContainText('Not signed');
    await expect(review.dialog.getByRole('button', { name: 'Append the approval' })).toBeFocused();
    await page.keyboard.press('Enter');
    await review.expectWaiting(2);
    await review.inspector.expectOpen(two);
    await expect(review.grid).toBeFocused();

    // Override: the original is in sight, nothing is lost on reload.
    await page.keyboard.press('o');
    await review.expectDialog('Override the decision');
    await expect(review.dialog.getByRole('radio', { name: /^approve/ })).toBeFocused();
    await page.keyboard.press('Space');
    const answer = review.dialog.getByRole('region', { name: 'The model answered' });
    await expect(answer).toBeHidden();
    await review.dialog.getByText('Show the model’s answer').press('Enter');
    await expect(answer).toContainText('"decline"');
    await review.tabTo('textbox', 'Reason');
    await page.keyboard.type('The collateral was not part of the input.');
    await page.reload();
    await review.inspector.expectOpen(two);
    await new ConsolePage(page).expectSettled();
    await review.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await expect(review.dialog).toContainText('Continued from what you had written');
    await expect(review.dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(/collateral/);
    await page.keyboard.press('Control+Enter');
    await expect(review.dialog).toContainText('1 value differs');
    await expect(review.dialog.getByRole('button', { name: /^Append the/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await review.expectWaiting(1);
    await review.inspector.expectOpen(three);

    // Escalate: it goes on waiting, for somebody else.
    await page.keyboard.press('u');
    await review.expectDialog('Escalate the decision');
    await review.type('Reason', 'I know the applicant.');
    await page.keyboard.press('Control+Enter');
    await expect(review.dialog.getByRole('button', { name: /^Append the/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(review.inspector.panel()).toContainText('Escalated by the person at the machine');
    await review.expectWaiting(1);

    const approved = await interventions(api, one);
    expect(approved.data).toMatchObject([{ action: 'approve', actor: { id: 'operator' } }]);
    expect(approved.decision_in_effect.status).toBe('approved');
    const overridden = await interventions(api, two);
    expect(overridden.data).toMatchObject([
      { action: 'override', reason: 'The collateral was not part of the input.' },
    ]);
    expect(overridden.decision_in_effect).toMatchObject({
      status: 'changed',
      output: { decision: 'approve', limit: 12_000 },
    });
    expect((await interventions(api, three)).decision_in_effect.status).toBe('escalated');
  });

  for (const keys of [['Enter'], ['Control', 'Enter']]) {
    test(`${keys.join('+')}, held, goes one step and appends nothing @whole`, async ({
      page,
      api,
    }) => {
      const id = await record(api, 'decline');
      await intervene(api, id, { action: 'escalate', actor: escalator, reason: 'Unclear.' });
      const review = new ReviewPage(page);
      await review.open('review=escalated');
      await review.inspector.expectOpen(id);
      await expect(review.grid).toBeFocused();
      await page.keyboard.press('a');
      await review.expectDialog('Approve the decision');
      await review.tabTo('button', 'Back');
      await page.keyboard.press('Enter');
      await review.tabTo('button', 'Review');
      for (let presses = 0; presses < 4; presses += 1) {
        for (const key of keys) await page.keyboard.down(key);
      }
      for (const key of keys) await page.keyboard.up(key);
      await expect(review.dialog.getByRole('button', { name: /^Append the/ })).toBeFocused();
      expect((await interventions(api, id)).data).toHaveLength(1);
    });
  }

  test('who escalated can only propose what is then decided @whole', async ({ page, api }) => {
    const id = await record(api, 'decline');
    await intervene(api, id, {
      action: 'escalate',
      actor: { id: 'operator', role: 'operator' },
      reason: 'Unclear.',
    });
    const review = new ReviewPage(page);
    await review.open('review=escalated');
    await review.expectWaiting(1);
    await review.inspector.expectOpen(id);
    await expect(review.grid).toBeFocused();
    await page.keyboard.press('a');
    await expect(review.dialog).toContainText('cannot decide it alone');
    await page.keyboard.press('Control+Enter');
    await expect(review.dialog).toContainText('Proposed: approved');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing waits under this filter')).toBeVisible();
    expect((await interventions(api, id)).data.at(-1)).toMatchObject({
      action: 'approve',
      meaning: 'proposal',
    });
  });
});

test('an override by keyboard alone takes seven keys besides the note, and no JSON @whole', async ({
  page,
  api,
}) => {
  const id = await record(api, 'decline', 'credit-scorer');
  const codes = [{ code: 'R1', label: 'Documents show something else' }];
  await confirmProfile(api, 'credit-scorer', { below: 0.6, reason_codes: codes });
  const review = new ReviewPage(page);
  await review.openByDue();
  await expect(page.getByRole('grid', { name: 'What waits, 1' })).toBeFocused();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press('o');
  const form = page.getByRole('region', { name: 'Decide what waits' });
  await expect(form.getByRole('radio', { name: 'approve' })).toBeFocused();
  await press('Space');
  await press('Tab');
  await press('Tab');
  await press('R');
  await press('Tab');
  const reason = form.getByRole('textbox', { name: /^Reason/ });
  await expect(reason).toBeFocused();
  await page.keyboard.type('The collateral was not part of the input.');
  await expect(form).toContainText('1 value differs');
  await press('Control+Enter');
  await expect(page.getByText('Nothing waits').first()).toBeVisible();
  expect(presses).toBe(7);
  expect((await interventions(api, id)).data).toMatchObject([
    {
      action: 'override',
      reason: 'The collateral was not part of the input.',
      outcome: { decision: 'approve', limit: 12_000 },
    },
  ]);
});

test('the timeline: original beside effect, retraction, what is retracted stays readable @whole', async ({
  page,
  api,
}) => {
  const id = await record(api, 'decline');
  await intervene(api, id, {
    action: 'override',
    actor: escalator,
    reason: 'Wrong branch of the rules.',
    outcome: { decision: 'approve', limit: 12_000 },
  });
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  const review = new ReviewPage(page);
  await decisions.open(`record=${id}`);
  await inspector.expectOpen(id);
  await inspector.tab('Interventions').click();
  await expect(inspector.panel()).toContainText('Changed by a person');
  await expect(inspector.panel()).toContainText('1 value differs');
  await expect(decisions.row(1)).toContainText('approve');

  await inspector.pane.getByRole('button', { name: 'Actions for intervention 1' }).click();
  await page.getByRole('menuitem', { name: 'Retract…' }).click();
  await review.expectDialog('Retract an intervention');
  await review.dialog.getByRole('button', { name: 'Review' }).click();
  await review.dialog.getByRole('button', { name: 'Append the retraction' }).click();
  await expect(inspector.panel()).toContainText('Taken back by the person at the machine');
  await expect(inspector.panel()).toContainText('Wrong branch of the rules.');
  await expect(inspector.panel()).toContainText('What is in effect is what the model answered');
  await expect(review.timeline()).toHaveCount(2);
});

test('a wrong outcome is told at its field, with line and column @whole', async ({ page, api }) => {
  const id = await record(api, 'decline');
  const decisions = new DecisionsPage(page);
  const review = new ReviewPage(page);
  await decisions.open(`record=${id}`);
  await decisions.expectShown(1);
  await decisions.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('o');
  await review.expectDialog('Override the decision');
  const outcome = review.dialog.getByRole('textbox', { name: 'Outcome' });
  await outcome.fill('{"decision": "approve",\n "decision": 1}');
  await expect(review.dialog).toContainText('Line 2');
  await review.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(review.dialog.getByText('is required').first()).toBeVisible();
  await expect(outcome).toHaveAttribute('aria-invalid', 'true');
});

test('an erasure: confirmed, shown with who, when and why, and gone from the screen @whole', async ({
  page,
  api,
}) => {
  const id = await record(api, 'decline');
  const decisions = new DecisionsPage(page);
  const inspector = new Inspector(page);
  const review = new ReviewPage(page);
  await decisions.open(`record=${id}`);
  await inspector.expectOpen(id);
  await inspector.tab('Interventions').click();
  await inspector.pane.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase values…' }).click();
  await review.expectDialog('Erase values of the record');
  await review.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(review.dialog).toContainText('Choose at least one value');
  await review.dialog.getByRole('checkbox', { name: 'Input' }).check();
  await review.dialog.getByRole('textbox', { name: 'Legal basis' }).fill('GDPR Art. 17(1)(a)');
  await review.dialog.getByRole('button', { name: 'Review' }).click();
  await expect(review.dialog).toContainText('Gone for good');
  await expect(review.dialog).toContainText('Stays provable');
  const erase = review.dialog.getByRole('button', { name: 'Erase for good' });
  await expect(erase).toBeDisabled();
  await review.dialog.getByRole('textbox', { name: 'Type erase to confirm' }).fill('erase');
  await erase.click();
  await expect(review.dialog).toBeHidden();
  await expect(inspector.panel()).toContainText('GDPR Art. 17(1)(a)');
  await inspector.tab('Overview').click();
  await expect(inspector.panel()).toContainText('by the person at the machine, operator');
  await expect(page.locator('body')).not.toContainText('Mustermann');
  await inspector.tab('Evidence').click();
  await expect(inspector.panel()).toContainText('Recomputed in this window');
  await expect(inspector.panel()).toContainText('1 of 2 erased or missing');
});

test('what a profile asks for waits, and its counts are of what is chosen @whole', async ({
  page,
  api,
}) => {
  await record(api, 'decline', 'credit-scorer');
  await confirmProfile(api, 'credit-scorer', { below: 0.6, second_person: true });
  const review = new ReviewPage(page);
  await review.open();
  await review.expectWaiting(1);

  const other = await record(api, 'decline');
  await intervene(api, other, { action: 'escalate', actor: escalator, reason: 'Unclear.' });
  await review.expectWaiting(2);
  await expect(review.segment('All')).toContainText('2');
  await review.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /credit-scorer/ }).click();
  await expect(page).toHaveURL(/model_id=credit-scorer/);
  await review.expectWaiting(1);
  await expect(review.segment('All')).toContainText('1');
  await expect(review.segment('Escalated')).toContainText('0');
});

test('two windows: what somebody else did meanwhile is shown, and decided upon anew @whole', async ({
  page,
  context,
  api,
  watch,
}) => {
  watch.expectError(/status of 409/);
  const id = await record(api, 'decline');
  const reviews = [new ReviewPage(page), new ReviewPage(await context.newPage())] as const;
  const fields = (review: ReviewPage, name: string) => review.dialog.getByRole('textbox', { name });
  for (const [place, review] of reviews.entries()) {
    await new DecisionsPage(review.page).open(`record=${id}`);
    await review.inspector.expectOpen(id);
    await review.page.getByRole('grid').press('o');
    await review.expectDialog('Override the decision');
    await fields(review, 'Outcome').fill(`{"decision": "approve", "by": ${place}}`);
    await fields(review, 'Reason').fill(`Reason ${place}`);
    await review.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(review.dialog.getByRole('button', { name: /^Append the/ })).toBeVisible();
  }
  const [first, late] = reviews;
  const append = (review: ReviewPage) =>
    review.dialog.getByRole('button', { name: /^Append the/ }).click();
  const reasons = async () => (await interventions(api, id)).data.map(({ reason }) => reason);
  await append(first);
  await expect(first.dialog).toBeHidden();
  const came = late.dialog.getByRole('alert').filter({ hasText: 'Somebody else has acted' });
  await expect(came).toContainText('Overridden · the person at the machine, operator');
  await append(late);
  await expect(late.dialog).toContainText('It was not appended');
  expect(await reasons()).toEqual(['Reason 0']);
  await came.getByRole('button', { name: 'Decide with this in view' }).click();
  await expect(came).toHaveCount(0);
  await late.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(fields(late, 'Reason')).toHaveValue('Reason 1');
  await late.dialog.getByRole('button', { name: 'Review' }).click();
  await append(late);
  await expect(late.dialog).toBeHidden();
  expect(await reasons()).toEqual(['Reason 0', 'Reason 1']);
});
