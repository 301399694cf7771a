/** The receipt of a payment as a PDF. */
import { moneyText } from '../../../shared/billing/decimal.ts';
import type { Payment } from '../../../shared/contract/billing.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { addressLines } from './address-lines.ts';
import { dim, DocumentPage } from '../../documents/document-page.ts';

/** The bytes of the document; the same for the same payment. */
export async function receiptPdf(payment: Payment, invoice: InvoiceDocument): Promise<Uint8Array> {
  const page = new DocumentPage(
    `Receipt ${payment.payment_id}`,
    new Date(payment.payment_date),
    `${payment.payment_id}  ${invoice.invoiceNumber}`,
  );
  page.text('Receipt', { weight: 'bold', size: 22 });
  page.text(payment.payment_id, { color: dim, size: 11 });
  page.space(18);
  const { type, brand, last4 } = payment.payment_method;
  const facts = [
    ['Paid', `${payment.payment_date.slice(0, 16).replace('T', ' ')} UTC`],
    ['Invoice', invoice.invoiceNumber],
    ['Method', `${brand} ${type.replaceAll('_', ' ')} ending in ${last4}`],
    ['Received from', addressLines(invoice.customer).join('\n')],
  ] as const;
  for (const [name, value] of facts) {
    page.row([
      [name, { color: dim, to: 0.25 }],
      [value, { from: 0.25 }],
    ]);
    page.rule();
  }
  page.space(8);
  page.row([
    [`Amount, ${payment.currency}`, { weight: 'bold', to: 0.7, size: 13 }],
    [moneyText(invoice.total), { weight: 'bold', from: 0.7, align: 'right', size: 13 }],
  ]);
  return page.finish();
}
