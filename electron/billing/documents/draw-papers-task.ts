/**
 * The task that draws the papers of a run: a thread of its own, so that nobody who writes waits for a page. What draws is
 * loaded there alone: whoever asks for papers needs the task's name.
 */
import type { ForeignTask } from '../../foreign/foreign-task.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import type { InvoicePaper } from './invoice-paper.ts';

/** An invoice with what stands on its paper. */
export interface PaperOrder {
  readonly document: InvoiceDocument;
  readonly paper: InvoicePaper;
}

/** The bytes of a paper, or why there is none. */
export type DrawnPaper = { readonly pdf: Uint8Array } | { readonly reason: string };

/** News: how many are drawn. */
export const drawPapersTask: ForeignTask<readonly PaperOrder[], readonly DrawnPaper[], number> = {
  name: 'draw-papers',
  run: async (orders, { tell }) => {
    const { invoicePdf } = await import('./invoice-pdf.ts');
    const drawn: DrawnPaper[] = [];
    for (const { document, paper } of orders) {
      try {
        drawn.push({ pdf: await invoicePdf(document, paper) });
      } catch (error) {
        drawn.push({ reason: error instanceof Error ? error.message : String(error) });
      }
      tell(drawn.length);
    }
    return drawn;
  },
};
