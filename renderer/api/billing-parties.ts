/** Hooks of the issuer and the parties of papers. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  accountDetailsSchema,
  billingSettingsSchema,
  printableSchema,
  type ChangeAccount,
  type changeBillingSettingsSchema,
} from '../../shared/contract/billing-parties.ts';
import { useAnswer } from './answers.ts';
import { reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** In whose name invoices are issued. */
export function useBillingSettings() {
  return useAnswer('getBillingSettings', {
    queryKey: [...queryKeys.billing, 'settings'],
    queryFn: reads(billingSettingsSchema, { path: '/billing/settings' }),
  });
}

export function useChangeBillingSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof changeBillingSettingsSchema>) =>
      request(billingSettingsSchema, { method: 'PUT', path: '/billing/settings', body }),
    // What came in between may be the reason of a refusal.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.billing }),
  });
}

/** Characters of a text that papers cannot print; nothing is asked about an empty one. */
export function useUnprintable(text: string) {
  return useAnswer('checkPrintable', {
    queryKey: ['printable', text],
    enabled: text !== '',
    queryFn: reads(printableSchema, {
      method: 'POST',
      path: '/billing/printable',
      body: { texts: [text] },
    }),
    placeholderData: keepPreviousData,
  });
}

const accountPath = (id: string) => `/billing/accounts/${encodeURIComponent(id)}`;

/** One account with all that stands on its papers. */
export function useAccount(id: string) {
  return useAnswer('getAccount', {
    queryKey: [...queryKeys.billing, 'account', id],
    queryFn: reads(accountDetailsSchema, { path: accountPath(id) }),
  });
}

/** Changes an account that is still at the version that was read. */
export function useChangeAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: ChangeAccount }) =>
      request(accountDetailsSchema, {
        method: 'PATCH',
        path: accountPath(id),
        body,
        ifMatch: String(version),
      }),
    // What came in between may be the reason of a refusal.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.billing }),
  });
}
