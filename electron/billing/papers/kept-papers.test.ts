/** Papers of credit notes, payouts and reminders through the API: what was issued stays, to the byte, with its hash beside it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  invoiceSchema,
  paymentMethodSchema,
  payoutPageSchema,
} from '../../../shared/contract/billing.ts';
import { creditNoteSchema } from '../../../shared/contract/billing-credit-notes.ts';
import { statementSchema } from '../../../shared/contract/billing-holders.ts';
import { verificationSchema } from '../../../shared/contract/chain.ts';
import { sessionsErrorSchema } from '../../../shared/contract/errors.ts';
import { TestApi, testIssuer } from '../../api/test-api.ts';
import { attachedTexts } from '../../documents/testing/archive-faults.ts';
import { pdfText } from '../../documents/testing/pdf-text.ts';
import { clinicalRow, makeDataset, openSession } from '../../sessions/testing/clinical.ts';

const address = { line1: 'Rua 1', city: 'Lisboa', postal_code: '1000-001', country: 'PT' };
const reason = 'Bytes that never were';

let api: TestApi;
const paths = { note: '', statement: '', reminder: '' };
let invoiceId = '';

async function send(verb: string, path: string, body: object): Promise<unknown> {
  const response = await api.send(verb, path, { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

/** A paper with the digest that its answer tells. */
async function paper(path: string): Promise<{ bytes: Buffer; told: string | null }> {
  const response = await api.send('GET', path);
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    told: response.headers.get('repr-digest'),
  };
}

async function findings() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

/** Changes the ledger's file, whatever guards it. */
async function change(sql: string): Promise<void> {
  await api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    for (const trigger of ['papers_no_update', 'papers_pdf_stays']) {
      database.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
    }
    database.exec(sql);
    database.close();
  });
}

/** Place of the line of records on the invoice, from 1. */
async function lineOfRecords(): Promise<number> {
  const path = `/billing/invoices/${invoiceId}?include=details`;
  const { details } = await api.read(invoiceSchema, path);
  return (details?.lines.findIndex(({ dimension }) => dimension === 'record') ?? 0) + 1;
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  const issuer = { ...testIssuer, vat_id: 'NL123456782B90', iban: 'NL91ABNA0417164300' };
  await send('PUT', '/billing/settings', { issuer });
  const rows = Array.from({ length: 12 }, (_, index) => clinicalRow(index + 1));
  await makeDataset(api, rows, { dataset_id: 'ds_kept', holder_id: 'holder' });
  await send('PATCH', '/billing/holders/holder', {
    legal_name: 'Holder Lda',
    address,
    vat_id: 'PT501964843',
    tax: { kind: 'STANDARD', rate_percent: 23 },
    self_billing_agreed_on: '2026-01-01',
  });
  await send('POST', '/billing/rate-cards', {
    rate_card_id: 'kept',
    name: 'Kept',
    model: 'PAY_PER_USE',
    time: { rate: 0 },
    record: { rate: 10 },
    data: { rate: 0 },
    operation: { rate: 0 },
  });
  await api.addAccount('lab');
  const tax = { kind: 'REVERSE_CHARGE' };
  await send('PATCH', '/billing/accounts/lab', { address, vat_id: 'PT501964843', tax });
  await send('PUT', '/billing/accounts/lab/rate-card', {
    rate_card_id: 'kept',
    from_month: '2026-11',
  });
  const open = { account_id: 'lab', ttl_seconds: 60 };
  const { session_id: session } = await openSession(api, 'ds_kept', open);
  await api.send('GET', `/sessions/${session}/stream?batch_size=12`);
  api.now = Date.UTC(2026, 11, 2);
  const body = { account_id: 'lab', month: '2026-11' };
  invoiceId = invoiceSchema.parse(await send('POST', '/billing/invoices', body)).invoice_id;
  // Overdue once it is opened again: then it is reminded of.
  api.now = Date.UTC(2027, 0, 20);
  await api.reopen();
  paths.reminder = `/billing/invoices/${invoiceId}/reminders/1/pdf`;
  const card = { type: 'card', last4: '4242', brand: 'visa' };
  const method = paymentMethodSchema.parse(await send('POST', '/billing/payment-methods', card));
  const { payment_method_id } = method;
  await send('POST', `/billing/invoices/${invoiceId}/pay`, { payment_method_id });
  const preferences = { holder_id: 'holder', frequency: 'DAILY', threshold: 1 };
  await send('PUT', '/billing/payout-preferences', { ...preferences, method: 'bank_transfer' });
  await send('POST', '/billing/payout-runs', { holder_id: 'holder' });
  const { data } = await api.read(payoutPageSchema, '/billing/payouts?holder_id=holder');
  paths.statement = `/billing/payouts/${data[0]?.payout_id}/statement`;
  const asked = { reason, borne_by: 'PLATFORM', reference: 'R-1' };
  const lines = [{ line: await lineOfRecords(), amount: 20 }];
  const note = await send('POST', `/billing/invoices/${invoiceId}/credit-notes`, {
    ...asked,
    lines,
  });
  paths.note = `/billing/credit-notes/${creditNoteSchema.parse(note).credit_note_id}`;
}, 60_000);
afterAll(() => api.close());

const pdfs = () => [`${paths.note}/pdf`, `${paths.statement}?format=pdf`, paths.reminder];

describe('A paper that was issued', () => {
  test('has the same bytes whatever issuer, lab and names become, and their hash beside it', async () => {
    const first = await Promise.all(pdfs().map(paper));
    for (const { bytes, told } of first) {
      const digest = createHash('sha256').update(bytes).digest();
      expect(told).toBe(`sha-256=:${digest.toString('base64')}:`);
    }
    const [note] = first;
    const { pdf_sha256: beside } = await api.read(creditNoteSchema, paths.note);
    const hash = createHash('sha256')
      .update(note?.bytes ?? '')
      .digest('hex');
    expect(beside).toBe(`sha256:${hash}`);
    api.now += 60_000;
    const issuer = { ...testIssuer, legal_name: 'Another B.V.', vat_id: 'NL123456782B90' };
    await send('PUT', '/billing/settings', { issuer });
    await send('PATCH', '/billing/accounts/lab', { name: 'Renamed', show_name_to_holders: false });
    await send('PATCH', '/billing/holders/holder', { legal_name: 'Renamed Lda' });
    await api.reopen();
    // Told anew the lab has no name by now; on the paper it keeps the one that it was issued with.
    const told = await api.read(statementSchema, `${paths.statement}?format=json`);
    expect(told.lines.map(({ account_name: name }) => name)).toEqual(['Lab 2']);
    const again = await Promise.all(pdfs().map(paper));
    expect(again.map(({ bytes }, place) => bytes.equals(first[place]?.bytes ?? bytes))).toEqual([
      true,
      true,
      true,
    ]);
    expect(again.map((each) => each.told)).toEqual(first.map((each) => each.told));
    expect(await findings()).toMatchObject({ findings_total: 0 });
  });

  test('has the file for machines that goes along in it, and an invoice too', async () => {
    for (const path of [paths.note, `/billing/invoices/${invoiceId}`]) {
      const { bytes } = await paper(`${path}/pdf`);
      const { bytes: xml } = await paper(`${path}/xml`);
      expect(attachedTexts(bytes)).toEqual([xml.toString()]);
    }
  });

  test('is answered from what is kept, and a changed byte of it is found', async () => {
    const [, , reminder] = await Promise.all(pdfs().map(paper));
    const altered = Buffer.from(reminder?.bytes ?? '');
    altered[altered.length - 1] = 0;
    const set = (bytes: Buffer) =>
      change(`UPDATE papers SET pdf = x'${bytes.toString('hex')}' WHERE kind = 'REMINDER'`);
    await set(altered);
    expect((await paper(paths.reminder)).bytes.equals(altered)).toBe(true);
    const { findings_total: total, first_finding: found } = await findings();
    expect([total, found?.message]).toEqual([
      1,
      expect.stringMatching(
        /^Paper as it was issued .*: pdf is sha256:\w+, the journal says sha256:/,
      ),
    ]);
    await set(reminder?.bytes ?? altered);
    expect(await findings()).toMatchObject({ findings_total: 0 });
  });

  test('goes with a value on it that is erased, once its years are over; what is left is told anew', async () => {
    const legal = { legal_basis: 'GDPR Art. 17(1)(a)', actor: { id: 'usr_1', role: 'dpo' } };
    const erase = (row: string, field: string) =>
      api.send('POST', `/proof/${row}/erasures`, { body: { fields: [field], ...legal } });
    const party = `parties/${encodeURIComponent('["HOLDER","holder",1]')}`;
    const early = await erase(party, 'value');
    expect(early.status).toBe(409);
    expect(sessionsErrorSchema.parse(await early.json()).error.type).toBe('retention');
    api.now = Date.UTC(2037, 1, 1);
    await api.reopen();
    const before = await paper(paths.reminder);
    for (const [row, field] of [
      [`credit_notes/${paths.note.split('/').at(-1)}`, 'reason'],
      [party, 'value'],
    ] as const) {
      const response = await erase(row, field);
      expect([response.status, row]).toEqual([201, row]);
    }
    const { bytes, told } = await paper(`${paths.note}/pdf`);
    expect(pdfText(bytes)).not.toContain(reason);
    expect(told).toMatch(/^sha-256=:/);
    const statement = await paper(`${paths.statement}?format=pdf`);
    expect(pdfText(statement.bytes)).not.toContain('Holder Lda');
    // Nothing of either stands on this one.
    expect((await paper(paths.reminder)).bytes.equals(before.bytes)).toBe(true);
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'), { readonly: true });
    const left = database
      .prepare('SELECT kind, pdf IS NULL AS gone, taken FROM papers ORDER BY kind')
      .raw()
      .all();
    database.close();
    expect(left).toEqual([
      ['CREDIT_NOTE', 1, 1],
      ['REMINDER', 0, null],
      ['STATEMENT', 1, 1],
    ]);
    expect(await findings()).toMatchObject({ findings_total: 0 });
  });
});
