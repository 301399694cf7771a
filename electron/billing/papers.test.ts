/** Papers through the API: each kind of tax, two at once, credit notes, reminders, self-billed statements; what is issued stays. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  invoiceSchema,
  paymentMethodSchema,
  payoutPageSchema,
} from '../../shared/contract/billing.ts';
import {
  creditNotePageSchema,
  creditNoteSchema,
} from '../../shared/contract/billing-credit-notes.ts';
import { sharePageSchema } from '../../shared/contract/billing-credits.ts';
import type { TaxKind } from '../../shared/contract/billing-parties.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { TestApi, testIssuer } from '../api/test-api.ts';
import { archiveFaults, attachedTexts } from '../documents/testing/archive-faults.ts';
import { brokenRules } from '../documents/testing/en16931-rules.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { readXml } from '../documents/testing/read-xml.ts';
import { schemaFaults } from '../documents/testing/schema-faults.ts';
import { clinicalRow, makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { cases } from '../testing/rounds.ts';

/** Taxes of a lab, and what its invoice of 33.33 for use and a fee of 10.00 comes to. */
interface Lab {
  readonly id: string;
  readonly tax: {
    readonly kind: TaxKind;
    readonly rate_percent?: number;
    readonly reason?: string;
  };
  readonly fee?: {
    readonly kind: TaxKind;
    readonly rate_percent?: number;
    readonly reason?: string;
  };
  readonly sums: readonly [tax: number, total: number];
}

const reason = 'As the law has it.';
const labs = cases<Lab>(
  [
    {
      id: 'two',
      tax: { kind: 'STANDARD', rate_percent: 20 },
      fee: { kind: 'STANDARD', rate_percent: 5 },
      sums: [7.17, 50.5],
    },
    { id: 'ae', tax: { kind: 'REVERSE_CHARGE' }, sums: [0, 43.33] },
  ],
  [
    { id: 's', tax: { kind: 'STANDARD', rate_percent: 20 }, sums: [8.67, 52] },
    { id: 'z', tax: { kind: 'ZERO' }, sums: [0, 43.33] },
    { id: 'e', tax: { kind: 'EXEMPT', reason }, sums: [0, 43.33] },
    { id: 'k', tax: { kind: 'INTRA_COMMUNITY' }, sums: [0, 43.33] },
    { id: 'g', tax: { kind: 'EXPORT' }, sums: [0, 43.33] },
    { id: 'o', tax: { kind: 'OUT_OF_SCOPE', reason }, sums: [0, 43.33] },
    {
      id: 'mixed',
      tax: { kind: 'REVERSE_CHARGE' },
      fee: { kind: 'STANDARD', rate_percent: 20 },
      sums: [2, 45.33],
    },
  ],
);
const buyer = {
  email: 'ap@meridian-labs.example',
  address: { line1: 'Lindenstraße 12', city: 'Hamburg', postal_code: '20095', country: 'DE' },
  vat_id: 'DE136695976',
};

let api: TestApi;
let method = '';
const invoices = new Map<string, string>();

async function send(verb: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(verb, path, body === undefined ? {} : { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const response = await api.send('GET', path);
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  const issuer = { ...testIssuer, vat_id: 'NL123456782B90', iban: 'NL91ABNA0417164300' };
  await send('PUT', '/billing/settings', { issuer });
  await send('POST', '/billing/rate-cards', {
    rate_card_id: 'papers',
    name: 'Papers',
    model: 'CUSTOM',
    time: { rate: 0 },
    record: {
      tiers: [
        { up_to: 2, rate: 10 },
        { up_to: null, rate: 1.333 },
      ],
      mode: 'GRADUATED',
    },
    data: { rate: 0 },
    operation: { rate: 0 },
    fees: [{ description: 'Support', amount: 10 }],
  });
  const rows = Array.from({ length: 12 }, (_, index) => clinicalRow(index + 1));
  await makeDataset(api, rows, { dataset_id: 'ds_papers', holder_id: 'holder' });
  for (const { id, tax, fee } of labs) {
    await api.addAccount(id);
    const kinds = fee === undefined ? {} : { fee };
    await send('PATCH', `/billing/accounts/${id}`, { ...buyer, name: `Lab ${id}`, tax, kinds });
    const assigned = { rate_card_id: 'papers', from_month: '2026-11' };
    await send('PUT', `/billing/accounts/${id}/rate-card`, assigned);
    const open = { account_id: id, ttl_seconds: 60 };
    const { session_id: session } = await openSession(api, 'ds_papers', open);
    await api.send('GET', `/sessions/${session}/stream?batch_size=12`);
  }
  const card = { type: 'card', last4: '4242', brand: 'visa' };
  method = paymentMethodSchema.parse(
    await send('POST', '/billing/payment-methods', card),
  ).payment_method_id;
  api.now = Date.UTC(2026, 11, 2);
  for (const { id } of labs) {
    const body = { account_id: id, month: '2026-11' };
    const issued = invoiceSchema.parse(await send('POST', '/billing/invoices', body));
    invoices.set(id, issued.invoice_id);
  }
}, 120_000);
afterAll(() => api.close());

const pathOf = (lab: string) => `/billing/invoices/${invoices.get(lab)}`;
const detailsOf = (lab: string) => api.read(invoiceSchema, `${pathOf(lab)}?include=details`);
/** What is wrong with a paper that carries an invoice for machines. */
async function faultsOf(pdf: Uint8Array): Promise<string[]> {
  const [xml = ''] = attachedTexts(pdf);
  return [
    ...archiveFaults(pdf, { hasFile: true }),
    ...(await schemaFaults(xml)),
    ...brokenRules(readXml(xml)),
  ];
}

describe('The invoice', () => {
  test.each(labs)('of $id is an archive with a valid file, and has its taxes', async (lab) => {
    const invoice = await detailsOf(lab.id);
    expect([invoice.tax, invoice.total]).toEqual(lab.sums);
    const taxes = invoice.details?.taxes ?? [];
    expect(taxes.map(({ base }) => base)).toEqual(lab.fee === undefined ? [43.33] : [33.33, 10]);
    const pdf = await bytesOf(`${pathOf(lab.id)}/pdf`);
    expect(await faultsOf(pdf)).toEqual([]);
    expect(attachedTexts(pdf)[0]).toBe(
      Buffer.from(await bytesOf(`${pathOf(lab.id)}/xml`)).toString(),
    );
    // What holders get does not hang on tax.
    const where = `/billing/shares?document=${invoices.get(lab.id)}`;
    const { data } = await api.read(sharePageSchema, where);
    expect(data.map(({ gross, fee, net }) => [gross, fee, net])).toEqual([[33.33, 5, 28.33]]);
  });

  test('tells each tax, and the tiers that were used', async () => {
    const text = pdfText(await bytesOf(`${pathOf('two')}/pdf`)).replaceAll('\n', ' ');
    for (const part of [
      'VAT (S), 20 % of 33.33',
      '6.67',
      'VAT (S), 5 % of 10.00',
      '0.50',
      '50.50',
    ]) {
      expect(text).toContain(part);
    }
    for (const part of ['Tier 1', '10.00', '20.00', 'Tier 2', '1.333', '13.33']) {
      expect(text).toContain(part);
    }
  });

  test('is given as it was issued, pending, overdue, paid and canceled; a stamped one is another', async () => {
    const hashOf = async (path: string) =>
      `sha256:${createHash('sha256')
        .update(await bytesOf(path))
        .digest('hex')}`;
    const states: (readonly (string | boolean)[])[] = [];
    const look = async (lab: string) => {
      const { status, details } = await detailsOf(lab);
      const path = `${pathOf(lab)}/pdf`;
      const hashes = [await hashOf(path), await hashOf(`${path}?stamped=true`)];
      states.push([status, ...hashes.map((each) => each === details?.pdf_sha256)]);
    };
    await look('two');
    api.now = Date.UTC(2027, 0, 10);
    await look('two');
    await send('POST', `${pathOf('two')}/pay`, { payment_method_id: method });
    await look('two');
    await send('POST', `${pathOf('ae')}/cancel`, { reason: 'Twice', kind: 'CORRECTION' });
    await look('ae');
    expect(states).toEqual([
      // Nothing is stamped on one that is not over.
      ['PENDING', true, true],
      ['OVERDUE', true, true],
      ['PAID', true, false],
      ['CANCELED', true, false],
    ]);
  });
});

describe('The credit note', () => {
  test('on lines of two taxes takes back the tax of each', async () => {
    const asked = { reason: 'Empty files', borne_by: 'PLATFORM', reference: 'R-1' };
    const { details } = await detailsOf('two');
    const at = (kind: string) => (details?.lines.findIndex((line) => line.kind === kind) ?? 0) + 1;
    const records = (details?.lines.findIndex(({ dimension }) => dimension === 'record') ?? 0) + 1;
    const body = {
      ...asked,
      lines: [
        { line: records, amount: 3.33 },
        { line: at('fee'), amount: 10 },
      ],
    };
    const note = creditNoteSchema.parse(await send('POST', `${pathOf('two')}/credit-notes`, body));
    expect([note.subtotal, note.tax, note.total]).toEqual([13.33, 1.17, 14.5]);
    const path = `/billing/credit-notes/${note.credit_note_id}/pdf`;
    const pdf = await bytesOf(path);
    expect(await faultsOf(pdf)).toEqual([]);
    expect(Buffer.from(pdf).equals(await bytesOf(path))).toBe(true);
    const [xml = ''] = attachedTexts(pdf);
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(xml).toContain(`<ram:IssuerAssignedID>${note.invoice_number}<`);
    const text = pdfText(pdf).replaceAll('\n', ' ');
    for (const part of ['Credit note', note.credit_note_number, 'Empty files', 'R-1', '14.50']) {
      expect(text).toContain(part);
    }
  });

  test('of a canceled invoice takes back all of it', async () => {
    const where = `/billing/credit-notes?invoice_id=${invoices.get('ae')}`;
    const { data } = await api.read(creditNotePageSchema, where);
    const [note] = data;
    expect([data.length, note?.kind, note?.total]).toEqual([1, 'CANCELLATION', 43.33]);
    const pdf = await bytesOf(`/billing/credit-notes/${note?.credit_note_id}/pdf`);
    expect(await faultsOf(pdf)).toEqual([]);
    expect(attachedTexts(pdf)[0]).toContain('VATEX-EU-AE');
  });

  test('that is not there is 404', async () => {
    for (const form of ['pdf', 'xml']) {
      const { status } = await api.send('GET', `/billing/credit-notes/cn_nothing/${form}`);
      expect(status).toBe(404);
    }
  });
});

test('a self-billed statement carries a valid file of its own', async () => {
  const path = '/billing/holders/holder';
  const address = { line1: 'Rua 1', city: 'Lisboa', postal_code: '1000-001', country: 'PT' };
  await send('PATCH', path, {
    legal_name: 'Holder Lda',
    address,
    vat_id: 'PT501964843',
    tax: { kind: 'STANDARD', rate_percent: 23 },
    self_billing_agreed_on: '2026-01-01',
  });
  const preferences = { holder_id: 'holder', frequency: 'DAILY', threshold: 1 };
  await send('PUT', '/billing/payout-preferences', { ...preferences, method: 'bank_transfer' });
  await send('POST', '/billing/payout-runs', { holder_id: 'holder' });
  const { data } = await api.read(payoutPageSchema, '/billing/payouts?holder_id=holder');
  const pdf = await bytesOf(`/billing/payouts/${data[0]?.payout_id}/statement?format=pdf`);
  expect(await faultsOf(pdf)).toEqual([]);
  expect(attachedTexts(pdf)[0]).toContain('<ram:TypeCode>389</ram:TypeCode>');
});

test('a reminder that was given is a paper; another is 404', async () => {
  const body = { account_id: 'two', month: '2026-12' };
  const issued = invoiceSchema.parse(await send('POST', '/billing/invoices', body));
  api.now = Date.UTC(2027, 1, 20);
  await api.reopen();
  const path = `/billing/invoices/${issued.invoice_id}`;
  const { details } = await api.read(invoiceSchema, `${path}?include=details`);
  expect(details?.reminders.map(({ level }) => level)).toEqual([1]);
  const pdf = await bytesOf(`${path}/reminders/1/pdf`);
  expect(archiveFaults(pdf, { hasFile: false })).toEqual([]);
  expect(Buffer.from(pdf).equals(await bytesOf(`${path}/reminders/1/pdf`))).toBe(true);
  const text = pdfText(pdf).replaceAll('\n', ' ');
  for (const part of ['First reminder', details?.invoice_number ?? '', '10.50', 'Days overdue']) {
    expect(text).toContain(part);
  }
  expect((await api.send('GET', `${path}/reminders/2/pdf`)).status).toBe(404);
  expect((await api.send('GET', `${path}/reminders/x/pdf`)).status).toBe(404);
});

test.each([
  [{ kinds: { usage: { kind: 'ZERO' } } }, 400],
  [{ kinds: { fee: { kind: 'EXEMPT' } } }, 400],
  [{ kinds: { fee: { kind: 'ZERO', rate_percent: 5 } } }, 400],
  [{ kinds: { fee: { kind: 'STANDARD', rate_percent: 101 } } }, 400],
] as const)('other taxes %j are %i', async (body, status) => {
  const response = await api.send('PATCH', '/billing/accounts/two', { body });
  expect(response.status).toBe(status);
});

test('all of it is what a verification computes again', async () => {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  const { first_finding, findings_total } = verificationSchema.parse(job.result);
  expect([first_finding, findings_total]).toEqual([null, 0]);
});
