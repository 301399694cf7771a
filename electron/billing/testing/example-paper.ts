/** An invoice and what stands on its paper, for tests of papers. */
import type { InvoicePaper } from '../documents/invoice-paper.ts';
import type { InvoiceDocument } from '../invoice-document.ts';

export const exampleInvoice: InvoiceDocument = {
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

export const examplePaper: InvoicePaper = {
  issuer: {
    legal_name: 'Datahaven Exchange B.V.',
    address: {
      line1: 'Keizersgracht 241',
      city: 'Amsterdam',
      postal_code: '1016 EA',
      country: 'NL',
    },
    email: 'billing@datahaven.example',
    vat_id: 'NL123456782B90',
    registration: 'KvK 34200841',
    iban: 'NL91ABNA0417164300',
    bic: 'ABNANL2A',
  },
  buyer: {
    name: exampleInvoice.customer.name,
    email: exampleInvoice.customer.email,
    address: { ...exampleInvoice.customer.address, line2: 'Hall 2' },
    vat_id: null,
    order_number: 'PO-4711',
    tax: { kind: 'STANDARD', rate_percent: 20 },
    kinds: {},
    show_name_to_holders: true,
    payment_terms_days: 30,
    suspend_after_days: null,
  },
  prices: 'volume-tiers, v3',
  tiers: {},
  isDemo: false,
};
