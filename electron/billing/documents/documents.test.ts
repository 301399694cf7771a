/** Invoices and receipts as documents: the same bytes twice, stamped, and their text can be read. */
import { describe, expect, test } from 'vitest';
import type { InvoiceDocument } from '../invoice-document.ts';
import { brokenRules } from '../../documents/testing/en16931-rules.ts';
import { pdfLines, pdfText } from '../../documents/testing/pdf-text.ts';
import { readXml } from '../../documents/testing/read-xml.ts';
import { countryCode } from './country-code.ts';
import { exampleInvoice as invoice, examplePaper as paper } from '../testing/example-paper.ts';
import { electronicInvoice } from './invoice-paper.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { receiptPdf } from './receipt-pdf.ts';

const payment = {
  payment_id: 'pay_01KA2B3C4D5E6F7G8H9JKMNPQR',
  invoice_id: invoice.invoiceId,
  status: 'COMPLETED',
  amount: 46.44,
  currency: 'USD',
  payment_date: '2026-12-05T10:00:00.000Z',
  payment_method: { type: 'card', last4: '4242', brand: 'visa' },
  receipt_url: '',
} as const;

/** An invoice whose sums are those of its lines. */
const reconciled = {
  ...invoice,
  lines: [
    ...invoice.lines.slice(0, 4),
    { kind: 'adjustment', description: 'Credit', amount: -870n },
  ],
  subtotal: 3_000n,
  tax: 600n,
  total: 3_600n,
} as const satisfies InvoiceDocument;
const entry = { seq: 350, hash: 'sha256:b88caf61be9ddc0441e7' };
const paid = { status: 'PAID', on: '2026-12-05T10:00:00.000Z', reason: '', entry } as const;
const canceled = {
  status: 'CANCELED',
  on: '2026-12-06T10:00:00.000Z',
  reason: 'Wrong cost center',
  entry,
} as const;

describe('The invoice PDF', () => {
  test('has the same bytes twice, in every state', async () => {
    for (const stamp of [undefined, paid, canceled]) {
      const [one, other] = [
        await invoicePdf(invoice, paper, stamp),
        await invoicePdf(invoice, paper, stamp),
      ];
      expect(Buffer.from(one).equals(other)).toBe(true);
    }
  });

  test('says everything that the invoice says', async () => {
    const text = pdfText(await invoicePdf(invoice, paper)).replaceAll('\n', ' ');
    for (const part of [
      'Invoice',
      'INV-2026-000042',
      '1 Dec 2026',
      'due 31 December 2026',
      '1 – 30 Nov 2026',
      'Net 30 days',
      'From',
      'Datahaven Exchange B.V.',
      'VAT NL123456782B90 · KvK 34200841',
      '1016 EA Amsterdam, NL',
      '1 Main Street',
      'Hall 2',
      '02110 Boston MA, US',
      'PO-4711',
      'volume-tiers, v3',
      'Access time',
      '2.516944',
      '12.50',
      '31.46',
      '-1,234.56',
      'VAT (S), 20 % of 38.70',
      '7.74',
      '46.44',
      'NL91 ABNA 0417 1643 00',
      'Thank you.',
      'factur-x.xml',
      '1 / 1',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.replaceAll(' ', '')).toContain('Größe&SønЛаб');
    expect(text).not.toMatch(/PAID|CANCELED|DEMO/);
  });

  test('writes no exponent, and leaves out what is nothing', async () => {
    const lines = [
      {
        kind: 'usage',
        description: 'Data, 2.8e-7 GB',
        amount: 0n,
        measured: { dimension: 'data', volume: 280n, rate: 0.12 },
      },
      {
        kind: 'usage',
        description: 'Records, 0 records',
        amount: 0n,
        measured: { dimension: 'record', volume: 0n, rate: 0.05 },
      },
    ] as const;
    const text = pdfText(await invoicePdf({ ...invoice, lines }, paper));
    expect(text).toContain('0.00000028');
    expect(text).not.toMatch(/e-7|Records/);
  });

  test.each([paid, canceled])('is stamped $status with its day and its entry', async (stamp) => {
    const text = pdfText(await invoicePdf(invoice, paper, stamp));
    expect(text).toContain(stamp.status);
    expect(text).toContain('Ledger entry 350');
    expect(text).toContain('sha256:b88caf61be9ddc0441e7');
    expect(text).toMatch(/Paid on 5 December 2026|Canceled on 6 December 2026: Wrong cost center/);
  });

  test('has its head on every page that it needs', async () => {
    const line = invoice.lines[0];
    if (line === undefined) throw new Error('The invoice has no line.');
    const lines = Array.from({ length: 100 }, () => line);
    const bytes = await invoicePdf({ ...invoice, lines }, paper);
    const heads = pdfLines(bytes).filter((each) => each.startsWith('Description'));
    const pages = Number(/1 \/ (\d+)/.exec(pdfText(bytes))?.[1]);
    expect(pages).toBeGreaterThan(2);
    expect(heads).toHaveLength(pages);
  });

  test('of the demo says so on every page, and is none for machines', async () => {
    const demo = { ...paper, isDemo: true };
    const lines = Array.from({ length: 100 }, () => invoice.lines).flat();
    const text = pdfText(await invoicePdf({ ...invoice, lines }, demo));
    const pages = Number(/1 \/ (\d+)/.exec(text)?.[1]);
    expect(pages).toBeGreaterThan(5);
    expect(text.match(/DEMO · NOT AN INVOICE/g)).toHaveLength(pages);
    expect(text).not.toContain('factur-x.xml');
    expect(electronicInvoice(invoice, demo)).toBeUndefined();
  });
});

describe('The invoice for machines', () => {
  test('has the sums of the page', () => {
    const xml = electronicInvoice(reconciled, paper) ?? '';
    expect(brokenRules(readXml(xml))).toEqual([]);
    for (const part of ['>36.00<', '>8.70<', '>2.516944<', 'PO-4711', '>INV-2026-000042<']) {
      expect(xml).toContain(part);
    }
  });

  test.each([
    ['without an issuer', { ...paper, issuer: undefined }],
    [
      'without a country of the buyer',
      { ...paper, buyer: { ...paper.buyer, address: { ...paper.buyer.address, country: 'Oz' } } },
    ],
    [
      'without a VAT number that its tax needs',
      { ...paper, buyer: { ...paper.buyer, tax: { kind: 'REVERSE_CHARGE', rate_percent: 0 } } },
    ],
  ] as const)('is none %s', (_, each) => {
    expect(electronicInvoice(reconciled, each)).toBeUndefined();
  });

  test.each([
    ['NL', 'NL'],
    ['germany', 'DE'],
    ['Österreich', 'AT'],
    ['United States', 'US'],
    ['Oz', undefined],
    ['', undefined],
  ])('knows the country of %j', (written, code) => {
    expect(countryCode(written)).toBe(code);
  });
});

test('the receipt PDF has the same bytes twice and says what was paid', async () => {
  const bytes = await receiptPdf(payment, invoice, paper);
  expect(Buffer.from(bytes).equals(await receiptPdf(payment, invoice, paper))).toBe(true);
  const text = pdfText(bytes).replaceAll('\n', ' ');
  for (const part of [
    'Receipt',
    payment.payment_id,
    'visa card ending in 4242',
    '46.44',
    'INV-2026',
    'Datahaven Exchange B.V.',
    '1 – 30 Nov 2026',
    'VAT (S), 20 % of 38.70',
  ]) {
    expect(text).toContain(part);
  }
});
