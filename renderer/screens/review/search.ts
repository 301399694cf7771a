/** The address of the review queue: why decisions wait, filters, order and the one that is open. */
import { waitingReasons } from '../../../shared/contract/reviews.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';
import { parseDecisionsSearch, type DecisionsSearch } from '../decisions/search.ts';

/** `review` is absent for any reason; `order` is absent for the oldest first. */
export interface ReviewSearch extends Omit<DecisionsSearch, 'order'>, DueMembers {
  /** Set where what waits is listed as the decisions that it is; absent, it is listed by when it is due. */
  by?: 'decisions' | undefined;
  order?: 'desc' | undefined;
}

/** The address of the queue by when it is due: what it is narrowed to, its page, the record that is open. */
export const parseDueSearch = listSearch({
  reason: oneOf(waitingReasons),
  model_id: someText,
  assignee: someText,
  /** Only what is past due. */
  is_late: oneOf(['true']),
  record: someText,
});
type DueMembers = Partial<
  Pick<ReturnType<typeof parseDueSearch>, 'reason' | 'assignee' | 'is_late' | 'offset' | 'sort'>
>;

/** Parameters that only decisions have: an address with one of them, which may be kept as a view, is of these. */
const ofDecisions = [
  'q',
  'where',
  'person',
  'start_date',
  'end_date',
  'policy_id',
  'transaction_id',
  'min_confidence',
  'max_confidence',
  'has_intervention',
  'review',
  'order',
  'tab',
] as const;

/** Search parameters from an address or a navigation; what cannot be read is left out. */
export function parseReviewSearch(raw: Readonly<Record<string, unknown>>): ReviewSearch {
  const isOfDecisions = ofDecisions.some((name) => raw[name] !== undefined);
  if (raw['by'] !== 'decisions' && !isOfDecisions) {
    const { order: _none, ...due } = parseDueSearch(raw);
    return due;
  }
  const { order: _order, review, ...rest } = parseDecisionsSearch(raw);
  return {
    ...rest,
    by: 'decisions',
    ...(review === undefined || review === 'waiting' ? {} : { review }),
    ...(raw['order'] === 'desc' ? { order: 'desc' as const } : {}),
  };
}
