/** What a payout posts as it is made, arrives or fails. */
import type { Posting } from './books.ts';

/**
 * Minor units.
 * @param amount what is transferred, its tax included
 */
export function payoutPostings(
  amount: bigint,
  tax: bigint,
): Readonly<Record<'created' | 'completed' | 'failed', Posting[]>> {
  const owed: Posting[] = [
    ['holder_payable', amount - tax],
    ...(tax === 0n ? [] : [['input_tax', tax] as const]),
  ];
  return {
    created: [...owed, ['payouts_in_transit', -amount]],
    completed: [
      ['payouts_in_transit', amount],
      ['cash', -amount],
    ],
    failed: [
      ['payouts_in_transit', amount],
      ...owed.map(([account, of]): Posting => [account, -of]),
    ],
  };
}
