/** A bank account that was changed: no run within 72 hours pays to it, and the audit log names who changed it and who looked. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import { auditPageSchema } from '../../../shared/contract/audit.ts';
import {
  invoiceSchema,
  paymentMethodSchema,
  payoutPageSchema,
} from '../../../shared/contract/billing.ts';
import { statementSchema } from '../../../shared/contract/billing-holders.ts';
import { TestApi, anonymous, type SendOptions } from '../../api/test-api.ts';
import { clinicalRow, makeDataset, openSession } from '../../sessions/testing/clinical.ts';

const hour = 3_600_000;
const owner = 'Stichting Riverside Clinic';
const before = { type: 'iban', iban: 'NL20INGB0001234567', owner };
const after = { type: 'other', lines: ['Bank of the River', 'Account 99-8888'] };
const path = '/billing/holders/clinic';

let api: TestApi;
let key: SendOptions = {};
let method = '';
const invoices: string[] = [];

async function send(verb: string, to: string, body: object, options = {}): Promise<unknown> {
  const response = await api.send(verb, to, { body, ...options });
  if (response.status >= 300) throw new Error(`${to}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

/** Pays an invoice and runs payouts; the last characters of where the newest one goes. */
async function paidTo(invoice = ''): Promise<string | null> {
  await send('POST', `/billing/invoices/${invoice}/pay`, { payment_method_id: method });
  await send('POST', '/billing/payout-runs', { holder_id: 'clinic' });
  const { data } = await api.read(payoutPageSchema, '/billing/payouts?holder_id=clinic');
  const statement = `/billing/payouts/${data[0]?.payout_id}/statement?format=json`;
  const { destination, lines } = await api.read(statementSchema, statement);
  expect(lines).toHaveLength(1);
  return destination;
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1), keepsAuditLog: true });
  await api.nameIssuer();
  const rows = Array.from({ length: 12 }, (_, index) => clinicalRow(index + 1));
  await makeDataset(api, rows, { dataset_id: 'ds_paid', holder_id: 'clinic' });
  await send('PATCH', path, { legal_name: owner, destination: before });
  const made = await send('POST', '/api-keys', {
    name: 'The clinic',
    role: 'data_holder',
    holder_id: 'clinic',
  });
  const headers = { 'x-api-key': createdApiKeySchema.parse(made).key ?? '' };
  key = { caller: anonymous, headers };
  for (const account_id of ['one', 'two']) {
    await api.addAccount(account_id);
    const open = { account_id, ttl_seconds: 3_600 };
    const { session_id: session } = await openSession(api, 'ds_paid', open);
    await api.send('GET', `/sessions/${session}/stream?batch_size=12`);
  }
  const card = { type: 'card', last4: '4242', brand: 'visa' };
  const kept = await send('POST', '/billing/payment-methods', card);
  method = paymentMethodSchema.parse(kept).payment_method_id;
  const preferences = { holder_id: 'clinic', frequency: 'DAILY', threshold: 0.01 };
  await send('PUT', '/billing/payout-preferences', { ...preferences, method: 'bank_transfer' });
  api.now = Date.UTC(2026, 11, 2);
  for (const account_id of ['one', 'two']) {
    const issued = await send('POST', '/billing/invoices', { account_id, month: '2026-11' });
    invoices.push(invoiceSchema.parse(issued).invoice_id);
  }
});
afterAll(() => api.close());

test('is used 72 hours later, by runs too', async () => {
  await send('PATCH', path, { destination: after }, key);
  const changedAt = api.now;
  api.now = changedAt + 71 * hour;
  expect(await paidTo(invoices[0])).toBe('4567');
  // The first transfer has arrived: another may leave.
  const { data } = await api.read(payoutPageSchema, '/billing/payouts?status=PENDING');
  for (const { payout_id: id } of data) {
    await send('POST', `/billing/payouts/${id}/outcome`, { status: 'COMPLETED', reference: 'R' });
  }
  api.now = changedAt + 73 * hour;
  expect(await paidTo(invoices[1])).toBe('8888');
});

test('stands in the audit log, with who changed it and who looked at all of it', async () => {
  await api.send('GET', `${path}?include=destination`);
  await vi.waitFor(async () => {
    const { data } = await api.read(auditPageSchema, '/audit/events?limit=100');
    const told = data
      .filter(({ object_id: id }) => id === 'clinic')
      .map(({ caller, operation_id: operation, outcome }) => [
        caller.name ?? caller.kind,
        operation,
        outcome,
      ]);
    expect(told).toContainEqual(['The clinic', 'changeHolder', 'done']);
    expect(told).toContainEqual(['operator', 'getHolder', 'done']);
  });
});
