/** What is to be drawn. */
import type { DrawnStatement } from '../holders/statements.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { Reminder } from '../runs/reminders.ts';
import type { CreditNoteDocument } from './credit-note-pdf.ts';
import type { InvoicePaper } from './invoice-paper.ts';

/** A paper by what it is of, with all that stands on it. */
export type PaperOrder =
  | { readonly kind: 'INVOICE'; readonly document: InvoiceDocument; readonly paper: InvoicePaper }
  | {
      readonly kind: 'CREDIT_NOTE';
      readonly note: CreditNoteDocument;
      readonly paper: InvoicePaper;
    }
  | { readonly kind: 'STATEMENT'; readonly drawn: DrawnStatement; readonly isDemo: boolean }
  | {
      readonly kind: 'REMINDER';
      readonly reminder: Reminder;
      readonly document: InvoiceDocument;
      readonly paper: InvoicePaper;
    };
