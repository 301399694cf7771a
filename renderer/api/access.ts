/** Who one is here, the API keys of the open ledger, and how many requests they have. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  apiKeyCardSchema,
  apiKeyPageSchema,
  createdApiKeySchema,
  meSchema,
  rateLimitsSchema,
  type apiKeyStatuses,
  type CreateApiKey,
  type RateLimits,
} from '../../shared/contract/access.ts';
import { newIdempotencyKey, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type ApiKeyStatus = (typeof apiKeyStatuses)[number];
export const keyPageSize = 50;

/** Who the caller is, with everything it may ask for. A server that does not tell is a failure. */
export function useMe() {
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) =>
      request({ path: '/me', signal, parse: (value) => meSchema.parse(value) }),
  });
}

/** API keys, the newest first, a page of them; nothing is asked where nobody may. */
export function useApiKeys(status: ApiKeyStatus | undefined, offset: number, isWanted = true) {
  return useQuery({
    queryKey: [...queryKeys.apiKeys, status, offset],
    queryFn: ({ signal }) =>
      request({
        path: '/api-keys',
        query: { status, limit: keyPageSize, offset },
        signal,
        parse: (value) => apiKeyPageSchema.parse(value),
      }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
}

/** Makes a key. The answer holds it: nothing keeps the answer once the caller has taken it. */
export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateApiKey) =>
      request({
        method: 'POST',
        path: '/api-keys',
        body,
        idempotencyKey: newIdempotencyKey(),
        parse: (value) => createdApiKeySchema.parse(value),
      }),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request({
        method: 'POST',
        path: `/api-keys/${encodeURIComponent(id)}/revoke`,
        idempotencyKey: newIdempotencyKey(),
        parse: (value) => apiKeyCardSchema.parse(value),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  });
}

export function useRateLimits() {
  return useQuery({
    queryKey: queryKeys.rateLimits,
    queryFn: ({ signal }) =>
      request({ path: '/rate-limits', signal, parse: (value) => rateLimitsSchema.parse(value) }),
  });
}

export function useSetRateLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RateLimits) =>
      request({
        method: 'PUT',
        path: '/rate-limits',
        body,
        parse: (value) => rateLimitsSchema.parse(value),
      }),
    onSuccess: (set) => {
      queryClient.setQueryData(queryKeys.rateLimits, set);
    },
  });
}
