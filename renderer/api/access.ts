/** The API keys of the open ledger, and how many requests they have. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  apiKeyCardSchema,
  apiKeyPageSchema,
  createdApiKeySchema,
  rateLimitsSchema,
  type apiKeyStatuses,
  type CreateApiKey,
  type setRateLimitsSchema,
} from '../../shared/contract/access.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type ApiKeyStatus = (typeof apiKeyStatuses)[number];
export const keyPageSize = 50;

/** API keys, the newest first, a page of them. */
export function useApiKeys(status: ApiKeyStatus | undefined, offset: number) {
  return useAnswer('listApiKeys', {
    queryKey: [...queryKeys.apiKeys, status, offset],
    queryFn: reads(apiKeyPageSchema, {
      path: '/api-keys',
      query: { status, limit: keyPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Makes a key. The answer holds it: nothing keeps the answer once the caller has taken it. */
export function useCreateApiKey() {
  return useChange(
    [queryKeys.apiKeys],
    (attempt: Attempt<CreateApiKey>) => postOnce('/api-keys', attempt, createdApiKeySchema),
    { gcTime: 0 },
  );
}

export function useRevokeApiKey() {
  return useChange(
    [queryKeys.apiKeys],
    ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      request(apiKeyCardSchema, {
        method: 'POST',
        path: `/api-keys/${encodeURIComponent(id)}/revoke`,
        idempotencyKey,
      }),
  );
}

export function useRateLimits() {
  return useAnswer('getRateLimits', {
    queryKey: queryKeys.rateLimits,
    queryFn: reads(rateLimitsSchema, { path: '/rate-limits' }),
  });
}

export function useSetRateLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof setRateLimitsSchema>) =>
      request(rateLimitsSchema, { method: 'PUT', path: '/rate-limits', body }),
    onSuccess: (set) => {
      queryClient.setQueryData(queryKeys.rateLimits, set);
    },
    // What came in between may be the reason of a refusal.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.rateLimits }),
  });
}
