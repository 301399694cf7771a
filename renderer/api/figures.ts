/** Recorded figures: every one, one with its counts, and recording. */
import {
  figurePageSchema,
  figureSchema,
  type CreateFigure,
} from '../../shared/contract/figures.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, type Attempt } from './client.ts';
import { readsEvery } from './every-page.ts';
import { queryKeys } from './query-keys.ts';

/** Every recorded figure, the newest first: people record them one by one. */
export function useFigures() {
  return useAnswer('listFigures', {
    queryKey: [...queryKeys.figures, 'all'],
    queryFn: readsEvery(figurePageSchema, {
      path: '/oversight/figures',
      limit: limits.figures.maximumLimit,
    }),
  });
}

export function useFigure(id: string) {
  return useAnswer('getFigure', {
    queryKey: [...queryKeys.figures, 'one', id],
    queryFn: reads(figureSchema, { path: `/oversight/figures/${encodeURIComponent(id)}` }),
  });
}

/** Records a figure; the answer is the figure with its counts. */
export function useRecordFigure() {
  return useChange([queryKeys.figures, queryKeys.chain], (attempt: Attempt<CreateFigure>) =>
    postOnce('/oversight/figures', attempt, figureSchema),
  );
}
