/** The loopback server of this machine: whether it runs, where, and a way in for a browser. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  serverLinkSchema,
  serverSchema,
  type putServerSchema,
} from '../../shared/contract/server.ts';
import { useAnswer } from './answers.ts';
import { newIdempotencyKey, reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

export function useServer(isWanted = true) {
  return useAnswer('getServer', {
    queryKey: queryKeys.server,
    queryFn: reads(serverSchema, { path: '/server' }),
    enabled: isWanted,
  });
}

export function useChangeServer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof putServerSchema>) =>
      request(serverSchema, { method: 'PUT', path: '/server', body }),
    onSuccess: (server) => {
      queryClient.setQueryData(queryKeys.server, server);
    },
    // What came in between may be the reason of a refusal.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.server }),
  });
}

/** A link that lets one browser in, once. It is told and not kept. */
export function useCreateServerLink() {
  return useMutation({
    mutationFn: () =>
      request(serverLinkSchema, {
        method: 'POST',
        path: '/server/links',
        idempotencyKey: newIdempotencyKey(),
      }),
    gcTime: 0,
  });
}
