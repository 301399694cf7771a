/** Text that hides or turns around what was recorded is shown as it is, wherever data is drawn. */
import type { Page } from '@playwright/test';
import { ConsolePage } from '../pages/console-page.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** Reads as DENIED where marks of direction count. */
const turned = '\u202eDEINED\u202c';
const text = (what: string) => `${what} ${turned}\u200b`;

async function made(api: Api, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await api.send('POST', path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return Object(answer.body);
}

/** What of the page still holds a character that nobody sees: text, and what is read or shown on hover. */
function hiddenIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hidden = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c]/;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent: held, parentElement: parent } = texts.currentNode;
      if (hidden.test(held ?? '')) found.push(`${parent?.outerHTML.slice(0, 200)}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['title', 'aria-label', 'alt', 'placeholder', 'aria-description']) {
        const held = element.getAttribute(name) ?? '';
        if (hidden.test(held)) found.push(`${name} of ${element.outerHTML.slice(0, 200)}`);
      }
    }
    return found;
  });
}

test('no cell, chip, title or toast holds a character that nobody sees', async ({ page, api }) => {
  const rules = { second_actor: false, review_below: 0.9 };
  await api.send('PUT', '/review-policies/lending', { body: rules });
  const { id } = await api.append({
    model_id: 'scorer',
    input: { [text('key')]: text('input') },
    output: { decision: turned, note: text('note') },
    explanation: { method: text('method'), attributions: { [text('feature')]: 0.5 } },
    context: { region: text('region') },
    confidence: 0.5,
    policy_id: 'lending',
  });
  await made(api, `/records/${id}/interventions`, {
    action: 'override',
    reason: text('reason'),
    outcome: { decision: turned },
    actor: { id: 'ann', role: 'officer', name: text('Ann') },
  });
  await api.append({
    model_id: 'scorer',
    input: {},
    output: { decision: turned },
    policy_id: 'lending',
  });
  await made(api, '/models', {
    model_id: 'scorer',
    version: '1.0.0',
    framework: text('framework'),
    intended_use: text('use'),
    limitations: text('limits'),
    performance: { [text('metric')]: 0.9 },
  });
  await made(api, '/datasets', { dataset_id: 'rows', name: text('Rows'), holder_id: 'clinic' });
  await made(api, '/datasets/rows/records', [
    { record_id: 'rec_1', [text('field')]: text('value') },
  ]);
  const session = await made(api, '/sessions', { dataset_id: 'rows', purpose: text('purpose') });
  const sessionId = String(session['session_id']);
  await made(api, '/billing/accounts', {
    account_id: 'lab',
    name: text('Lab'),
    email: 'a@b.example',
    address: { line1: '1 Road', city: 'Town', state: 'ST', postal_code: '1', country: 'US' },
  });

  for (const address of [
    '/decisions',
    `/decisions?record=${id}`,
    '/review',
    '/overview',
    '/models',
    '/models/scorer',
    '/datasets',
    '/datasets/rows',
    '/sessions',
    `/sessions/${sessionId}`,
    '/billing?tab=accounts',
    '/billing?tab=usage',
    '/payouts',
    '/jobs',
    '/requests',
    '/audit',
  ]) {
    await test.step(address, async () => {
      await page.goto(`/#${address}`);
      await new ConsolePage(page).expectSettled();
      expect.soft(await hiddenIn(page), address).toEqual([]);
    });
  }
  await page.goto(`/#/decisions?record=${id}`);
  for (const name of ['Content', 'Explanation', 'Interventions', 'Chain']) {
    await test.step(name, async () => {
      await page.getByRole('tab', { name }).click();
      await new ConsolePage(page).expectSettled();
      expect.soft(await hiddenIn(page), name).toEqual([]);
    });
  }
  await expect(page.getByRole('grid', { name: /^Decisions/ })).toContainText('▯DEINED▯');
});
