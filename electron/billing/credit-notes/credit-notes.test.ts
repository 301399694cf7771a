/** Credit notes on paid invoices: lines, tax, refund, what holders get less; and on canceled ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import {
  invoiceSchema,
  journalPageSchema,
  paymentMethodSchema,
  payoutPreferencesListSchema,
} from '../../../shared/contract/billing.ts';
import {
  creditNotePageSchema,
  creditNoteSchema,
} from '../../../shared/contract/billing-credit-notes.ts';
import { sharePageSchema } from '../../../shared/contract/billing-credits.ts';
import { anonymous, TestApi } from '../../api/test-api.ts';
import {
  clinicalRow,
  makeDataset,
  openSession,
  refusalOf,
} from '../../sessions/testing/clinical.ts';

let api: TestApi;
let labKey = '';
let method = '';
/** Of a lab at 20 % tax: 100.00 of use, a fee of 10.00. */
let paid = '';
const rows = Array.from({ length: 10 }, (_, index) => clinicalRow(index + 1));

async function send(verb: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(verb, path, body === undefined ? {} : { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  await api.nameIssuer();
  for (const lab of ['lab', 'other']) {
    await api.addAccount(lab);
    const body = { tax: { kind: 'STANDARD', rate_percent: 20 } };
    await send('PATCH', `/billing/accounts/${lab}`, body);
  }
  const card = {
    rate_card_id: 'notes',
    name: 'Notes',
    model: 'CUSTOM',
    time: { rate: 0 },
    record: { rate: 10 },
    data: { rate: 0 },
    operation: { rate: 0 },
    fees: [{ description: 'Support', amount: 10 }],
  };
  await send('POST', '/billing/rate-cards', card);
  const assigned = { rate_card_id: 'notes', from_month: '2026-11' };
  await makeDataset(api, rows, { dataset_id: 'ds_notes', holder_id: 'holder_notes' });
  for (const lab of ['lab', 'other']) {
    await send('PUT', `/billing/accounts/${lab}/rate-card`, assigned);
    const open = { account_id: lab, ttl_seconds: 60 };
    const { session_id: id } = await openSession(api, 'ds_notes', open);
    await api.send('GET', `/sessions/${id}/stream?batch_size=10`);
  }
  const made = { name: 'lab', role: 'ai_lab', account_id: 'lab' };
  labKey = createdApiKeySchema.parse(await send('POST', '/api-keys', made)).key ?? '';
  const four = { type: 'card', last4: '4242', brand: 'visa' };
  method = paymentMethodSchema.parse(
    await send('POST', '/billing/payment-methods', four),
  ).payment_method_id;
  api.now = Date.UTC(2026, 11, 2);
  paid = await close('lab');
  await send('POST', `/billing/invoices/${paid}/pay`, { payment_method_id: method });
}, 60_000);
afterAll(() => api.close());

async function close(lab: string): Promise<string> {
  const body = { account_id: lab, month: '2026-11' };
  return invoiceSchema.parse(await send('POST', '/billing/invoices', body)).invoice_id;
}

const noteOf = (amount: number, borne_by = 'HOLDERS', line = 2) => ({
  lines: [{ line, amount }],
  reason: 'Rows that were empty',
  borne_by,
  reference: 'Transfer 4711',
});
const path = () => `/billing/invoices/${paid}/credit-notes`;
const asLab = () => ({ caller: anonymous, headers: { 'x-api-key': labKey } });
const balance = async () => {
  const where = '/billing/payout-preferences?holder_id=holder_notes';
  return (await api.read(payoutPreferencesListSchema, where)).data[0]?.balance;
};

describe('A credit note on a paid invoice', () => {
  test('is told before it is issued, with what each holder gets less, and nothing is written', async () => {
    const response = await api.send('POST', `${path()}?dry_run=true`, { body: noteOf(30) });
    expect(response.status).toBe(200);
    const draft = creditNoteSchema.parse(await response.json());
    expect([draft.subtotal, draft.tax, draft.total]).toEqual([30, 6, 36]);
    expect(draft.shares).toEqual([
      { dataset_id: 'ds_notes', holder_id: 'holder_notes', gross: -30, fee: -4.5, net: -25.5 },
    ]);
    const borne = { body: noteOf(30, 'PLATFORM') };
    const platform = await api.send('POST', `${path()}?dry_run=true`, borne);
    expect(creditNoteSchema.parse(await platform.json()).shares).toEqual([]);
    expect((await api.read(creditNotePageSchema, '/billing/credit-notes')).pagination.total).toBe(
      0,
    );
  });

  test('takes back lines and their tax, pays back, and lowers what its holders have', async () => {
    expect(await balance()).toBe(85);
    const note = creditNoteSchema.parse(await send('POST', path(), noteOf(30)));
    expect(note).toMatchObject({
      credit_note_number: 'CN-2026-000001',
      kind: 'REFUND',
      invoice_id: paid,
      account_id: 'lab',
      subtotal: 30,
      tax: 6,
      total: 36,
      borne_by: 'HOLDERS',
      refund: { amount: 36, reference: 'Transfer 4711' },
    });
    expect(await balance()).toBe(59.5);
    const where = `/billing/shares?document=${note.credit_note_id}`;
    const [share] = (await api.read(sharePageSchema, where)).data;
    expect(share).toMatchObject({ gross: -30, fee: -4.5, net: -25.5, state: 'EARNED' });
    const books = await api.read(
      journalPageSchema,
      `/billing/journal?source=${note.credit_note_id}`,
    );
    const [{ event, postings } = { event: '', postings: [] }] = books.data;
    expect(event).toBe('credited');
    expect(postings.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['fee_income', 4.5, 0],
      ['holder_payable', 25.5, 0],
      ['tax_payable', 6, 0],
      ['cash', 0, 36],
    ]);
  });

  test('of a fee is the platform’s, whoever is said to bear it', async () => {
    const fee = creditNoteSchema.parse(await send('POST', path(), noteOf(10, 'HOLDERS', 5)));
    expect([fee.lines[0]?.description, fee.total, fee.shares]).toEqual(['Support', 12, []]);
    expect(await balance()).toBe(59.5);
  });

  test('takes no cent back twice, and says what is left', async () => {
    const response = await api.send('POST', path(), { body: noteOf(70.01) });
    expect(response.status).toBe(409);
    const refusal = z
      .object({ error: z.object({ type: z.string(), details: z.object({}).loose() }) })
      .parse(await response.json());
    expect(refusal.error).toMatchObject({
      type: 'conflict',
      details: { line: 2, left: 70, asked: 70.01 },
    });
    const rest = creditNoteSchema.parse(await send('POST', path(), noteOf(70)));
    expect([rest.credit_note_number, rest.total]).toEqual(['CN-2026-000003', 84]);
    expect(await balance()).toBe(0);
  });

  test.each([
    ['borne_by', { ...noteOf(1), borne_by: undefined }],
    ['reference', { ...noteOf(1), reference: '' }],
    ['lines', { ...noteOf(1), lines: [] }],
    ['lines.0.amount', noteOf(100.01)],
    ['lines.0.amount', noteOf(0)],
    ['lines.0.amount', noteOf(0.001)],
    ['lines.0.line', noteOf(1, 'HOLDERS', 9)],
    ['lines.0.line', noteOf(1, 'HOLDERS', 0)],
    ['lines.1.line', { ...noteOf(1), lines: [1, 1].map((amount) => ({ line: 2, amount })) }],
  ])('is refused for its %s', async (field, body) => {
    const response = await api.send('POST', path(), { body });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(`"field":"${field}"`);
  });

  test('is read by its lab, without what holders get, and by no other', async () => {
    const page = await api.send('GET', '/billing/credit-notes', asLab());
    const { data } = creditNotePageSchema.parse(await page.json());
    expect(data.map(({ total }) => total)).toEqual([84, 12, 36]);
    const one = await api.send('GET', `/billing/credit-notes/${data[2]?.credit_note_id}`, asLab());
    expect(creditNoteSchema.parse(await one.json()).shares).toBeUndefined();
    const mine = await api.send('POST', path(), { ...asLab(), body: noteOf(1) });
    expect(mine.status).toBe(403);
  });
});

describe('A canceled invoice', () => {
  test('that is corrected is taken back by a credit note over all of it; nothing is paid back', async () => {
    const id = await close('other');
    const open = await api.send('POST', `/billing/invoices/${id}/credit-notes`, {
      body: noteOf(1),
    });
    expect(await refusalOf(open)).toBe('409 conflict');
    await send('POST', `/billing/invoices/${id}/cancel`, { reason: 'Wrong address' });
    const [note] = (await api.read(creditNotePageSchema, `/billing/credit-notes?invoice_id=${id}`))
      .data;
    expect(note).toMatchObject({
      credit_note_number: 'CN-2026-000004',
      kind: 'CANCELLATION',
      subtotal: 110,
      tax: 22,
      total: 132,
      borne_by: null,
      refund: null,
      reason: 'Wrong address',
    });
    const foreign = await api.send('GET', `/billing/credit-notes/${note?.credit_note_id}`, asLab());
    expect(foreign.status).toBe(404);
  });

  test('that is written off has none', async () => {
    const id = await close('other');
    const body = { reason: 'Insolvent', kind: 'UNCOLLECTIBLE' };
    await send('POST', `/billing/invoices/${id}/cancel`, body);
    const where = `/billing/credit-notes?invoice_id=${id}`;
    expect((await api.read(creditNotePageSchema, where)).data).toEqual([]);
  });
});
