/** The address of Payouts: its tab, its holder, its state, the payout that is open. */
import { z } from 'zod';
import { payoutStatuses } from '../../../shared/contract/billing.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const payoutTabs = ['payouts', 'revenue'] as const;

const parse = listSearch({
  /** Absent means the payouts. */
  tab: oneOf(['revenue']),
  holder: someText,
  status: oneOf(payoutStatuses),
  /** Of failed ones: only those after which their holder had no other payout. */
  last: z
    .preprocess((value) => value === true || value === 'true', z.literal(true))
    .optional()
    .catch(undefined),
  /** The payout that is open. */
  payout: someText,
});

export type PayoutsSearch = ReturnType<typeof parse>;

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parsePayoutsSearch(raw: Record<string, unknown>): PayoutsSearch {
  const search = parse(raw);
  return search.status === 'FAILED' ? search : { ...search, last: undefined };
}
