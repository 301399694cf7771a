/** Connections to servers elsewhere. A key is sent once and never read back. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  connectionCheckSchema,
  connectionListSchema,
  connectionSchema,
  type ChangeConnection,
  type CheckConnection,
  type CreateConnection,
} from '../../shared/contract/connections.ts';
import { newIdempotencyKey, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Every connection, by name; nothing is asked where the host has none to offer. */
export function useConnections(isWanted = true) {
  return useQuery({
    queryKey: queryKeys.connections,
    queryFn: ({ signal }) =>
      request({
        path: '/connections',
        signal,
        parse: (value) => connectionListSchema.parse(value),
      }),
    enabled: isWanted,
  });
}

/** A mutation whose variables hold a key: forgotten as soon as nobody looks at it. */
function useConnectionChange<Body, Result>(send: (body: Body) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.connections }),
  });
}

export function useCreateConnection() {
  return useConnectionChange((body: CreateConnection) =>
    request({
      method: 'POST',
      path: '/connections',
      body,
      hasSecret: true,
      idempotencyKey: newIdempotencyKey(),
      parse: (value) => connectionSchema.parse(value),
    }),
  );
}

export function useChangeConnection() {
  return useConnectionChange(({ id, body }: { id: string; body: ChangeConnection }) =>
    request({
      method: 'PUT',
      path: `/connections/${encodeURIComponent(id)}`,
      body,
      hasSecret: true,
      parse: (value) => connectionSchema.parse(value),
    }),
  );
}

export function useDeleteConnection() {
  return useConnectionChange((id: string) =>
    request({
      method: 'DELETE',
      path: `/connections/${encodeURIComponent(id)}`,
      parse: (value) => connectionSchema.parse(value),
    }),
  );
}

/** Asks a server whether it is there, whose key it is, what it has. Nothing is kept. */
export function useCheckConnection() {
  return useMutation({
    mutationFn: (body: CheckConnection) =>
      request({
        method: 'POST',
        path: '/connections/check',
        body,
        hasSecret: true,
        idempotencyKey: newIdempotencyKey(),
        parse: (value) => connectionCheckSchema.parse(value),
      }),
    gcTime: 0,
  });
}
