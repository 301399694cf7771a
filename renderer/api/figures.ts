/** Recorded figures: every one, one with its counts, and recording. */
import {
  figurePageSchema,
  figureSchema,
  type CreateFigure,
  type FigureSummary,
} from '../../shared/contract/figures.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

async function everyFigure(signal: AbortSignal): Promise<readonly FigureSummary[]> {
  const found: FigureSummary[] = [];
  for (;;) {
    const page = await request(figurePageSchema, {
      path: '/oversight/figures',
      query: { limit: limits.figures.maximumLimit, offset: found.length },
      signal,
    });
    found.push(...page.data);
    if (!page.pagination.has_more || page.data.length === 0) return found;
  }
}

/** Every recorded figure, the newest first: people record them one by one. */
export function useFigures() {
  return useAnswer('listFigures', {
    queryKey: [...queryKeys.figures, 'all'],
    queryFn: ({ signal }) => everyFigure(signal),
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
