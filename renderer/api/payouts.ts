/** Payouts to data holders: their list, when and how they are made, running them; the revenue summary. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  payoutPageSchema,
  payoutPreferencesListSchema,
  payoutPreferencesSchema,
  payoutRunSchema,
  payoutStatuses,
  revenueSchema,
  type payoutPreferencesBodySchema,
  type PayoutStatus,
} from '../../shared/contract/billing.ts';
import { sharePageSchema } from '../../shared/contract/billing-credits.ts';
import { useAnswer } from './answers.ts';
import { billingPageSize } from './billing.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, readsAll, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

export interface PayoutsChoice {
  readonly status?: PayoutStatus | undefined;
  readonly holder?: string | undefined;
  /** Only those after which their holder had no other payout. */
  readonly last?: boolean | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

function payoutPage(choice: PayoutsChoice, limit: number, offset: number, signal: AbortSignal) {
  return request(payoutPageSchema, {
    path: '/billing/payouts',
    query: {
      status: choice.status,
      holder_id: choice.holder,
      last: choice.last,
      created_after: choice.createdAfter,
      created_before: choice.createdBefore,
      include: 'holder',
      limit,
      offset,
    },
    signal,
  });
}

/** A page of payouts, newest first. */
export function usePayouts(choice: PayoutsChoice, offset: number) {
  return useAnswer('listPayouts', {
    queryKey: [...queryKeys.billing, 'payouts', 'page', choice, offset],
    queryFn: ({ signal }) => payoutPage(choice, billingPageSize, offset, signal),
    placeholderData: keepPreviousData,
  });
}

export type PayoutCounts = Readonly<Record<PayoutStatus, number>>;

/** How many payouts there are in each state, of what else is chosen. */
export function usePayoutCounts(choice: Omit<PayoutsChoice, 'status'>) {
  return useAnswer('listPayouts', {
    queryKey: [...queryKeys.billing, 'payouts', 'counts', choice],
    queryFn: async ({ signal }): Promise<PayoutCounts> => {
      const counts: Record<PayoutStatus, number> = { PENDING: 0, COMPLETED: 0, FAILED: 0 };
      await Promise.all(
        payoutStatuses.map(async (status) => {
          const { pagination } = await payoutPage({ ...choice, status }, 1, 0, signal);
          counts[status] = pagination.total;
        }),
      );
      return counts;
    },
    placeholderData: keepPreviousData,
  });
}

/** Every holder with its balance and how it is paid. */
export function usePayoutPreferences() {
  return useAnswer('listPayoutPreferences', {
    queryKey: [...queryKeys.billing, 'payout-preferences'],
    queryFn: readsAll(payoutPreferencesListSchema, { path: '/billing/payout-preferences' }),
  });
}

export interface SharesChoice {
  readonly holder?: string | undefined;
  readonly dataset?: string | undefined;
  readonly document?: string | undefined;
  readonly payout?: string | undefined;
}

/** A page of what holders get: a share for each document and dataset. */
export function useShares(choice: SharesChoice, offset: number) {
  return useAnswer('listShares', {
    queryKey: [...queryKeys.billing, 'shares', choice, offset],
    queryFn: reads(sharePageSchema, {
      path: '/billing/shares',
      query: {
        holder_id: choice.holder,
        dataset_id: choice.dataset,
        document: choice.document,
        payout_id: choice.payout,
        limit: billingPageSize,
        offset,
      },
    }),
    placeholderData: keepPreviousData,
  });
}

function usePayoutChange<Input, Result>(send: (input: Input) => Promise<Result>) {
  return useChange([queryKeys.billing], send, { alsoRefused: true });
}

export type PreferencesBody = z.input<typeof payoutPreferencesBodySchema>;

export function useSetPayoutPreferences() {
  return usePayoutChange((body: PreferencesBody) =>
    request(payoutPreferencesSchema, { method: 'PUT', path: '/billing/payout-preferences', body }),
  );
}

/** Runs payouts now, of one holder or of all. */
export function useRunPayouts() {
  return usePayoutChange((holder: string | undefined) =>
    request(payoutRunSchema, {
      method: 'POST',
      path: '/billing/payout-runs',
      body: holder === undefined ? {} : { holder_id: holder },
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Revenue of the days of a period, both included; over all time without. */
export function useRevenue(period: { start?: string | undefined; end?: string | undefined } = {}) {
  return useAnswer('getRevenue', {
    queryKey: [...queryKeys.billing, 'revenue', period],
    queryFn: reads(revenueSchema, {
      path: '/billing/revenue',
      query: { start_date: period.start, end_date: period.end, include: 'datasets' },
    }),
    placeholderData: keepPreviousData,
  });
}
