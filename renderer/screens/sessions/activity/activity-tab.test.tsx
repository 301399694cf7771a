/** What a session opens on: who, for what, the cost against the budget, what happened; and how it looks without. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { grantSchema } from '../../../../shared/contract/grants.ts';
import { sessionSchema } from '../../../../shared/contract/sessions.ts';
import { speak } from '../../../i18n/index.ts';
import { answerApi, refusal } from '../../../testing/api.ts';
import { draw } from '../../../testing/draw.tsx';
import { ActivityTab } from './activity-tab.tsx';

afterEach(() => vi.restoreAllMocks());

const opened = '2026-01-01T09:00:00.000Z';
const updated = '2026-01-01T09:20:00.000Z';
const ends = '2026-01-01T10:00:00.000Z';

const session = sessionSchema.parse({
  session_id: 'sess_1',
  dataset_id: 'claims',
  account_id: 'acme',
  grant_id: 'grant_1',
  opened_by: { kind: 'api_key', key_id: 'key_1', name: 'trainer' },
  status: 'active',
  purpose: 'Study of outcomes',
  model_id: null,
  operator: null,
  created_at: opened,
  expires_at: ends,
  last_activity_at: updated,
  allowed_operations: ['read'],
  snapshot: { seq: 1, record_count: 3 },
});

const grantOf = (budget: number | null, spent = 2.58) =>
  grantSchema.parse({
    grant_id: 'grant_1',
    dataset_id: 'claims',
    holder_id: 'clinic',
    account_id: 'acme',
    kind: 'rows',
    status: 'active',
    granted_by: 'holder',
    purpose: 'Outcomes of 2025',
    model_id: null,
    terms: {
      fields: ['age'],
      operations: ['read'],
      starts_at: opened,
      ends_at: '2026-06-30T23:59:59.000Z',
      budget: budget === null ? null : { amount: budget, currency: 'USD' },
    },
    expected: null,
    conditions: null,
    reason: null,
    spent: { amount: spent, currency: 'USD' },
    estimate: null,
    session_count: 1,
    created_at: opened,
    history: [],
  });

const metering = {
  session_id: 'sess_1',
  time_metrics: {
    session_duration_seconds: 1_200,
    session_duration_hours: 0.333333,
    active_time_minutes: 20,
    idle_time_minutes: 0,
  },
  volume_metrics: { records_accessed: 100, total_data_bytes: 26_100, total_data_gb: 0.0000261 },
  operation_metrics: {
    read_operations: 1,
    filter_operations: 0,
    transform_operations: 0,
    train_operations: 0,
    total_operations: 1,
  },
  pricing: {
    time_rate: 6,
    time_cost: 2.06,
    record_rate: 0.005,
    record_cost: 0.5,
    data_rate: 0,
    data_cost: 0,
    operation_rate: 0.02,
    operation_cost: 0.02,
    total_cost: 2.58,
    currency: 'USD',
  },
  last_updated: updated,
};

const access = {
  type: 'access',
  at: '2026-01-01T09:10:00.000Z',
  account_id: 'acme',
  session_id: 'sess_1',
  n: 1,
  kind: 'read',
  rows: 100,
  bytes: 26_100,
  cost: 0.52,
  currency: 'USD',
  evidence_id: null,
};
const begun = {
  type: 'opened',
  at: opened,
  account_id: 'acme',
  session_id: 'sess_1',
  purpose: 'Study of outcomes',
  by: session.opened_by,
};

function show(grant: unknown, activity: unknown = { data: [access, begun] }) {
  answerApi({
    'GET /sessions/sess_1/activity': activity,
    'GET /billing/usage/sessions/sess_1': metering,
    'GET /grants/grant_1': grant,
  });
  return draw(<ActivityTab session={session} />);
}

describe('The activity of a session', () => {
  test('says who, for what, under which grant, and each access with its cost', async () => {
    await show(grantOf(10));
    const who = page.getByRole('region', { name: 'Who uses it' });
    await expect.element(who.getByText('Key trainer')).toBeVisible();
    await expect.element(who.getByText('Study of outcomes')).toBeVisible();
    await expect.element(who.getByRole('link', { name: 'Outcomes of 2025' })).toBeVisible();
    const happened = page.getByRole('region', { name: 'What happened' }).first();
    await expect.element(happened.getByRole('row', { name: /Rows read .* \$0\.52/ })).toBeVisible();
    await expect.element(happened.getByText(/Session opened/)).toBeVisible();
  });

  test.each([
    [10, '25.8%', /about \$7\.74 USD at its end · within the budget/],
    [5, '51.6%', /budget reached in 18 min/],
    [3, '86%', /budget reached in 3 min/],
  ])(
    'tells the cost against a budget of %i, and what it comes to',
    async (budget, share, forecast) => {
      await show(grantOf(budget));
      const cost = page.getByRole('region', { name: 'Cost' });
      await expect
        .element(cost.getByText(new RegExp(`2\\.58 USD of .${budget}\\.00 USD`)))
        .toBeVisible();
      await expect.element(cost.getByText(share)).toBeVisible();
      await expect.element(cost.getByText(forecast)).toBeVisible();
    },
  );

  test('without a budget has no bar', async () => {
    await show(grantOf(null));
    const cost = page.getByRole('region', { name: 'Cost' });
    await expect.element(cost.getByText('The grant has no budget.')).toBeVisible();
    await expect.element(cost.getByText(/about \$7\.74 USD at its end$/)).toBeVisible();
  });

  test('shows older events when it is pressed for, in German as well', async () => {
    await speak('de', 'language', []);
    const pages = [{ data: [access], next_cursor: 'next' }, { data: [{ ...access, n: 0 }] }];
    await show(grantOf(10), () => pages.shift());
    await page.getByRole('button', { name: 'Ältere anzeigen' }).click();
    await expect.element(page.getByRole('row', { name: /Zeilen gelesen/ }).nth(1)).toBeVisible();
  });

  test('says that nothing happened, or that it could not be loaded', async () => {
    await show(grantOf(10), { data: [] });
    await expect.element(page.getByText('Nothing happened yet')).toBeVisible();
    vi.restoreAllMocks();
  });

  test('offers another attempt where it failed', async () => {
    await show(grantOf(10), refusal(500, 'internal_error', 'It broke.'));
    await expect.element(page.getByText('What happened could not be loaded')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /again/i })).toBeVisible();
  });
});
