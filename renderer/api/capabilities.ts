/** What can be asked for here: of a server elsewhere what it has, of a key what it may. */
import { createContext, useCallback, useContext, useMemo } from 'react';
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { OperationId } from '../../shared/contract/routes.ts';
import { hostOperations } from '../../shared/contract/workspace.ts';
import { meQuery, useMe } from './me.ts';
import { useWorkspace, workspaceQuery } from './workspace.ts';

/** Tells whether an operation is to be had. */
export type May = (operation: OperationId) => boolean;

/**
 * Tells whether an operation can be had. `allowed` is what the key may, `remote` the server elsewhere that is open, with
 * what it has; null where that is not known, and then nothing is hidden for it: the answer of the API says so itself.
 * While a server elsewhere is open the key is the one for it: of this host everything may be asked.
 */
export function canHave(
  operation: OperationId,
  remote: { readonly operations: readonly string[] | null } | null,
  allowed: readonly string[] | null,
): boolean {
  const known = remote?.operations ?? null;
  if (known !== null && !known.includes(operation)) return false;
  if (remote !== null && hostOperations.has(operation)) return true;
  return allowed === null || allowed.includes(operation);
}

interface Rights {
  readonly may: May;
  /**
   * Whether it is known what is to be had. Until then everything would be offered, and what a key may
   * not would be asked for: at the start of the page, and right after another workspace was opened.
   */
  readonly isKnown: boolean;
}

/** For the one place that tells all others (`app/rights.tsx`). */
export function useRights(): Rights {
  const workspace = useWorkspace();
  const me = useMe();
  const remote = workspace.data?.remote ?? null;
  const allowed = me.data?.operations ?? null;
  const isKnown = !workspace.isPending && !me.isPending;
  return useMemo(
    () => ({ may: (operation) => canHave(operation, remote, allowed), isKnown }),
    [remote, allowed, isKnown],
  );
}

export const RightsContext = createContext<Rights>({ may: () => true, isKnown: false });

/** A question for screens and commands: is this operation to be had here? */
export function useMay(): May {
  return useContext(RightsContext).may;
}

/** Tells whether `useMay` answers by what is known. */
export function useKnowsRights(): boolean {
  return useContext(RightsContext).isKnown;
}

/** The same question for what is asked without being told to: no, as long as it is not known. */
export function useMayAsk(): May {
  const { may, isKnown } = useContext(RightsContext);
  return useCallback((operation) => isKnown && may(operation), [isKnown, may]);
}

/** The same question for what is asked before a screen is drawn, once it is known. */
export async function mayBeAsked(
  queryClient: QueryClient,
  operation: OperationId,
): Promise<boolean> {
  await Promise.all([known(queryClient, workspaceQuery), known(queryClient, meQuery)]);
  const { remote = null } = queryClient.getQueryData(workspaceQuery.queryKey) ?? {};
  const me = queryClient.getQueryData(meQuery.queryKey);
  return canHave(operation, remote, me?.operations ?? null);
}

/** Waits for the first answer to a question, or its failure; one that was asked is not asked again. */
async function known<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const { status = 'pending' } = queryClient.getQueryState(query.queryKey) ?? {};
  if (status === 'pending') await queryClient.prefetchQuery(query);
}
