/** Connections to servers elsewhere. A key is sent once and never read back. */
import { useMutation, useQueries } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  connectionCheckSchema,
  connectionFiguresSchema,
  connectionListSchema,
  connectionSchema,
  type deleteConnectionSchema,
  type putConnectionSchema,
  type CheckConnection,
  type Connection,
  type ConnectionFigures,
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

/** A connection with the figures of its ledger: undefined while its server is asked, null where nobody answered for it. */
export interface ConnectedLedger extends Connection {
  readonly figures: ConnectionFigures | null | undefined;
}

/** How long figures are current; milliseconds. */
const figuresFor = 60_000;

/** Every connection with its figures. Each server is asked on its own: one that does not answer holds up no other. */
export function useConnectedLedgers() {
  const connections = useConnections();
  const figures = useQueries({
    queries: (connections.data ?? []).map(({ connection_id: id, base_url: url }) => ({
      queryKey: [...queryKeys.connectionFigures, id, url],
      queryFn: reads(connectionFiguresSchema, {
        path: `/connections/${encodeURIComponent(id)}/figures`,
      }),
      staleTime: figuresFor,
      refetchInterval: figuresFor,
      retry: false,
    })),
  });
  const data = connections.data?.map((connection, index): ConnectedLedger => {
    const { data: told, isError = false } = figures[index] ?? {};
    return { ...connection, figures: told ?? (isError ? null : undefined) };
  });
  return { ...connections, data };
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
