/** Lists of billing in pages, payments, and payment methods that are deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountsSchema,
  invoiceSchema,
  paymentMethodSchema,
  paymentMethodsSchema,
  paymentPageSchema,
  paymentSchema,
} from '../../shared/contract/billing.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { makeDataset, openSession, refusalOf } from '../sessions/testing/clinical.ts';

let api: TestApi;
let labKey: string;
const invoices: string[] = [];

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(method, path, body === undefined ? {} : { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}
const keep = async (last4: string) =>
  paymentMethodSchema.parse(
    await send('POST', '/billing/payment-methods', { type: 'card', last4, brand: 'visa' }),
  ).payment_method_id;
const pay = async (invoice: string, payment_method_id: string) =>
  paymentSchema.parse(
    await send('POST', `/billing/invoices/${invoice}/pay`, { payment_method_id }),
  );

const accounts = 24;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  await api.nameIssuer();
  const dataset = await makeDataset(api);
  const address = {
    line1: '400 Harbor Boulevard, Building 12, Second Floor',
    city: 'San Francisco',
    state: 'California',
    postal_code: '02210-1234',
    country: 'United States',
  };
  for (let place = 0; place < accounts; place += 1) {
    const account_id = `lab-${String(place).padStart(4, '0')}`;
    const name = `Laboratory number ${place} of applied sciences`;
    const email = `accounts-payable@${account_id}.example`;
    await send('POST', '/billing/accounts', { account_id, name, email, address });
  }
  for (const account_id of ['lab-0000', 'lab-0001']) {
    const { session_id: id } = await openSession(api, dataset, { account_id });
    await api.send('GET', `/sessions/${id}/stream?batch_size=3`);
  }
  const key = { name: 'lab', role: 'ai_lab', account_id: 'lab-0000' };
  labKey = createdApiKeySchema.parse(await send('POST', '/api-keys', key)).key ?? '';
  api.now = Date.UTC(2026, 11, 2);
  for (const account_id of ['lab-0000', 'lab-0001']) {
    const body = { account_id, month: '2026-11' };
    invoices.push(invoiceSchema.parse(await send('POST', '/billing/invoices', body)).invoice_id);
  }
}, 120_000);
afterAll(() => api.close());

describe('A list of billing', () => {
  test('comes in pages: 100 accounts, the most of one, take less than 60 kB', async () => {
    const response = await api.send('GET', '/billing/accounts?limit=20');
    const text = await response.text();
    expect(5 * Buffer.byteLength(text)).toBeLessThan(60_000);
    const { data, pagination } = accountsSchema.parse(JSON.parse(text));
    // One is there from the start.
    expect(pagination).toEqual({ total: accounts + 1, limit: 20, offset: 0, has_more: true });
    const rest = await api.read(accountsSchema, '/billing/accounts?offset=20&limit=50');
    expect(rest.pagination).toMatchObject({ limit: 50, offset: 20, has_more: false });
    const ids = [...data, ...rest.data].map((each) => each.account_id);
    expect(new Set(ids).size).toBe(accounts + 1);
  });

  test.each(['accounts', 'rate-cards', 'limits', 'payment-methods', 'payout-preferences'])(
    '%s takes limit and offset, and refuses what is none',
    async (list) => {
      const one = await api.read(
        paymentMethodsSchema.pick({ pagination: true }),
        `/billing/${list}?limit=1`,
      );
      expect(one.pagination).toMatchObject({ limit: 1, offset: 0 });
      for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=many']) {
        const response = await api.send('GET', `/billing/${list}?${query}`);
        expect([query, await refusalOf(response)]).toEqual([query, '400 validation_error']);
      }
    },
  );
});

describe('A payment method that is deleted', () => {
  test('pays nothing more, and stays in what it paid', async () => {
    const [first = '', second = ''] = invoices;
    const method = await keep('4242');
    const payment = await pay(first, method);
    await send('DELETE', `/billing/payment-methods/${method}`);
    const { data } = await api.read(paymentMethodsSchema, '/billing/payment-methods');
    expect(data.map((each) => each.payment_method_id)).not.toContain(method);
    const again = await api.send('POST', `/billing/invoices/${second}/pay`, {
      body: { payment_method_id: method },
    });
    expect(await refusalOf(again)).toBe('400 validation_error');
    const twice = await api.send('DELETE', `/billing/payment-methods/${method}`);
    expect(await refusalOf(twice)).toBe('404 not_found');
    const paid = await api.read(paymentPageSchema, `/billing/payments?invoice_id=${first}`);
    expect(paid.data).toEqual([payment]);
  });

  test('is its account’s: another lab does not know of it', async () => {
    const method = await keep('1111');
    const asLab = { caller: anonymous, headers: { 'x-api-key': labKey } };
    const response = await api.send('DELETE', `/billing/payment-methods/${method}`, asLab);
    expect(await refusalOf(response)).toBe('404 not_found');
  });
});

test('payments are listed newest first, of one account where asked, and to a lab its own', async () => {
  const [, second = ''] = invoices;
  api.now += 60_000;
  await pay(second, await keep('4242'));
  const all = await api.read(paymentPageSchema, '/billing/payments');
  expect(all.data.map((each) => each.invoice_id)).toEqual([...invoices].toReversed());
  const own = await api.read(paymentPageSchema, '/billing/payments?account_id=lab-0001');
  expect(own.data.map((each) => each.invoice_id)).toEqual([second]);
  const headers = { 'x-api-key': labKey };
  const asLab = await api.send('GET', '/billing/payments', { caller: anonymous, headers });
  const { data } = paymentPageSchema.parse(await asLab.json());
  expect(data.map((each) => each.invoice_id)).toEqual([invoices[0]]);
});
