/** Every figure leads to the rows behind it: details of an invoice, shares, revenue and costs by dataset. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alertPageSchema,
  invoicePageSchema,
  invoiceSchema,
  paymentMethodsSchema,
  payoutPageSchema,
  payoutPreferencesListSchema,
  revenueSchema,
  spendingLimitSchema,
  usageSchema,
  usedSessionPageSchema,
} from '../../shared/contract/billing.ts';
import { sharePageSchema } from '../../shared/contract/billing-credits.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { TestApi } from '../api/test-api.ts';
import { errorOf, makeDataset, openSession, refusalOf } from '../sessions/testing/clinical.ts';

let api: TestApi;
const datasets: string[] = [];
const address = {
  line1: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  postal_code: '02110',
  country: 'US',
};
const send = async (method: string, path: string, body: object): Promise<unknown> => {
  const response = await api.send(method, path, { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
};

let invoiceId: string;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 10) });
  await send('POST', '/billing/accounts', {
    account_id: 'lab',
    name: 'Lab',
    email: 'lab@example.org',
    address,
    tax_percent: 20,
  });
  await api.nameIssuer();
  await send('POST', '/billing/payment-methods', { type: 'card', last4: '4242', brand: 'visa' });
  for (const holder_id of ['holder_a', 'holder_b']) {
    const dataset = await makeDataset(api, undefined, { holder_id });
    datasets.push(dataset);
    const open = { account_id: 'lab', ttl_seconds: 3_600 };
    const { session_id: id } = await openSession(api, dataset, open);
    await api.send('GET', `/sessions/${id}/stream?batch_size=4`);
  }
  api.now = Date.UTC(2026, 11, 1, 1);
});
afterAll(() => api.close());

const close = { account_id: 'lab', month: '2026-11' };

test('a dry run draws the invoice up and writes nothing', async () => {
  const response = await api.send('POST', '/billing/invoices?dry_run=true', { body: close });
  expect(response.status).toBe(200);
  const drawn = invoiceSchema.parse(await response.json());
  expect(drawn).toMatchObject({ invoice_id: '', status: 'PENDING', subtotal: 25.08, total: 30.1 });
  const page = await api.read(invoicePageSchema, '/billing/invoices');
  expect(page.pagination.total).toBe(0);
  const issued = invoiceSchema.parse(await send('POST', '/billing/invoices', close));
  expect({ ...issued, invoice_id: '', pdf_url: drawn.pdf_url }).toEqual(drawn);
  invoiceId = issued.invoice_id;
  const again = await api.send('POST', '/billing/invoices?dry_run=true', { body: close });
  expect(await refusalOf(again)).toBe('409 conflict');
});

test('an invoice tells its rates, its entry, and who paid with what', async () => {
  const path = `/billing/invoices/${invoiceId}?include=details`;
  const { details } = await api.read(invoiceSchema, path);
  expect(details).toMatchObject({
    invoice_number: 'INV-2026-000001',
    account_id: 'lab',
    period: { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-30T23:59:59.999Z' },
    tax_percent: 20,
    paid_date: null,
    canceled_date: null,
    cancel_reason: null,
    payment: null,
    lines: [
      { kind: 'usage', dimension: 'time', volume: 2, unit: 'h', rate: 12.5, amount: 25 },
      { kind: 'usage', dimension: 'record', volume: 8, unit: 'records', rate: 0.005, amount: 0.04 },
      { kind: 'usage', dimension: 'data', unit: 'GB', rate: 0.12, amount: 0 },
      { kind: 'usage', dimension: 'operation', volume: 2, unit: 'operations', rate: 0.02 },
    ],
  });
  const { data: entries } = await api.read(entryListSchema, '/chain/entries?limit=20');
  const entry = entries.find((each) => each.seq === details?.entry.seq);
  expect(entry?.hash).toBe(details?.entry.hash);
  expect(JSON.stringify(entry)).toContain(details?.pdf_sha256);
  expect(JSON.stringify(entry)).not.toContain('lab@example.org');
  const { data } = await api.read(
    invoicePageSchema,
    '/billing/invoices?account_id=lab&include=account',
  );
  expect(data[0]?.account_id).toBe('lab');
  expect(
    Object.keys(await api.read(invoiceSchema, `/billing/invoices/${invoiceId}`)),
  ).not.toContain('details');
});

test('a paid invoice is what holders earned, dataset by dataset', async () => {
  const methods = await api.read(paymentMethodsSchema, '/billing/payment-methods');
  const payment_method_id = methods.data[0]?.payment_method_id;
  await send('POST', `/billing/invoices/${invoiceId}/pay`, { payment_method_id });
  const { details } = await api.read(
    invoiceSchema,
    `/billing/invoices/${invoiceId}?include=details`,
  );
  expect(details).toMatchObject({
    paid_date: '2026-12-01T01:00:00.000Z',
    payment: { invoice_id: invoiceId, amount: 30.1, payment_method: { last4: '4242' } },
  });
  const shares = (query: string) => api.read(sharePageSchema, `/billing/shares?${query}`);
  const all = await shares(`document=${invoiceId}`);
  expect(all.pagination.total).toBe(2);
  expect(all.data.map((each) => each.gross)).toEqual([12.54, 12.54]);
  const [dataset = ''] = datasets;
  expect((await shares(`dataset_id=${dataset}`)).data).toEqual([
    {
      holder_id: 'holder_a',
      dataset_id: dataset,
      document: invoiceId,
      payout_id: null,
      gross: 12.54,
      fee: 1.88,
      net: 10.66,
      currency: 'USD',
      state: 'EARNED',
      issued_at: '2026-12-01T01:00:00.000Z',
      earned_at: '2026-12-01T01:00:00.000Z',
    },
  ]);
  const revenue = await api.read(revenueSchema, '/billing/revenue?include=datasets');
  expect(revenue.datasets).toHaveLength(2);
  expect(revenue.datasets?.find((each) => each.dataset_id === dataset)).toEqual({
    dataset_id: dataset,
    holder_id: 'holder_a',
    gross: 12.54,
    fees: 1.88,
    net: 10.66,
    currency: 'USD',
  });
  expect(revenue).toMatchObject({ fees: 3.76, holder_net: 21.32 });
});

test('a payout is its shares, and says what is on its way', async () => {
  await send('PUT', '/billing/payout-preferences', {
    holder_id: 'holder_a',
    frequency: 'WEEKLY',
    threshold: 10,
    method: 'bank_transfer',
  });
  await send('POST', '/billing/payout-runs', { holder_id: 'holder_a' });
  const { data } = await api.read(
    payoutPreferencesListSchema,
    '/billing/payout-preferences?holder_id=holder_a',
  );
  expect(data).toMatchObject([
    { balance: 0, pending_payout: 10.66, next_run: '2026-12-07T00:00:00.000Z' },
  ]);
  const payouts = await api.read(payoutPageSchema, '/billing/payouts');
  const payoutId = payouts.data[0]?.payout_id;
  const page = await api.read(sharePageSchema, `/billing/shares?payout_id=${payoutId}`);
  expect(page.data.map((each) => [each.payout_id, each.net])).toEqual([[payoutId, 10.66]]);
});

test('the four costs are told for every group, and add up', async () => {
  for (const group of ['day', 'week', 'month', 'model', 'dataset&include=costs']) {
    const usage = await api.read(
      usageSchema,
      `/billing/usage?start_date=2026-11-01&end_date=2026-11-30&group_by=${group}`,
    );
    for (const name of ['time_cost', 'record_cost', 'data_cost', 'operation_cost'] as const) {
      const nanos = (usage.breakdown ?? []).map((each) => Math.round(each[name] * 1e9));
      expect(nanos.reduce((sum, each) => sum + each, 0) / 1e9).toBe(usage.costs[name]);
    }
  }
  const plain = await api.read(
    usageSchema,
    '/billing/usage?start_date=2026-11-01&end_date=2026-11-30&group_by=dataset',
  );
  expect(plain.breakdown).toBeUndefined();
});

test('the sessions behind a figure add up to it', async () => {
  const period = 'start_date=2026-11-01&end_date=2026-11-30';
  const usage = await api.read(usageSchema, `/billing/usage?${period}`);
  const list = (query: string) =>
    api.read(usedSessionPageSchema, `/billing/usage/sessions?${period}${query}`);
  const { data, pagination } = await list('');
  expect(pagination.total).toBe(usage.metrics.total_sessions);
  const sum = data.reduce((all, each) => all + Math.round(each.cost * 1e9), 0);
  expect(sum / 1e9).toBe(usage.costs.total_cost);
  const [dataset = ''] = datasets;
  const one = await list(`&dataset_id=${dataset}&account_id=lab`);
  expect(one.data).toMatchObject([
    { account_id: 'lab', dataset_id: dataset, model_id: null, hours: 1, records: 4, operations: 1 },
  ]);
  expect((await list('&model_id=nothing')).data).toEqual([]);
  expect((await list('&limit=1&offset=1')).data).toHaveLength(1);
});

test('alerts are those of one limit, where it is named', async () => {
  const [dataset_id] = datasets;
  const limit = { account_id: 'lab', period: 'DAILY', mode: 'SOFT', amount: 0.02 };
  const one = spendingLimitSchema.parse(await send('POST', '/billing/limits', limit));
  const two = spendingLimitSchema.parse(
    await send('POST', '/billing/limits', { ...limit, amount: 0.03 }),
  );
  const { session_id: id } = await openSession(api, dataset_id ?? '', { account_id: 'lab' });
  await api.send('GET', `/sessions/${id}/stream?batch_size=1`);
  const count = async (limitId: string) =>
    (await api.read(alertPageSchema, `/billing/alerts?limit_id=${limitId}`)).data.map(
      ({ threshold }) => threshold,
    );
  expect(await count(one.limit_id)).toEqual([100, 80, 50]);
  expect(await count(two.limit_id)).toEqual([80, 50]);
});

test('what is asked for is named exactly', async () => {
  for (const path of [
    `/billing/invoices/${invoiceId}?include=all`,
    '/billing/shares?limit=101',
    '/billing/revenue?include=holders',
  ]) {
    expect((await errorOf(await api.send('GET', path))).type).toBe('validation_error');
  }
});
