/** A reminder as a page: which invoice is not paid, since when, and how to pay it. */
import { dayOf, daysBetween } from '../../../shared/billing/calendar.ts';
import { moneyIn } from '../../../shared/billing/money.ts';
import { DocumentPage } from '../../documents/document-page.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { Reminder } from '../runs/reminders.ts';
import { periodText } from './invoice-pdf.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import { longDay, shortDay } from './paper-days.ts';
import { archivePage, drawFactRow, drawParties, drawPayment, drawTitle } from './paper-parts.ts';

const ordinals = ['First', 'Second', 'Third'];

/** The bytes of the document; the same for the same reminder. */
export async function reminderPdf(
  { level, reminded_at: at }: Reminder,
  invoice: InvoiceDocument,
  paper: InvoicePaper,
): Promise<Uint8Array> {
  const { invoiceNumber, currency, total, dueDay } = invoice;
  const name = `${ordinals[level - 1] ?? `${level}th`} reminder`;
  const amount = moneyIn(currency).text(total);
  const page = new DocumentPage(
    `${name} of ${invoiceNumber}`,
    new Date(at),
    `${name} · ${invoiceNumber} · ${invoice.invoiceId}`,
    archivePage,
  );
  if (paper.isDemo) page.ribbon('DEMO · NOT A REMINDER');
  drawTitle(page, {
    name,
    amount: `${amount} ${currency}`,
    number: `of invoice ${invoiceNumber}`,
    day: longDay(dayOf(at)),
  });
  drawParties(page, paper);
  drawFactRow(page, [
    ['Issued', shortDay(dayOf(invoice.issuedAt))],
    ['Supply period', periodText(invoice)],
    ['Due', shortDay(dueDay)],
    ['Days overdue', String(daysBetween(dueDay, dayOf(at)))],
    ['Account', invoice.accountId],
  ]);
  page.text(
    `The invoice ${invoiceNumber} over ${amount} ${currency} was due on ${longDay(dueDay)}, and no payment has been recorded. Please pay it now. If you have paid meanwhile, nothing is left to do.`,
    { size: 10 },
  );
  drawPayment(page, paper.issuer, {
    reference: invoiceNumber,
    amount: `${currency} ${amount}`,
    by: 'now',
  });
  page.archive(new Date(at), []);
  return page.finish();
}
