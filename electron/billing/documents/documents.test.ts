/** Invoices and receipts as documents: the same bytes twice, stamped, and their text can be read. */
import { describe, expect, test } from 'vitest';
import { invoiceStatuses } from '../../../shared/contract/billing.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { pdfText } from '../../documents/testing/pdf-text.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { receiptPdf } from './receipt-pdf.ts';

const invoice: InvoiceDocument = {
  invoiceId: 'inv_01KA2B3C4D5E6F7G8H9JKMNPQR',
  invoiceNumber: 'INV-2026-000042',
  accountId: 'castellanos',
  month: '2026-11-01',
  issuedAt: '2026-12-01T01:00:00.000Z',
  dueDay: '2026-12-31',
  customer: {
    id: 'castellanos',
    name: 'Größe & Søn Лаб',
    email: 'ap@example.org',
    address: {
      line1: '1 Main Street',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
      country: 'US',
    },
  },
  lines: [
    {
      kind: 'usage',
      description: 'Access time, 2.516944 h',
      amount: 3_146n,
      measured: { dimension: 'time', volume: 2_516_944n, rate: 12.5 },
    },
    { kind: 'usage', description: 'Records, 1250 records', amount: 625n },
    { kind: 'usage', description: 'Data, 1.23456789 GB', amount: 15n },
    { kind: 'usage', description: 'Operations, 42 operations', amount: 84n },
    { kind: 'adjustment', description: 'Credit', amount: -123_456n },
  ],
  terms: 'Net 30 days',
  notes: 'Thank you.',
  currency: 'USD',
  subtotal: 3_870n,
  taxBps: 2_000n,
  tax: 774n,
  total: 4_644n,
};
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

describe('The invoice PDF', () => {
  test('has the same bytes twice, in every state', async () => {
    for (const status of invoiceStatuses) {
      const [one, other] = [await invoicePdf(invoice, status), await invoicePdf(invoice, status)];
      expect(Buffer.from(one).equals(other)).toBe(true);
    }
  });

  test('says everything that the invoice says', async () => {
    const text = pdfText(await invoicePdf(invoice, 'PENDING')).replaceAll('\n', ' ');
    for (const part of [
      'Invoice',
      'INV-2026-000042',
      '2026-12-01',
      '2026-12-31',
      '2026-11-01 to 2026-11-30',
      'Net 30 days',
      '1 Main Street',
      'Boston, MA 02110',
      'Access time, 2.516944 h',
      '12.5 per hour',
      '31.46',
      '-1,234.56',
      'Tax, 20 %',
      '7.74',
      '46.44',
      'Thank you.',
      '1 / 1',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.replaceAll(' ', '')).toContain('Größe&SønЛаб');
    expect(text).not.toMatch(/PAID|CANCELED/);
  });

  test.each(['PAID', 'CANCELED'] as const)('is stamped %s', async (status) => {
    expect(pdfText(await invoicePdf(invoice, status))).toContain(status);
  });

  test('goes on over the pages it needs', async () => {
    const line = invoice.lines[0];
    if (line === undefined) throw new Error('The invoice has no line.');
    const lines = Array.from({ length: 60 }, () => line);
    expect(pdfText(await invoicePdf({ ...invoice, lines }, 'PAID'))).toContain('3 / 3');
  });
});

test('the receipt PDF has the same bytes twice and says what was paid', async () => {
  const bytes = await receiptPdf(payment, invoice);
  expect(Buffer.from(bytes).equals(await receiptPdf(payment, invoice))).toBe(true);
  const text = pdfText(bytes).replaceAll('\n', ' ');
  for (const part of [
    'Receipt',
    payment.payment_id,
    'visa card ending in 4242',
    '46.44',
    'INV-2026',
  ]) {
    expect(text).toContain(part);
  }
});
