/** The address of the review queue: why decisions wait, filters, order and the one that is open. */
import { waitingReasons } from '../../../shared/contract/reviews.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';
import { parseDecisionsSearch, type DecisionsSearch } from '../decisions/search.ts';

/** `review` is absent for any reason; `order` is absent for the oldest first. */
export interface ReviewSearch extends Omit<DecisionsSearch, 'order'>, DueMembers {
  /** Set where what waits is listed by when it is due (`parseDueSearch`). */
  by?: 'due' | undefined;
  order?: 'desc' | undefined;
}

/** The address of the queue by when it is due: what it is narrowed to, its page, the record that is open. */
export const parseDueSearch = listSearch({
  by: oneOf(['due']),
  reason: oneOf(waitingReasons),
  model_id: someText,
  assignee: someText,
  record: someText,
});
type DueMembers = Partial<
  Pick<ReturnType<typeof parseDueSearch>, 'reason' | 'assignee' | 'offset' | 'sort'>
>;

/** Search parameters from an address or a navigation; what cannot be read is left out. */
export function parseReviewSearch(raw: Readonly<Record<string, unknown>>): ReviewSearch {
  if (raw['by'] === 'due') {
    const { order: _none, ...due } = parseDueSearch(raw);
    return due;
  }
  const { order: _order, review, ...rest } = parseDecisionsSearch(raw);
  return {
    ...rest,
    ...(review === undefined || review === 'waiting' ? {} : { review }),
    ...(raw['order'] === 'desc' ? { order: 'desc' as const } : {}),
  };
}
