/** A holder's money over the API: its own key sees it, in every form; nobody else's key does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import {
  invoiceSchema,
  paymentMethodSchema,
  payoutPageSchema,
} from '../../../shared/contract/billing.ts';
import { creditNoteSchema } from '../../../shared/contract/billing-credit-notes.ts';
import { holderSummarySchema, statementSchema } from '../../../shared/contract/billing-holders.ts';
import { anonymous, TestApi } from '../../api/test-api.ts';
import { makeDataset, openSession, refusalOf } from '../../sessions/testing/clinical.ts';

let api: TestApi;
let payout: string;
let invoice: string;
const keys = new Map<string, string>();

async function send(method: string, path: string, body: object): Promise<unknown> {
  const response = await api.send(method, path, { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}
const as = (name: string, path: string) =>
  api.send('GET', path, { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } });

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  await api.nameIssuer();
  const dataset = await makeDataset(api);
  await api.addAccount('lab');
  for (const [name, role] of [
    ['holder_mayo', 'data_holder'],
    ['holder_other', 'data_holder'],
    ['lab', 'ai_lab'],
  ] as const) {
    const whose = role === 'ai_lab' ? { account_id: name } : { holder_id: name };
    const made = await send('POST', '/api-keys', { name, role, ...whose });
    keys.set(name, createdApiKeySchema.parse(made).key ?? '');
  }
  const { session_id: id } = await openSession(api, dataset, { account_id: 'lab' });
  await api.send('GET', `/sessions/${id}/stream?batch_size=3`);
  api.now = Date.UTC(2026, 11, 2);
  const month = { account_id: 'lab', month: '2026-11' };
  invoice = invoiceSchema.parse(await send('POST', '/billing/invoices', month)).invoice_id;
  const card = { type: 'card', last4: '4242', brand: 'visa' };
  const { payment_method_id } = paymentMethodSchema.parse(
    await send('POST', '/billing/payment-methods', card),
  );
  await send('POST', `/billing/invoices/${invoice}/pay`, { payment_method_id });
  const terms = { frequency: 'MONTHLY', threshold: 1, method: 'bank_transfer' };
  await send('PUT', '/billing/payout-preferences', { holder_id: 'holder_mayo', ...terms });
  await send('POST', '/billing/payout-runs', {});
  payout = (await api.read(payoutPageSchema, '/billing/payouts')).data[0]?.payout_id ?? '';
});
afterAll(() => api.close());

test('a holder reads its summary, and each statement as JSON, table and document', async () => {
  const response = await as('holder_mayo', '/billing/holders/holder_mayo/summary');
  const summary = holderSummarySchema.parse(await response.json());
  expect(summary.pipeline.on_its_way).toBeGreaterThan(0);
  for (const path of [
    `/billing/payouts/${payout}/statement`,
    '/billing/holders/holder_mayo/statement?from=2026-01-01&to=2026-12-31',
  ]) {
    const more = path.includes('?') ? '&' : '?';
    const json = statementSchema.parse(await (await as('holder_mayo', path)).json());
    const csv = await (await as('holder_mayo', `${path}${more}format=csv`)).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + json.lines.length);
    const pdf = await as('holder_mayo', `${path}${more}format=pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(json.net).toBe(summary.pipeline.on_its_way);
  }
});

test.each([
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/pdf', 'application/pdf'],
  ['application/json', 'application/json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  ['text/csv;q=0.5, application/pdf;q=0.9', 'application/pdf'],
  ['application/pdf;q=0, text/csv;q=0.1', 'text/csv; charset=utf-8'],
])('a statement that is asked for by Accept: %s comes as %s', async (accept, mediaType) => {
  const path = `/billing/payouts/${payout}/statement`;
  const response = await api.send('GET', path, { headers: { accept } });
  expect(response.headers.get('content-type')).toBe(mediaType);
  // What the address says holds before it.
  const told = await api.send('GET', `${path}?format=csv`, { headers: { accept } });
  expect(told.headers.get('content-type')).toBe('text/csv; charset=utf-8');
});

test('nobody else’s key knows of them', async () => {
  const paths = [
    '/billing/holders/holder_mayo/summary',
    '/billing/holders/holder_mayo/statement?from=2026-01-01&to=2026-12-31',
    `/billing/payouts/${payout}/statement`,
  ];
  for (const path of paths) {
    expect(await refusalOf(await as('holder_other', path))).toBe('404 not_found');
    expect((await as('lab', path)).status).toBe(403);
  }
});

test('as of an instant both say what they said then, and of what is still to come nothing', async () => {
  const [at, later] = [new Date(api.now).toISOString(), new Date(api.now + 1).toISOString()];
  const paths = [
    '/billing/holders/holder_mayo/summary?',
    '/billing/holders/holder_mayo/statement?from=2026-01-01&to=2026-12-31&',
  ];
  const told = await Promise.all(paths.map(async (path) => (await as('holder_mayo', path)).text()));
  expect((await as('holder_mayo', `${paths[0]}as_of=${later}`)).status).toBe(400);
  api.now += 1;
  await send('POST', '/billing/payout-runs', {});
  api.now += 86_400_000;
  await send('POST', `/billing/payouts/${payout}/outcome`, {
    status: 'FAILED',
    reference: 'R-1',
    reason: 'Closed',
  });
  for (const [place, path] of paths.entries()) {
    const now = await (await as('holder_mayo', path)).text();
    const then = await (await as('holder_mayo', `${path}as_of=${at}`)).text();
    expect(then).toBe(told[place]);
    expect(now).not.toBe(then);
    for (const wrong of [later.replace('2026', '2020'), 'yesterday']) {
      const refused = await as('holder_mayo', `${path}as_of=${wrong}`);
      expect(await refusalOf(refused)).toBe('400 validation_error');
    }
  }
});

test('a period that ends before it begins, and a form that is none, are refused at their member', async () => {
  const of = '/billing/holders/holder_mayo/statement';
  for (const query of [
    'from=2026-02-01&to=2026-01-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-01-01',
    'from=2026-01-01&to=2026-01-31&format=xls',
  ]) {
    const response = await api.send('GET', `${of}?${query}`);
    expect([query, await refusalOf(response)]).toEqual([query, '400 validation_error']);
  }
});

test('papers and the address of a lab are 404 for a holder', async () => {
  const path = `/billing/invoices/${invoice}`;
  const body = { lines: [{ line: 2, amount: 0.01 }], reason: 'x', reference: 'x' };
  const noted = await send('POST', `${path}/credit-notes`, { ...body, borne_by: 'PLATFORM' });
  const note = `/billing/credit-notes/${creditNoteSchema.parse(noted).credit_note_id}`;
  const papers = [
    '/billing/accounts/lab',
    path,
    `${path}/pdf`,
    `${path}/xml`,
    `${path}/reminders/1/pdf`,
  ];
  for (const each of [...papers, note, `${note}/pdf`, `${note}/xml`]) {
    expect([each, await refusalOf(await as('holder_mayo', each))]).toEqual([each, '404 not_found']);
  }
  // Of the specification, and open to a holder as to a lab: its own account's, which it has none of.
  for (const list of [
    '/billing/invoices',
    '/billing/usage?start_date=2026-11-01&end_date=2026-12-31',
  ]) {
    expect((await as('holder_mayo', list)).status).toBe(200);
  }
});

test('a lab has its name withheld from holders: a number stands in its place, everywhere', async () => {
  const path = `/billing/payouts/${payout}/statement`;
  const nameIn = async () =>
    statementSchema.parse(await (await as('holder_mayo', path)).json()).lines[0]?.account_name;
  const name = 'Meridian Laboratories';
  const headers = { 'x-api-key': keys.get('lab') ?? '' };
  const set = async (show_name_to_holders: boolean) => {
    const changed = { caller: anonymous, headers, body: { name, show_name_to_holders } };
    expect((await api.send('PATCH', '/billing/accounts/lab', changed)).status).toBe(200);
  };
  await set(false);
  // The account that is there from the start is the first.
  expect(await nameIn()).toBe('Lab 2');
  for (const form of ['csv', 'json']) {
    const text = await (await as('holder_mayo', `${path}?format=${form}`)).text();
    expect(text).toContain('Lab 2');
    expect(text).not.toContain(name);
  }
  const { data } = z
    .object({ data: z.array(z.unknown()) })
    .parse(await (await as('holder_mayo', '/billing/shares')).json());
  expect(JSON.stringify(data)).not.toContain(name);
  await set(true);
  expect(await nameIn()).toBe(name);
});
