/** Hooks of prices: the card of an account, its upcoming invoice, what a call will cost. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ShownRateCard } from '../../shared/contract/billing.ts';
import {
  accountRateCardSchema,
  backtestSchema,
  quoteSchema,
  upcomingInvoiceSchema,
} from '../../shared/contract/billing-prices.ts';
import type { DataOperation } from '../../shared/contract/data-operations.ts';
import { useAnswer } from './answers.ts';
import { reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

const ofAccount = (id: string, part: string) =>
  `/billing/accounts/${encodeURIComponent(id)}/${part}`;

/** The rate card of an account and the next one. */
export function useAccountRateCard(account: string) {
  return useAnswer('getAccountRateCard', {
    queryKey: [...queryKeys.billing, 'account-card', account],
    queryFn: reads(accountRateCardSchema, { path: ofAccount(account, 'rate-card') }),
  });
}

/** The invoice of the running month as it would be now. */
export function useUpcomingInvoice(account: string) {
  return useAnswer('getUpcomingInvoice', {
    queryKey: [...queryKeys.metering, 'upcoming', account],
    queryFn: reads(upcomingInvoiceSchema, { path: ofAccount(account, 'upcoming-invoice') }),
  });
}

/** Past months of all accounts, by their cards and by a version of another. */
export function useBacktest(
  { rate_card_id: id, version }: Pick<ShownRateCard, 'rate_card_id' | 'version'>,
  months: { readonly from_month: string; readonly to_month: string },
) {
  return useAnswer('backtestRateCard', {
    queryKey: [...queryKeys.metering, 'backtest', id, version, months],
    queryFn: reads(backtestSchema, {
      method: 'POST',
      path: `/billing/rate-cards/${encodeURIComponent(id)}/backtest`,
      // Months are sums of all: no row of an account is shown.
      query: { limit: 1 },
      body: { version, ...months },
    }),
  });
}

/** Takes back what was assigned to an account from a coming month on. */
export function useWithdrawRateCard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ account, month }: { readonly account: string; readonly month: string }) =>
      request(accountRateCardSchema, {
        method: 'DELETE',
        path: ofAccount(account, `rate-card/${month}`),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.billing }),
  });
}

/** Calls over the rows of a session before they are made. */
export interface CallsAhead {
  readonly operation: DataOperation;
  readonly rows: number;
  readonly calls: number;
}

/** The price of calls ahead; asked again whenever something was used. */
export function useQuote(session: string, { operation, rows, calls }: CallsAhead) {
  return useAnswer('createQuote', {
    queryKey: [...queryKeys.metering, session, 'quote', operation, rows, calls],
    queryFn: reads(quoteSchema, {
      method: 'POST',
      path: '/billing/quotes',
      body: { session_id: session, operation, rows, operations: calls },
    }),
    placeholderData: keepPreviousData,
  });
}
