/** Connections to servers elsewhere. A key is sent once and never read back. */
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  connectionCheckSchema,
  connectionListSchema,
  connectionSchema,
  type deleteConnectionSchema,
  type putConnectionSchema,
  type CheckConnection,
  type CreateConnection,
} from '../../shared/contract/connections.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

type DeleteConnection = z.input<typeof deleteConnectionSchema>;

/** Every connection, by name; nothing is asked where the host has none to offer. */
export function useConnections(isWanted = true) {
  return useAnswer('listConnections', {
    queryKey: queryKeys.connections,
    queryFn: reads(connectionListSchema, { path: '/connections' }),
    enabled: isWanted,
  });
}

/** A mutation whose variables hold a key: forgotten as soon as nobody looks at it. */
function useConnectionChange<Body, Result>(send: (body: Body) => Promise<Result>) {
  return useChange([queryKeys.connections], send, { alsoRefused: true, gcTime: 0 });
}

export function useCreateConnection() {
  return useConnectionChange(({ body, idempotencyKey }: Attempt<CreateConnection>) =>
    request(connectionSchema, {
      method: 'POST',
      path: '/connections',
      body,
      hasSecret: true,
      idempotencyKey,
    }),
  );
}

export function useChangeConnection() {
  return useConnectionChange(
    ({ id, body }: { id: string; body: z.input<typeof putConnectionSchema> }) =>
      request(connectionSchema, {
        method: 'PUT',
        path: `/connections/${encodeURIComponent(id)}`,
        body,
        hasSecret: true,
      }),
  );
}

export function useDeleteConnection() {
  return useConnectionChange(({ id, ...body }: { id: string } & DeleteConnection) =>
    request(connectionSchema, {
      method: 'DELETE',
      path: `/connections/${encodeURIComponent(id)}`,
      body,
    }),
  );
}

/** Asks a server whether it is there, whose key it is, what it has. Nothing is kept. */
export function useCheckConnection() {
  return useMutation({
    mutationFn: (body: CheckConnection) =>
      request(connectionCheckSchema, {
        method: 'POST',
        path: '/connections/check',
        body,
        hasSecret: true,
        idempotencyKey: newIdempotencyKey(),
      }),
    gcTime: 0,
  });
}
