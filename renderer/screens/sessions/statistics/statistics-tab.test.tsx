/** Statistics are asked for by a form: what they cost of the privacy budget, how they are shown, and what an empty answer tells. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { grantSchema } from '../../../../shared/contract/grants.ts';
import { sessionSchema } from '../../../../shared/contract/sessions.ts';
import { speak } from '../../../i18n/index.ts';
import { answerApi, refusal } from '../../../testing/api.ts';
import { draw } from '../../../testing/draw.tsx';
import { StatisticsTab } from './statistics-tab.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await speak('en', 'iso', ['en']);
});

const at = '2026-01-01T09:00:00.000Z';
const session = sessionSchema.parse({
  session_id: 'sess_1',
  dataset_id: 'claims',
  account_id: 'acme',
  grant_id: 'grant_1',
  kind: 'statistics',
  opened_by: { kind: 'api_key', key_id: 'key_1', name: 'trainer' },
  status: 'active',
  purpose: 'Counts',
  model_id: null,
  operator: null,
  created_at: at,
  expires_at: at,
  last_activity_at: null,
  allowed_operations: ['aggregate'],
  snapshot: { seq: 1, record_count: 3 },
});
const grantWith = (spent: number) =>
  grantSchema.parse({
    grant_id: 'grant_1',
    dataset_id: 'claims',
    holder_id: 'clinic',
    account_id: 'acme',
    kind: 'statistics',
    status: 'active',
    granted_by: 'holder',
    purpose: 'Counts',
    model_id: null,
    terms: {
      fields: ['sex', 'salary', 'ward'],
      operations: ['aggregate'],
      starts_at: at,
      ends_at: at,
      budget: null,
    },
    expected: null,
    conditions: null,
    reason: null,
    spent: { amount: 0, currency: 'USD' },
    estimate: null,
    epsilon: { granted: 10, spent, per_answer: 0.5 },
    session_count: 1,
    created_at: at,
    history: [],
  });
const policy = {
  dataset_id: 'claims',
  in_force: {
    policy_id: 'pol_1',
    version: 1,
    policy: {
      kinds: ['statistics'],
      fields: {
        sex: { method: 'clear' },
        salary: { method: 'statistics', min: 0, max: 100, step: 5 },
        ssn: { method: 'withheld' },
      },
    },
    published_at: at,
    effective_at: at,
    withdrawn_at: null,
    signature: null,
  },
  announced: null,
  latest: 1,
};
const fields = ['sex', 'salary', 'ssn', 'ward', 'zip'].map((path) => ({ path, types: ['string'] }));

async function show(spent: number, answer: unknown = { results: [] }) {
  const sent = answerApi({
    'GET /grants/grant_1': grantWith(spent),
    'GET /datasets/claims/policy': policy,
    'GET /datasets/claims/fields': { fields },
    'POST /sessions/sess_1/aggregate': answer,
  });
  await draw(<StatisticsTab session={session} />);
  return sent;
}
const ask = () => page.getByRole('button', { name: 'Ask · ε 0.5' }).click();

describe('A question for statistics', () => {
  test('is made of fields of the grant, costs ε, and is answered with noise', async () => {
    const results = [
      { _id: 'f', count: 120 },
      { _id: 'm', count: 95 },
    ];
    const answer = { results, result_count: 2, has_more: false, evidence_id: 'ev_1' };
    const sent = await show(1.5, answer);
    await expect.element(page.getByText('17 answers left')).toBeVisible();
    await page.getByRole('combobox', { name: 'Group by' }).click();
    const options = page.getByRole('option');
    await expect
      .poll(() => options.elements().map((each) => each.textContent))
      .toEqual(['sex', 'salary']);
    await page.getByRole('option', { name: 'sex' }).click();
    await userEvent.keyboard('{Escape}');
    await ask();
    await expect.element(page.getByRole('row', { name: /^f .*120/ })).toBeVisible();
    await expect.element(page.getByText(/With noise, ε 10: counts to the nearest 5/)).toBeVisible();
    expect(sent).toMatchObject([
      { body: { pipeline: [{ group: { _id: '$sex', count: { count: {} } } }, {}] } },
    ]);
  });

  test('with no group shown does not tell why', async () => {
    await show(0, { results: [], result_count: 0, has_more: false, evidence_id: 'ev_1' });
    await ask();
    await expect.element(page.getByText('No group is shown')).toBeVisible();
    await expect.element(page.getByText(/does not tell which/)).toBeVisible();
  });

  test('is told of a budget that is used up, in German as well', async () => {
    await speak('de', 'language', []);
    await show(10, refusal(403, 'privacy_budget_exhausted', 'Nothing is left.'));
    await expect.element(page.getByText('keine Antwort mehr')).toBeVisible();
    await expect.element(page.getByText(/Datenschutzbudget ist aufgebraucht/)).toBeVisible();
    await page.getByRole('button', { name: /^Fragen/ }).click();
    await expect.element(page.getByText('Die Frage wurde nicht beantwortet')).toBeVisible();
  });
});
