/** The routes of papers: invoices, receipts, reminders and credit notes as documents, and for machines. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { RouteHandlers, RouteReply } from '../route-handler.ts';
import { Accounts } from './accounts.ts';
import { BillingSettingsStore } from './billing-settings.ts';
import { CreditNotesStore } from './credit-notes/credit-notes-store.ts';
import { InvoicesStore, type StoredInvoice } from './invoices-store.ts';
import { Parties } from './parties.ts';
import { RateCards } from './rate-cards.ts';
import { RemindersStore } from './runs/reminders.ts';

export type PaperReads =
  | 'getInvoicePdf'
  | 'getInvoiceXml'
  | 'getReceipt'
  | 'getReminderPdf'
  | 'getCreditNotePdf'
  | 'getCreditNoteXml';

interface PaperOptions {
  readonly database: ReaderDatabase;
  readonly now: () => string;
  readonly isDemo: boolean;
}

export function paperReads(options: PaperOptions): RouteHandlers<PaperReads> {
  const { database, now } = options;
  const invoices = new InvoicesStore(database);
  const reminders = new RemindersStore(database);
  const paperOf = papersOver(options);
  return {
    ...creditNotePapers(options, { invoices, paperOf }),

    getInvoicePdf: async ({ parameters: { invoice_id: id }, query: { stamped } }) => {
      const invoice = invoices.require(id, now());
      const { document, status } = invoice;
      const issued = stamped === true ? undefined : invoices.issuedPdf(id);
      if (issued !== undefined) return pdfReply(issued, document.invoiceNumber);
      const { invoicePdf } = await import('./documents/invoice-pdf.ts');
      const bytes = await invoicePdf(document, await paperOf(invoice), stampOf(invoice));
      return pdfReply(bytes, `${document.invoiceNumber}-${status.toLowerCase()}`);
    },

    getInvoiceXml: async ({ parameters: { invoice_id: id } }) => {
      const invoice = invoices.require(id, now());
      const { electronicInvoice } = await import('./documents/invoice-paper.ts');
      const xml = electronicInvoice(invoice.document, await paperOf(invoice));
      return xmlReply(xml, { name: invoice.document.invoiceNumber, what: `The invoice ${id}` });
    },

    getReceipt: async ({ parameters: { payment_id: id }, baseUrl }) => {
      const payment = invoices.payment(id, baseUrl);
      if (payment === undefined) throw new ApiError('not_found', `There is no payment ${id}.`);
      const invoice = invoices.require(payment.invoice_id, now());
      const { receiptPdf } = await import('./documents/receipt-pdf.ts');
      const bytes = await receiptPdf(payment, invoice.document, await paperOf(invoice));
      return pdfReply(bytes, `receipt-${invoice.document.invoiceNumber}`);
    },

    getReminderPdf: async ({ parameters: { invoice_id: id, level } }) => {
      const invoice = invoices.require(id, now());
      const reminder = reminders.of(id).find((each) => String(each.level) === level);
      if (reminder === undefined) {
        throw new ApiError('not_found', `The invoice ${id} has no reminder ${level}.`);
      }
      const { reminderPdf } = await import('./documents/reminder-pdf.ts');
      const bytes = await reminderPdf(reminder, invoice.document, await paperOf(invoice));
      return pdfReply(bytes, `${invoice.document.invoiceNumber}-reminder-${level}`);
    },
  };
}

function creditNotePapers(
  { database, now }: PaperOptions,
  { invoices, paperOf }: { readonly invoices: InvoicesStore; readonly paperOf: PaperOf },
): RouteHandlers<'getCreditNotePdf' | 'getCreditNoteXml'> {
  const notes = new CreditNotesStore(database);
  const documentOf = async (id: string) => {
    const { invoiceId, ...note } = notes.document(id);
    const invoice = invoices.require(invoiceId, now());
    const paper = await paperOf(invoice);
    const { paperTaxes } = await import('./documents/paper-taxes.ts');
    const { lines, taxes: groups } = note.takenFrom(invoice.document);
    const taxes = paperTaxes(groups, paper.buyer);
    return { paper, note: { ...note, invoice: invoice.document, lines, taxes } };
  };
  return {
    getCreditNotePdf: async ({ parameters: { credit_note_id: id } }) => {
      const { note, paper } = await documentOf(id);
      const { creditNotePdf } = await import('./documents/credit-note-pdf.ts');
      return pdfReply(await creditNotePdf(note, paper), note.creditNoteNumber);
    },

    getCreditNoteXml: async ({ parameters: { credit_note_id: id } }) => {
      const { note, paper } = await documentOf(id);
      const { electronicCreditNote } = await import('./documents/credit-note-pdf.ts');
      const xml = electronicCreditNote(note, paper);
      return xmlReply(xml, { name: note.creditNoteNumber, what: `The credit note ${id}` });
    },
  };
}

type PaperOf = ReturnType<typeof papersOver>;

/** What stands on the paper of an invoice, by what was in force when it was issued. */
function papersOver({ database, isDemo }: PaperOptions) {
  const means = {
    settings: new BillingSettingsStore(database),
    parties: new Parties(database),
    accounts: new Accounts(database),
    cards: new RateCards(database),
    isDemo,
  };
  return async ({ document }: StoredInvoice) => {
    const { paperOf } = await import('./documents/invoice-paper.ts');
    return paperOf(document, means);
  };
}

/** What became of an invoice, as a stamp says it; undefined while it is not over. */
function stampOf({ status, paidAt, canceledAt, cancelReason, entry }: StoredInvoice) {
  if (status === 'PAID') return { status, on: paidAt ?? '', reason: '', entry };
  if (status === 'CANCELED') {
    return { status, on: canceledAt ?? '', reason: cancelReason ?? '', entry };
  }
  return undefined;
}

/** @throws {ApiError} `not_found` where the rules of the standard cannot hold */
function xmlReply(
  xml: string | undefined,
  { name, what }: { readonly name: string; readonly what: string },
): RouteReply {
  if (xml === undefined) throw new ApiError('not_found', `${what} has no form for machines.`);
  return { body: xml, headers: { 'content-disposition': `attachment; filename="${name}.xml"` } };
}

function pdfReply(bytes: Uint8Array, name: string): RouteReply {
  return {
    body: new Blob([Uint8Array.from(bytes)]).stream(),
    headers: {
      'content-disposition': `inline; filename="${name}.pdf"`,
      'content-length': String(bytes.length),
    },
  };
}
