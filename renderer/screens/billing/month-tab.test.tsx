/** The running month as a lab sees it: so far, foreseen, what the limit leaves, its prices, the invoice to come. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  accountRateCardSchema,
  upcomingInvoiceSchema,
} from '../../../shared/contract/billing-prices.ts';
import { speak } from '../../i18n/index.ts';
import { pageOf } from '../../testing/pages.ts';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { MonthTab } from './month-tab.tsx';

const upcoming = upcomingInvoiceSchema.parse({
  account_id: 'acme',
  month: '2026-11',
  lines: [
    {
      kind: 'usage',
      description: 'Records, 1000 records',
      dimension: 'record',
      volume: 1_000,
      unit: 'records',
      rate: 0.05,
      amount: 50,
    },
    {
      kind: 'usage',
      description: 'Data, 0 GB',
      dimension: 'data',
      volume: 0,
      unit: 'GB',
      rate: 0.12,
      amount: 0,
    },
  ],
  subtotal: 50,
  tax: 10,
  tax_percent: 20,
  taxes: [{ percent: 20, base: 50, tax: 10 }],
  total: 60,
  currency: 'USD',
  forecast: { subtotal: 94, method: 'weekday_mean', days: 14 },
});
const rateCard = {
  rate_card_id: 'steps',
  version: 2,
  name: 'Steps',
  model: 'CUSTOM',
  time: { rate: 0 },
  record: {
    tiers: [
      { up_to: 1_000, rate: 0.05 },
      { up_to: null, rate: 0.04 },
    ],
  },
  data: { rate: 0.12 },
  operation: { rate: 0 },
  currency: 'USD',
  created_at: '2026-10-01T00:00:00.000Z',
};
const assigned = { from_month: '2026-11', discount_percent: 5, rate_card: rateCard, words: [] };
const card = accountRateCardSchema.parse({
  account_id: 'acme',
  month: '2026-11',
  in_force: assigned,
  next: { ...assigned, from_month: '2027-01', rate_card: { ...rateCard, name: 'Flat' } },
});
const account = {
  account_id: 'acme',
  name: 'Acme Lab',
  email: 'a@acme.example',
  address: { line1: '', city: '', state: '', postal_code: '', country: '' },
  tax_percent: 20,
  payment_terms_days: 30,
  suspend_after_days: null,
  created_at: '2026-10-01T00:00:00.000Z',
  rate_card: { rate_card_id: 'steps', version: 2 },
  suspensions: [],
};
const limit = {
  limit_id: 'limit_1',
  account_id: 'acme',
  dataset_id: null,
  period: 'MONTHLY',
  mode: 'HARD',
  amount: 80,
  alert_thresholds: [80],
  auto_suspend: false,
  spent: 50,
  period_start: '2026-11-01T00:00:00.000Z',
  reset_at: '2026-12-01T00:00:00.000Z',
  currency: 'USD',
  created_at: '2026-10-01T00:00:00.000Z',
};
const usage = {
  period: { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-16T23:59:59.999Z' },
  metrics: {
    total_sessions: 0,
    total_hours: 0,
    total_records: 0,
    total_gb: 0,
    total_operations: 0,
  },
  costs: {
    time_cost: 0,
    record_cost: 0,
    data_cost: 0,
    operation_cost: 0,
    total_cost: 0,
    currency: 'USD',
  },
  breakdown_by_dataset: [],
  breakdown: [],
};

const answers = {
  'GET /billing/accounts': pageOf([account]),
  'GET /billing/accounts/acme/upcoming-invoice': upcoming,
  'GET /billing/accounts/acme/rate-card': card,
  'GET /billing/limits': pageOf([limit]),
  'GET /billing/usage': usage,
};

afterEach(() => vi.restoreAllMocks());

describe('The running month', () => {
  test('says what it comes to, what is foreseen and what the limit leaves', async () => {
    answerApi(answers);
    await draw(<MonthTab search={{}} show={() => {}} />);
    await expect.element(page.getByText('November 2026 so far')).toBeVisible();
    await expect.element(page.getByText('$60.00 USD with tax')).toBeVisible();
    await expect.element(page.getByText('$94.00')).toBeVisible();
    await expect.element(page.getByText('$30.00')).toBeVisible();
    const paper = page.getByRole('article', { name: 'Upcoming invoice' });
    await expect.element(paper.getByRole('row', { name: /Records.*50\.00/ })).toBeVisible();
    expect(paper.getByText('Data, 0 GB').elements()).toEqual([]);
    await expect.element(page.getByText('From January 2027 on')).toBeVisible();
    expect(
      page.getByText(/the first 1,000 records: \$0\.05 USD per record/).elements(),
    ).toHaveLength(2);
  });

  test('in German, without a forecast and without a limit', async () => {
    answerApi({
      ...answers,
      'GET /billing/accounts/acme/upcoming-invoice': { ...upcoming, forecast: null, lines: [] },
      'GET /billing/limits': pageOf([]),
    });
    await speak('de', 'language', []);
    await draw(<MonthTab search={{}} show={() => {}} />);
    await expect.element(page.getByText('November 2026 bisher')).toBeVisible();
    await expect.element(page.getByText(/braucht sieben volle Tage/)).toBeVisible();
    await expect.element(page.getByText(/Kein Limit zählt/)).toBeVisible();
    await expect
      .element(page.getByText('Für diesen Monat wird bisher nichts verlangt.'))
      .toBeVisible();
  });
});
