/** Draws a paper by its order. */
import { creditNotePdf } from './credit-note-pdf.ts';
import type { PaperOrder } from './paper-order.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { reminderPdf } from './reminder-pdf.ts';
import { statementPdf } from './statement-pdf.ts';

/** The bytes of a paper; the same for the same order. */
export function drawPaper(order: PaperOrder): Promise<Uint8Array> {
  switch (order.kind) {
    case 'INVOICE':
      return invoicePdf(order.document, order.paper);
    case 'CREDIT_NOTE':
      return creditNotePdf(order.note, order.paper);
    case 'STATEMENT':
      return statementPdf(order.drawn, order);
    case 'REMINDER':
      return reminderPdf(order.reminder, order.document, order.paper);
  }
}
