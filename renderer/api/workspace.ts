/** Which ledger is open, and the change to another. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  openWorkspaceSchema,
  workspaceSchema,
  type OpenWorkspace,
} from '../../shared/contract/workspace.ts';
import { newIdempotencyKey, reads, request } from './client.ts';
import { queryKeys } from './query-keys.ts';

export const workspaceQuery = queryOptions({
  queryKey: queryKeys.workspace,
  queryFn: reads(workspaceSchema, { path: '/workspace' }),
});

export function useWorkspace() {
  return useQuery(workspaceQuery);
}

/** Opens the local or the demo ledger. The engine restarts; the change stream says when it is back. */
export function useOpenWorkspace() {
  return useMutation({
    mutationFn: (body: OpenWorkspace) =>
      request(openWorkspaceSchema, {
        method: 'POST',
        path: '/workspace',
        body,
        idempotencyKey: newIdempotencyKey(),
      }),
  });
}

/** Tells whether nothing can be written: a case is kept as it was handed over. */
export function useIsReadOnly(): boolean {
  return useWorkspace().data?.kind === 'case';
}

/** Name of the server elsewhere that is open and does not answer, as far as is known; undefined where there is none. */
export function useServerAway(): string | undefined {
  const remote = useQuery({ ...workspaceQuery, enabled: false }).data?.remote;
  return remote == null || remote.state === 'online' ? undefined : remote.name;
}
