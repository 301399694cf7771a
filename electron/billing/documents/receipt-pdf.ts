/** The receipt of a payment as a PDF: who received what of whom, for which invoice, with its tax. */
import { dayOf } from '../../../shared/billing/calendar.ts';
import type { Payment } from '../../../shared/contract/billing.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { addressLines } from './address-lines.ts';
import { dim, DocumentPage } from '../../documents/document-page.ts';
import { lastDayOf, type InvoicePaper } from './invoice-paper.ts';
import { shortDay } from './paper-days.ts';
import { taxText } from './paper-parts.ts';
import { invoiceTaxes } from './paper-taxes.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

/** The bytes of the document; the same for the same payment. */
export async function receiptPdf(
  payment: Payment,
  invoice: InvoiceDocument,
  { issuer, buyer, isDemo }: InvoicePaper,
): Promise<Uint8Array> {
  const { payment_id: id, payment_date: paidAt, currency } = payment;
  const money = moneyIn(currency);
  const { invoiceNumber, subtotal, total } = invoice;
  const page = new DocumentPage(`Receipt ${id}`, new Date(paidAt), `${id} · ${invoiceNumber}`);
  if (isDemo) page.ribbon('DEMO · NOT A RECEIPT');
  page.text('Receipt', { weight: 'bold', size: 21 });
  page.text(id, { color: dim, size: 10.5 });
  page.space(18);
  const { type, brand, last4 } = payment.payment_method;
  const facts = [
    ['Received by', issuer === undefined ? '' : issuerText(issuer)],
    ['Received from', addressLines(invoice.customer).join('\n')],
    ['Paid', `${shortDay(dayOf(paidAt))}, ${paidAt.slice(11, 16)} UTC`],
    ['Method', `${brand} ${type.replaceAll('_', ' ')} ending in ${last4}`],
    ['Reference', invoiceNumber],
    ['Supply period', `1 – ${shortDay(lastDayOf(invoice))}`],
    ['Net', money.text(subtotal)],
    [
      'Tax',
      invoiceTaxes(invoice, { buyer })
        .map((tax) => `${taxText(tax, money.text(tax.base))}: ${money.text(tax.amount)}`)
        .join('\n'),
    ],
  ] as const;
  for (const [name, value] of facts.filter(([, each]) => each !== '')) {
    page.row([
      [name, { color: dim, to: 0.25 }],
      [value, { from: 0.25 }],
    ]);
    page.rule();
  }
  page.space(8);
  page.row([
    [`Amount, ${currency}`, { weight: 'bold', to: 0.7, size: 13 }],
    [money.text(total), { weight: 'bold', from: 0.7, align: 'right', size: 13 }],
  ]);
  return page.finish();
}

function issuerText({
  legal_name: name,
  vat_id: vat = '',
}: NonNullable<InvoicePaper['issuer']>): string {
  return vat === '' ? name : `${name}\nVAT ${vat}`;
}
