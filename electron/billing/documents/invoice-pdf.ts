/** An invoice as a PDF: what was frozen when it was issued, stamped once it is paid or canceled. */
import { addDays, addMonths } from '../../../shared/billing/calendar.ts';
import { moneyText, numberOf } from '../../../shared/billing/decimal.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import type { InvoiceStatus } from '../../../shared/contract/billing.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import { dim, DocumentPage } from '../../documents/document-page.ts';
import { addressLines } from './address-lines.ts';

const stamps: Readonly<Partial<Record<InvoiceStatus, string>>> = {
  PAID: '#1f7a4d',
  CANCELED: '#b3261e',
};

/** The bytes of the document; the same for the same invoice and stamp. */
export async function invoicePdf(
  invoice: InvoiceDocument,
  status: InvoiceStatus,
): Promise<Uint8Array> {
  const { invoiceNumber, currency } = invoice;
  const page = new DocumentPage(
    `Invoice ${invoiceNumber}`,
    new Date(invoice.issuedAt),
    `${invoiceNumber}  ${invoice.invoiceId}`,
  );
  const color = stamps[status];
  if (color !== undefined) page.stamp(status, color);
  page.text('Invoice', { weight: 'bold', size: 22 });
  page.text(invoiceNumber, { color: dim, size: 11 });
  page.space(18);
  drawFacts(page, invoice);
  page.space(22);
  page.row([
    ['Description', { color: dim, to: 0.5, size: 9 }],
    [`Rate, ${currency}`, { color: dim, from: 0.51, to: 0.8, align: 'right', size: 9 }],
    [`Amount, ${currency}`, { color: dim, from: 0.81, align: 'right', size: 9 }],
  ]);
  page.rule();
  for (const line of invoice.lines) {
    page.row([
      [line.description, { to: 0.5 }],
      [rateText(line), { from: 0.51, to: 0.8, align: 'right' }],
      [moneyText(line.amount), { from: 0.81, align: 'right' }],
    ]);
    page.rule();
  }
  drawSums(page, invoice);
  if (invoice.notes !== '') {
    page.space(20);
    page.text('Notes', { weight: 'bold' });
    page.text(invoice.notes, { color: dim });
  }
  return page.finish();
}

function drawFacts(page: DocumentPage, invoice: InvoiceDocument): void {
  const facts = [
    ['Issued', invoice.issuedAt.slice(0, 10)],
    ['Due', invoice.dueDay],
    ['Period', `${invoice.month} to ${addDays(addMonths(invoice.month, 1), -1)}`],
    ['Terms', invoice.terms],
    ['Account', invoice.accountId],
  ] as const;
  const billed = addressLines(invoice.customer);
  for (let index = 0; index < Math.max(facts.length, billed.length); index += 1) {
    const [name, value] = facts[index] ?? ['', ''];
    page.row([
      [name, { color: dim, to: 0.14 }],
      [value, { from: 0.14, to: 0.52 }],
      [billed[index] ?? '', { from: 0.55, weight: index === 0 ? 'bold' : 'regular' }],
    ]);
  }
}

function drawSums(page: DocumentPage, invoice: InvoiceDocument): void {
  page.space(6);
  const sums = [
    ['Subtotal', invoice.subtotal, 'regular'],
    [`Tax, ${numberOf(invoice.taxBps, 2)} %`, invoice.tax, 'regular'],
    [`Total, ${invoice.currency}`, invoice.total, 'bold'],
  ] as const;
  for (const [name, amount, weight] of sums) {
    page.row([
      [name, { from: 0.5, to: 0.75, weight }],
      [moneyText(amount), { from: 0.76, align: 'right', weight }],
    ]);
    page.space(3);
  }
}

/** What the rate is for. */
const perUnit = {
  time: 'hour',
  record: 'record',
  data: 'GB',
  operation: 'operation',
} as const satisfies Record<Dimension, string>;

/** An effective rate can have more digits than anybody reads. */
const rateDigits = 7;

function rateText({ measured }: InvoiceLine): string {
  if (measured === undefined) return '';
  return `${Number(measured.rate.toPrecision(rateDigits))} per ${perUnit[measured.dimension]}`;
}
