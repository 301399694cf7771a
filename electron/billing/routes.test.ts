/** Billing over the API, as the specification words it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  accountSchema,
  alertPageSchema,
  bookTransactionSchema,
  invoicePageSchema,
  invoiceSchema,
  journalPageSchema,
  paymentMethodSchema,
  paymentMethodsSchema,
  paymentSchema,
  payoutPageSchema,
  payoutSchema,
  payoutPreferencesListSchema,
  payoutRunSchema,
  rateCardSchema,
  rateCardsSchema,
  revenueSchema,
  sessionMeteringSchema,
  spendingLimitsSchema,
  usageSchema,
} from '../../shared/contract/billing.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { priceModels } from '../../shared/billing/month-price.ts';
import { streamBatchSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { errorOf, makeDataset, openSession, refusalOf } from '../sessions/testing/clinical.ts';

let api: TestApi;
let dataset: string;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 10) });
  await api.nameIssuer();
  dataset = await makeDataset(api);
});
afterAll(() => api.close());

const send = async <Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<z.output<Schema>> => {
  const response = await api.send(method, path, { body, headers });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  return schema.parse(await response.json());
};
const setTime = (text: string) => {
  api.now = Date.parse(text);
};
const address = {
  line1: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  postal_code: '02110',
  country: 'US',
};
const makeAccount = (account_id: string, changes: object = {}) =>
  send(accountSchema, 'POST', '/billing/accounts', {
    account_id,
    name: 'Castellanos Labs',
    email: 'ap@castellanos.example',
    address,
    tax_percent: 20,
    ...changes,
  });
const method = (last4: string) =>
  send(paymentMethodSchema, 'POST', '/billing/payment-methods', {
    type: 'card',
    last4,
    brand: 'visa',
  });

test('usage → close period → declined, then accepted → receipt → payout → revenue', async () => {
  await makeAccount('castellanos');
  const { session_id: id } = await openSession(api, dataset, {
    account_id: 'castellanos',
    model_id: 'triage-net',
    ttl_seconds: 7_200,
  });
  api.now += 30_000;
  await api.send('GET', `/sessions/${id}/stream?batch_size=3`);
  await api.send('POST', `/sessions/${id}/operations`, {
    body: { operation_type: 'VALIDATE', records: ['rec_001'] },
  });
  api.now += 3_570_000;
  const metering = await api.read(sessionMeteringSchema, `/billing/usage/sessions/${id}`);
  expect(Object.keys(metering)).toEqual([
    'session_id',
    'time_metrics',
    'volume_metrics',
    'operation_metrics',
    'pricing',
    'last_updated',
  ]);
  expect(metering).toMatchObject({
    session_id: id,
    time_metrics: {
      session_duration_seconds: 3_600,
      session_duration_hours: 1,
      active_time_minutes: 0.5,
      idle_time_minutes: 59.5,
    },
    operation_metrics: { read_operations: 1, train_operations: 1, total_operations: 2 },
    pricing: { time_rate: 12.5, time_cost: 12.5, record_cost: 0.015, operation_cost: 0.04 },
    last_updated: '2026-11-10T01:00:00.000Z',
  });
  setTime('2026-11-10T09:00:00.000Z');
  const usage = await api.read(
    usageSchema,
    '/billing/usage?start_date=2026-11-01&end_date=2026-11-30&group_by=model',
  );
  expect(usage).toMatchObject({
    period: { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-30T23:59:59.999Z' },
    metrics: { total_sessions: 1, total_hours: 2, total_records: 3, total_operations: 2 },
    costs: { time_cost: 25, record_cost: 0.015, operation_cost: 0.04, currency: 'USD' },
    breakdown_by_dataset: [{ dataset_id: dataset, sessions: 1, hours: 2, records: 3 }],
    breakdown: [{ group: 'triage-net', sessions: 1, hours: 2 }],
  });

  const close = { account_id: 'castellanos', month: '2026-11' };
  const early = await api.send('POST', '/billing/invoices', { body: close });
  expect(await refusalOf(early)).toBe('409 conflict');
  setTime('2026-12-01T01:00:00.000Z');
  const key = { 'idempotency-key': 'close-november' };
  const invoice = await send(invoiceSchema, 'POST', '/billing/invoices', close, key);
  expect(await send(invoiceSchema, 'POST', '/billing/invoices', close, key)).toEqual(invoice);
  const { invoice_id: invoiceId } = invoice;
  expect(invoice).toEqual({
    invoice_id: invoiceId,
    status: 'PENDING',
    issued_date: '2026-12-01T01:00:00.000Z',
    due_date: '2026-12-31T00:00:00.000Z',
    customer: {
      id: 'castellanos',
      name: 'Castellanos Labs',
      email: 'ap@castellanos.example',
      address,
    },
    line_items: [
      { description: 'Access time, 2 h', amount: 25 },
      { description: 'Records, 3 records', amount: 0.02 },
      { description: expect.stringContaining('Data, '), amount: 0 },
      { description: 'Operations, 2 operations', amount: 0.04 },
    ],
    subtotal: 25.06,
    tax: 5.01,
    total: 30.07,
    currency: 'USD',
    payment_terms: 'Net 30 days',
    notes: '',
    pdf_url: `http://proofdesk.test/v1/billing/invoices/${invoiceId}/pdf`,
  });

  const pdf = async (query = '') =>
    Buffer.from(
      await (await api.send('GET', `/billing/invoices/${invoiceId}/pdf${query}`)).arrayBuffer(),
    );
  const issued = await pdf();
  expect(issued.subarray(0, 5).toString()).toBe('%PDF-');
  expect(issued.equals(await pdf())).toBe(true);
  const { data: entries } = await api.read(entryListSchema, '/chain/entries?limit=500');
  const entry = entries.find((each) => each.type === 'ledger.invoice/v2');
  expect(JSON.stringify(entry)).toContain(createHash('sha256').update(issued).digest('hex'));

  const pay = (payment_method_id: string, headers = {}) =>
    api.send('POST', `/billing/invoices/${invoiceId}/pay`, {
      body: { payment_method_id },
      headers,
    });
  const decline = await pay((await method('0002')).payment_method_id);
  expect(decline.status).toBe(402);
  const declined = await errorOf(decline);
  expect(declined).toMatchObject({ type: 'payment_failed', details: { invoice_id: invoiceId } });
  expect(await refusalOf(await pay('pm_unknown'))).toBe('400 validation_error');
  const { payment_method_id: good } = await method('4242');
  const two = await Promise.all([pay(good, { 'idempotency-key': 'one' }), pay(good)]);
  expect(two.map((each) => each.status)).toEqual([200, 409]);
  const text = (await two[0]?.text()) ?? '';
  expect(await (await pay(good, { 'idempotency-key': 'one' })).text()).toBe(text);
  const payment = paymentSchema.parse(JSON.parse(text));
  expect(payment).toEqual({
    payment_id: payment.payment_id,
    invoice_id: invoiceId,
    status: 'COMPLETED',
    amount: 30.07,
    currency: 'USD',
    payment_date: '2026-12-01T01:00:00.000Z',
    payment_method: { type: 'card', last4: '4242', brand: 'visa' },
    receipt_url: `http://proofdesk.test/v1/billing/receipts/${payment.payment_id}`,
  });
  expect(payment.payment_id).toMatch(/^pay_/);
  const receipt = await api.send('GET', `/billing/receipts/${payment.payment_id}`);
  expect(receipt.headers.get('content-type')).toBe('application/pdf');
  expect((await pdf()).equals(issued)).toBe(true);
  expect((await pdf('?stamped=true')).equals(issued)).toBe(false);
  expect((await pdf('?stamped=true')).equals(await pdf('?stamped=true'))).toBe(true);

  await send(payoutPreferencesListSchema.shape.data.element, 'PUT', '/billing/payout-preferences', {
    holder_id: 'holder_mayo',
    frequency: 'WEEKLY',
    threshold: 10,
    method: 'bank_transfer',
  });
  const run = () => send(payoutRunSchema, 'POST', '/billing/payout-runs', {});
  expect(await run()).toEqual({ created: 1, completed: 0, failed: 0, carried: 0 });
  api.now += 1_000;
  // A transfer is on its way until somebody tells what became of it.
  expect(await run()).toEqual({ created: 0, completed: 0, failed: 0, carried: 0 });
  const { data: sent } = await api.read(payoutPageSchema, '/billing/payouts?include=holder');
  const outcome = `/billing/payouts/${sent[0]?.payout_id}/outcome`;
  const arrived = { status: 'COMPLETED', reference: 'SEPA 77' };
  expect(await send(payoutSchema, 'POST', outcome, arrived)).toMatchObject({
    status: 'COMPLETED',
    reference: 'SEPA 77',
    statement_number: 'PS-2026-000001',
  });
  const again = await api.send('POST', outcome, { body: arrived });
  expect(await refusalOf(again)).toBe('409 conflict');
  const payouts = await api.read(payoutPageSchema, '/billing/payouts?status=COMPLETED');
  expect(payouts).toMatchObject({
    data: [{ status: 'COMPLETED', amount: 21.3, completed_at: '2026-12-01T01:00:01.000Z' }],
    pagination: { total: 1, limit: 20, offset: 0, has_more: false },
  });
  expect(await api.read(revenueSchema, '/billing/revenue')).toEqual({
    billed: 25.06,
    tax: 5.01,
    collected: 30.07,
    outstanding: 0,
    overdue: 0,
    canceled: 0,
    unbilled: 0,
    fees: 3.76,
    holder_net: 21.3,
    payouts_completed: 21.3,
    payouts_pending: 0,
    available_balance: 0,
    currency: 'USD',
  });
  const journal = await api.read(journalPageSchema, '/billing/journal');
  expect(journal.data.map(({ event }) => event).toReversed()).toEqual([
    'issued',
    'paid',
    'payout_created',
    'payout_completed',
  ]);
  for (const each of journal.data) {
    const { postings } = bookTransactionSchema.parse(each);
    const cents = postings.map(({ debit, credit }) => Math.round((debit - credit) * 100));
    expect(cents.reduce((sum, part) => sum + part, 0)).toBe(0);
  }
});

describe('Metering', () => {
  test('a retry with the same key is one event, the same cursor twice are two reads', async () => {
    await makeAccount('retrying');
    const { session_id: id } = await openSession(api, dataset, { account_id: 'retrying' });
    const filter = () =>
      api.send('POST', `/sessions/${id}/filter`, {
        body: { filter: { age: { $gte: 60 } } },
        headers: { 'idempotency-key': 'once' },
      });
    expect([(await filter()).status, (await filter()).status]).toEqual([200, 200]);
    const path = `/sessions/${id}/stream?batch_size=1`;
    const { next_cursor: cursor } = await api.read(streamBatchSchema, path);
    for (let read = 0; read < 2; read += 1) await api.send('GET', `${path}&cursor=${cursor}`);
    const metering = await api.read(sessionMeteringSchema, `/billing/usage/sessions/${id}`);
    expect(metering.operation_metrics).toMatchObject({
      read_operations: 3,
      filter_operations: 1,
      total_operations: 4,
    });
    expect(metering.volume_metrics.records_accessed).toBe(5);
  });

  test('a revoked session stops accruing at that instant', async () => {
    const { session_id: id } = await openSession(api, dataset, { account_id: 'retrying' });
    api.now += 10_000;
    await api.send('POST', `/sessions/${id}/revoke`, { body: { reason: 'Consent withdrawn' } });
    api.now += 3_600_000;
    const { time_metrics: time } = await api.read(
      sessionMeteringSchema,
      `/billing/usage/sessions/${id}`,
    );
    expect(time.session_duration_seconds).toBe(10);
  });
});

describe('List invoices', () => {
  test('by status, issue and page, in the specified form', async () => {
    const page = await api.read(invoicePageSchema, '/billing/invoices?status=PAID');
    expect(page).toEqual({
      data: [
        {
          invoice_id: expect.stringMatching(/^inv_/),
          status: 'PAID',
          issued_date: '2026-12-01T01:00:00.000Z',
          due_date: '2026-12-31T00:00:00.000Z',
          amount: 30.07,
          currency: 'USD',
          period: { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-30T23:59:59.999Z' },
          paid_date: '2026-12-01T01:00:00.000Z',
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0, has_more: false },
    });
    const total = async (query: string) =>
      (await api.read(invoicePageSchema, `/billing/invoices?${query}`)).pagination.total;
    expect(await total('status=OVERDUE')).toBe(0);
    expect(await total('issued_after=2026-12-01&issued_before=2026-12-01')).toBe(1);
    expect(await total('issued_after=2026-12-02')).toBe(0);
    expect(await total('issued_before=2026-11-30')).toBe(0);
  });

  test.each([
    ['/billing/invoices?limit=101', 'limit'],
    ['/billing/invoices?limit=0', 'limit'],
    ['/billing/invoices?status=DRAFT', 'status'],
    ['/billing/invoices?issued_after=2026-12-02&issued_before=2026-12-01', 'issued_before'],
    ['/billing/payouts?limit=101', 'limit'],
    ['/billing/payouts?created_after=2026-02-30', 'created_after'],
    ['/billing/usage?start_date=2026-11-02&end_date=2026-11-01', 'end_date'],
    ['/billing/usage?start_date=2026-13-02&end_date=2026-11-01', 'start_date'],
    ['/billing/usage?start_date=2026-11-02', 'end_date'],
    ['/billing/usage?start_date=2026-11-02&end_date=2026-11-02&group_by=year', 'group_by'],
  ])('%s is refused', async (path, field) => {
    const error = await errorOf(await api.send('GET', path));
    expect(error.type).toBe('validation_error');
    expect(error.details).toMatchObject({ fields: [{ field }] });
    expect(error.details['fields']).toHaveLength(1);
  });

  test.each([
    [{ account_id: 'nobody' }, 'account_id'],
    [{ dataset_id: 'ds_nobody' }, 'dataset_id'],
  ])('a limit for %j is refused at %s', async (whose, field) => {
    const body = { period: 'MONTHLY', mode: 'SOFT', amount: 1, ...whose };
    const error = await errorOf(await api.send('POST', '/billing/limits', { body }));
    expect([error.type, error.details['fields']]).toEqual([
      'validation_error',
      [expect.objectContaining({ field })],
    ]);
  });

  test('what is not there is not found', async () => {
    for (const path of [
      '/billing/invoices/inv_x',
      '/billing/invoices/inv_x/pdf',
      '/billing/receipts/pay_x',
      '/billing/usage/sessions/sess_x',
    ]) {
      expect(await refusalOf(await api.send('GET', path))).toBe('404 not_found');
    }
    const unknown = { payment_method_id: 'pm_x' };
    expect(
      await refusalOf(await api.send('POST', '/billing/invoices/inv_x/pay', { body: unknown })),
    ).toBe('404 not_found');
  });
});

describe('Limits', () => {
  test('a hard limit refuses before data is served, and nothing is metered', async () => {
    await makeAccount('limited');
    const limit = {
      account_id: 'limited',
      dataset_id: dataset,
      period: 'MONTHLY',
      mode: 'HARD',
      amount: 0.05,
    };
    const made = await api.send('POST', '/billing/limits', { body: limit });
    expect(made.status).toBe(201);
    const { session_id: id } = await openSession(api, dataset, { account_id: 'limited' });
    const read = () => api.send('GET', `/sessions/${id}/stream?batch_size=3`);
    expect((await read()).status).toBe(200);
    const refused = await Promise.all([read(), read()]);
    for (const response of refused) {
      expect(response.status).toBe(402);
      expect(await errorOf(response)).toMatchObject({
        type: 'spending_limit_exceeded',
        details: { dataset, period: 'MONTHLY', limit: 0.05, reset_at: '2027-01-01T00:00:00.000Z' },
      });
    }
    const metering = await api.read(sessionMeteringSchema, `/billing/usage/sessions/${id}`);
    expect(metering.operation_metrics.total_operations).toBe(1);
    const { data } = await api.read(spendingLimitsSchema, '/billing/limits');
    expect(data).toMatchObject([{ account_id: 'limited', amount: 0.05 }]);
    const alerts = await api.read(alertPageSchema, '/billing/alerts');
    expect(alerts.data.map((each) => each.threshold)).toEqual([50]);
    const path = `/billing/limits/${data[0]?.limit_id}`;
    const { account_id: _account, dataset_id: _dataset, ...terms } = limit;
    expect((await api.send('PUT', path, { body: { ...terms, amount: 1 } })).status).toBe(200);
    expect((await read()).status).toBe(200);
    expect((await api.send('DELETE', path)).status).toBe(200);
    expect((await api.send('DELETE', path)).status).toBe(404);
  });

  test('a hard limit holds for sessions that are used at once', async () => {
    await makeAccount('shared');
    const limit = { account_id: 'shared', period: 'DAILY', mode: 'HARD', amount: 0.5 };
    expect((await api.send('POST', '/billing/limits', { body: limit })).status).toBe(201);
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => openSession(api, dataset, { account_id: 'shared' })),
    );
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const id = ids[index % ids.length]?.session_id;
        return (await api.send('GET', `/sessions/${id}/stream?batch_size=3`)).status;
      }),
    );
    // 3 records and an operation are 0.035, with some bytes: fourteen fit into 0.50.
    expect(statuses.filter((each) => each === 200)).toHaveLength(14);
    expect(statuses.filter((each) => each === 402)).toHaveLength(26);
    const { data } = await api.read(spendingLimitsSchema, '/billing/limits');
    const spent = data.find((each) => each.account_id === 'shared')?.spent ?? 1;
    expect(spent).toBeLessThanOrEqual(0.5);
    expect(spent).toBeGreaterThan(0.48);
  });

  test('a suspended account opens and uses no session, but reads its bills', async () => {
    await makeAccount('suspended');
    const { session_id: id } = await openSession(api, dataset, { account_id: 'suspended' });
    const path = '/billing/accounts/suspended/suspension';
    const suspend = (suspended: boolean) =>
      send(accountSchema, 'PUT', path, { suspended, reason: 'Asked by the customer' });
    expect((await suspend(true)).suspensions).toMatchObject([{ cause: 'MANUAL', until: null }]);
    const read = () => api.send('GET', `/sessions/${id}/records/rec_001`);
    expect(await refusalOf(await read())).toBe('403 account_suspended');
    const again = await api.send('POST', '/sessions', {
      body: { dataset_id: dataset, purpose: 'x', account_id: 'suspended' },
    });
    expect(await refusalOf(again)).toBe('403 account_suspended');
    expect((await api.send('GET', '/billing/invoices')).status).toBe(200);
    await suspend(false);
    expect((await read()).status).toBe(200);
  });

  test('a session of an account that is not there is not opened', async () => {
    const response = await api.send('POST', '/sessions', {
      body: { dataset_id: dataset, purpose: 'x', account_id: 'nobody' },
    });
    expect(await refusalOf(response)).toBe('404 not_found');
  });
});

describe('Rate cards', () => {
  const card = {
    rate_card_id: 'volume',
    name: 'Volume',
    model: 'TIERED',
    time: { rate: 10 },
    record: {
      tiers: [
        { up_to: 1_000, rate: 0.05 },
        { up_to: null, rate: 0.04 },
      ],
    },
    data: { rate: 0.1 },
    operation: { rate: 0 },
  };

  test('are versions that never change, assigned from the start of a month', async () => {
    await makeAccount('tiered');
    const first = await send(rateCardSchema, 'POST', '/billing/rate-cards', card);
    const second = await send(rateCardSchema, 'POST', '/billing/rate-cards', {
      ...card,
      name: 'V2',
    });
    expect([first.version, second.version]).toEqual([1, 2]);
    const { data } = await api.read(rateCardsSchema, '/billing/rate-cards');
    expect(data.map((each) => `${each.rate_card_id} ${each.version}`)).toEqual([
      'standard 1',
      'volume 1',
      'volume 2',
    ]);
    const path = '/billing/accounts/tiered/rate-card';
    const assign = (body: object) => api.send('PUT', path, { body });
    const next = await assign({ rate_card_id: 'volume', from_month: '2027-01' });
    expect(await next.json()).toEqual({
      account_id: 'tiered',
      rate_card_id: 'volume',
      version: 2,
      from_month: '2027-01',
      discount_percent: 0,
      used: null,
    });
    const past = await assign({ rate_card_id: 'volume', from_month: '2026-11' });
    expect(await refusalOf(past)).toBe('400 validation_error');
    const unknown = await assign({ rate_card_id: 'nothing', from_month: '2027-01' });
    expect(await refusalOf(unknown)).toBe('404 not_found');
  });

  test.each(priceModels)('of the model %s are kept', async (model) => {
    const { rate_card_id, name, time, data, operation } = card;
    const commitment = { coverage: 100, discount_percent: 10, overage_factor: 1.5 };
    const body = {
      rate_card_id: `${rate_card_id}-${model.toLowerCase()}`,
      name,
      model,
      time,
      record: { rate: 0.05 },
      data,
      operation,
      ...(model === 'COMMITTED' && { commitment }),
    };
    const kept = await send(rateCardSchema, 'POST', '/billing/rate-cards', body);
    expect(kept.model).toBe(model);
  });

  test.each([
    [{ model: 'PAY_PER_USE' }, 'record'],
    [{ record: { tiers: [{ up_to: 5, rate: 1 }] } }, 'record.tiers'],
    [{ record: { tiers: [{ up_to: null, rate: 1 }], mode: 'VOLUME' } }, 'record.mode'],
    [{ model: 'COMMITTED' }, 'commitment'],
    [{ minimum: 5 }, 'minimum'],
    [{ time: { rate: 0.0000001 } }, 'time'],
  ])('%j is refused', async (changes, field) => {
    const body = { ...card, ...changes };
    const error = await errorOf(await api.send('POST', '/billing/rate-cards', { body }));
    expect(error.type).toBe('validation_error');
    expect(JSON.stringify(error.details)).toContain(`"${field}`);
  });
});

test('payment methods keep only what may be shown', async () => {
  const body = { type: 'card', last4: '4242424242424242', brand: 'visa' };
  expect(await refusalOf(await api.send('POST', '/billing/payment-methods', { body }))).toBe(
    '400 validation_error',
  );
  const { data } = await api.read(paymentMethodsSchema, '/billing/payment-methods');
  expect(Object.keys(data[0] ?? {}).toSorted()).toEqual([
    'brand',
    'last4',
    'payment_method_id',
    'type',
  ]);
});
