/** The address of Payouts: its tab, its holder, its state, the payout that is open. */
import { z } from 'zod';
import { payoutStatuses, type PayoutStatus } from '../../../shared/contract/billing.ts';

export const payoutTabs = ['payouts', 'revenue'] as const;
export type PayoutTab = (typeof payoutTabs)[number];

export interface PayoutsSearch {
  /** Absent means the payouts. */
  tab?: 'revenue' | undefined;
  /** Absent means every holder. */
  holder?: string | undefined;
  /** Absent means every state. */
  status?: PayoutStatus | undefined;
  /** Only those after which their holder had no other payout. */
  last?: true | undefined;
  offset?: number | undefined;
  /** The payout that is open. */
  payout?: string | undefined;
}

const text = z.string().min(1).max(256).optional().catch(undefined);
const payoutsSchema = z.object({
  tab: z.literal('revenue').optional().catch(undefined),
  holder: text,
  status: z.enum(payoutStatuses).optional().catch(undefined),
  last: z
    .preprocess((value) => value === true || value === 'true', z.literal(true))
    .optional()
    .catch(undefined),
  offset: z
    .preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().min(0))
    .optional()
    .catch(undefined),
  payout: text,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parsePayoutsSearch(raw: Record<string, unknown>): PayoutsSearch {
  return payoutsSchema.parse(raw);
}
