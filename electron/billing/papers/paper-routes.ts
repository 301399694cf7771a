/** The routes of papers: invoices, receipts, reminders, credit notes and statements as documents, and for machines. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { ReaderDatabase } from '../../database/open-database.ts';
import { attachedFile } from '../../documents/attached-file.ts';
import type { RouteHandlers, RouteReply } from '../../route-handler.ts';
import { InvoicesStore, type StoredInvoice } from '../invoices-store.ts';
import { KeptPapers, type PaperReading } from './kept-papers.ts';
import { reminderKey } from './papers-store.ts';

export type PaperReads =
  | 'getInvoicePdf'
  | 'getInvoiceXml'
  | 'getReceipt'
  | 'getReminderPdf'
  | 'getCreditNotePdf'
  | 'getCreditNoteXml';

interface PaperOptions extends PaperReading {
  readonly database: ReaderDatabase;
  readonly now: () => string;
}

export function paperReads(options: PaperOptions): RouteHandlers<PaperReads> {
  const { database, now } = options;
  const invoices = new InvoicesStore(database);
  const papers = new KeptPapers(options);
  const paperOf = async ({ document }: StoredInvoice) => (await papers.orders()).paperOf(document);
  return {
    ...creditNotePapers(papers),

    getInvoicePdf: async ({ parameters: { invoice_id: id }, query: { stamped } }) => {
      const invoice = invoices.require(id, now());
      const { document, status } = invoice;
      const issued = stamped === true ? undefined : invoices.issuedPdf(id);
      if (issued !== undefined) return pdfReply(issued, document.invoiceNumber);
      const { invoicePdf } = await import('../documents/invoice-pdf.ts');
      const bytes = await invoicePdf(document, await paperOf(invoice), stampOf(invoice));
      return pdfReply(bytes, `${document.invoiceNumber}-${status.toLowerCase()}`);
    },

    getInvoiceXml: async ({ parameters: { invoice_id: id } }) => {
      const invoice = invoices.require(id, now());
      const issued = invoices.issuedPdf(id);
      const attached = issued && attachedFile(issued);
      const { electronicInvoice } = await import('../documents/invoice-paper.ts');
      // One of before papers had a file has it made.
      const xml = attached ?? electronicInvoice(invoice.document, await paperOf(invoice));
      return xmlReply(xml, { name: invoice.document.invoiceNumber, what: `The invoice ${id}` });
    },

    getReceipt: async ({ parameters: { payment_id: id }, baseUrl }) => {
      const payment = invoices.payment(id, baseUrl);
      if (payment === undefined) throw new ApiError('not_found', `There is no payment ${id}.`);
      const invoice = invoices.require(payment.invoice_id, now());
      const { receiptPdf } = await import('../documents/receipt-pdf.ts');
      const bytes = await receiptPdf(payment, invoice.document, await paperOf(invoice));
      return pdfReply(bytes, `receipt-${invoice.document.invoiceNumber}`);
    },

    getReminderPdf: async ({ parameters: { invoice_id: id, level } }) => {
      const { document } = invoices.require(id, now());
      const bytes = await papers.pdf({ kind: 'REMINDER', about: reminderKey(id, level) });
      return pdfReply(bytes, `${document.invoiceNumber}-reminder-${level}`);
    },
  };
}

function creditNotePapers(
  papers: KeptPapers,
): RouteHandlers<'getCreditNotePdf' | 'getCreditNoteXml'> {
  const paperOf = async (id: string) => {
    const { note } = (await papers.orders()).creditNote(id);
    const bytes = await papers.pdf({ kind: 'CREDIT_NOTE', about: id });
    return { bytes, name: note.creditNoteNumber };
  };
  return {
    getCreditNotePdf: async ({ parameters: { credit_note_id: id } }) => {
      const { bytes, name } = await paperOf(id);
      return pdfReply(bytes, name);
    },

    getCreditNoteXml: async ({ parameters: { credit_note_id: id } }) => {
      const { bytes, name } = await paperOf(id);
      return xmlReply(attachedFile(bytes), { name, what: `The credit note ${id}` });
    },
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

/** A document, with the digest of its bytes (RFC 9530). */
export function pdfReply(bytes: Uint8Array, name: string, place = 'inline'): RouteReply {
  const digest = createHash('sha256').update(bytes).digest('base64');
  return {
    body: new Blob([Uint8Array.from(bytes)]).stream(),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `${place}; filename="${name}.pdf"`,
      'content-length': String(bytes.length),
      'repr-digest': `sha-256=:${digest}:`,
    },
  };
}
