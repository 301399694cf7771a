/** The demo's year of billing: every state is there, and its figures agree with each other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alertPageSchema,
  invoicePageSchema,
  invoiceSchema,
  invoiceStatuses,
  payoutPageSchema,
  payoutStatuses,
  revenueSchema,
  spendingLimitsSchema,
  usageSchema,
} from '../../shared/contract/billing.ts';
import { creditNotePageSchema } from '../../shared/contract/billing-credit-notes.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  const now = Date.UTC(2026, 10, 21, 12);
  api = await TestApi.open({ kind: 'demo', demoRecords: 30, now });
});
afterAll(() => api.close());

test('has invoices in all four states, and payouts in all three @whole', async () => {
  for (const status of invoiceStatuses) {
    const page = await api.read(invoicePageSchema, `/billing/invoices?status=${status}`);
    expect([status, page.pagination.total]).toEqual([status, expect.any(Number)]);
    expect(page.data.length).toBeGreaterThan(0);
  }
  for (const status of payoutStatuses) {
    const page = await api.read(payoutPageSchema, `/billing/payouts?status=${status}`);
    expect([status, page.data.length > 0]).toEqual([status, true]);
  }
});

test('has a year of usage whose groups add up @whole', async () => {
  const query = 'start_date=2025-11-01&end_date=2026-11-30';
  const usage = await api.read(usageSchema, `/billing/usage?${query}&group_by=month`);
  expect(usage.breakdown?.length).toBe(13);
  expect(usage.breakdown_by_dataset.length).toBe(5);
  for (const groups of [usage.breakdown ?? [], usage.breakdown_by_dataset]) {
    const nanos = groups.map(({ cost }) => BigInt(Math.round(cost * 1e9)));
    const sum = nanos.reduce((all, each) => all + each, 0n);
    expect(Number(sum) / 1e9).toBe(usage.costs.total_cost);
  }
});

test('has amounts that reconcile @whole', async () => {
  const revenue = await api.read(revenueSchema, '/billing/revenue');
  const cents = (value: number) => Math.round(value * 100);
  expect(cents(revenue.billed) + cents(revenue.tax)).toBe(
    cents(revenue.collected) + cents(revenue.outstanding),
  );
  expect(cents(revenue.holder_net)).toBe(
    cents(revenue.payouts_completed) +
      cents(revenue.payouts_pending) +
      cents(revenue.available_balance),
  );
  expect(revenue.overdue).toBeGreaterThan(0);
  const { data } = await api.read(invoicePageSchema, '/billing/invoices?limit=100');
  let billed = 0;
  for (const { invoice_id: id, amount, status } of data) {
    const invoice = await api.read(invoiceSchema, `/billing/invoices/${id}`);
    expect(invoice.total).toBe(amount);
    if (status !== 'CANCELED') billed += cents(amount);
  }
  const notes = await api.read(creditNotePageSchema, '/billing/credit-notes');
  for (const { kind, total } of notes.data) if (kind === 'REFUND') billed -= cents(total);
  expect(billed).toBe(cents(revenue.billed) + cents(revenue.tax));
});

test('has a limit near its threshold, with its alerts @whole', async () => {
  const { data } = await api.read(spendingLimitsSchema, '/billing/limits');
  const [limit] = data;
  expect((limit?.spent ?? 0) / (limit?.amount ?? 1)).toBeGreaterThan(0.8);
  expect((limit?.spent ?? 0) / (limit?.amount ?? 1)).toBeLessThan(1);
  const alerts = await api.read(alertPageSchema, '/billing/alerts');
  expect(alerts.data.map(({ threshold }) => threshold)).toEqual([80, 50]);
});
