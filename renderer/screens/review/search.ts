/** The address of the review queue: why decisions wait, filters, order and the one that is open. */
import { parseDecisionsSearch, type DecisionsSearch } from '../decisions/search.ts';

/** `review` is absent for any reason; `order` is absent for the oldest first. */
export interface ReviewSearch extends Omit<DecisionsSearch, 'order'> {
  order?: 'desc' | undefined;
}

/** Search parameters from an address or a navigation; what cannot be read is left out. */
export function parseReviewSearch(raw: Readonly<Record<string, unknown>>): ReviewSearch {
  const { order: _order, review, ...rest } = parseDecisionsSearch(raw);
  return {
    ...rest,
    ...(review === undefined || review === 'waiting' ? {} : { review }),
    ...(raw['order'] === 'desc' ? { order: 'desc' as const } : {}),
  };
}
