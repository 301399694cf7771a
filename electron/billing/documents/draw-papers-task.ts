/**
 * The task that draws papers: a thread of its own, so that nobody who writes waits for a page. What draws is loaded there
 * alone: whoever asks for papers needs the task's name.
 */
import type { ForeignTask } from '../../foreign/foreign-task.ts';
import type { PaperOrder } from './paper-order.ts';

/** The bytes of a paper, or why there is none. */
export type DrawnPaper = { readonly pdf: Uint8Array } | { readonly reason: string };

/** News: how many are drawn. */
export const drawPapersTask: ForeignTask<readonly PaperOrder[], readonly DrawnPaper[], number> = {
  name: 'draw-papers',
  run: async (orders, { tell }) => {
    const { drawPaper } = await import('./draw-paper.ts');
    const drawn: DrawnPaper[] = [];
    for (const order of orders) {
      try {
        drawn.push({ pdf: await drawPaper(order) });
      } catch (error) {
        drawn.push({ reason: error instanceof Error ? error.message : String(error) });
      }
      tell(drawn.length);
    }
    return drawn;
  },
};
