/** Whether the ledger of this machine is open, why not, and another try. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { recoverySchema, type Recovery } from '../../shared/contract/recovery.ts';
import { newIdempotencyKey, request } from './client.ts';
import { useWorkspaceSwitch } from '../state/workspace-switch.ts';
import { useEngineState } from './engine-state.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace } from './workspace.ts';

/** How often it is asked while it changes by itself; milliseconds. */
const askEvery = 1_000;

/** Told by the change stream; asked again and again while that is away or the engine is under way. */
export function useRecovery() {
  const { status } = useEngineState();
  const switches = useWorkspaceSwitch(({ pending }) => pending !== null);
  return useQuery({
    queryKey: queryKeys.recovery,
    queryFn: ({ signal }) =>
      request(recoverySchema, { path: '/recovery', signal, isUnlisted: true }),
    refetchInterval: ({ state: { data } }) =>
      switches || status === 'down' || data?.state === 'opening' || data?.state === 'recovering'
        ? askEvery
        : false,
  });
}

/** Fault of the ledger that the window looks at; undefined while it is open. */
export function useFailedLedger(): Recovery | undefined {
  const { data: recovery } = useRecovery();
  const workspace = useWorkspace();
  const looksElsewhere = workspace.isSuccess && workspace.data.remote !== null;
  const isOpen = recovery?.state === 'ready' || recovery?.state === 'recovering';
  return isOpen || looksElsewhere || recovery?.fault === null ? undefined : recovery;
}

/** Opens the ledger again; answers with how it stands then. */
export function useRetryRecovery() {
  return useRecoveryAct('/recovery/retry');
}

/** Shows the data directory in the file manager, where the host has a desktop. */
export function useOpenDataFolder() {
  return useRecoveryAct('/recovery/open-folder');
}

/** Opens a ledger whose key is under a passphrase. */
export function useUnlockLedger() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { passphrase: string }) =>
      request(recoverySchema, { method: 'POST', path: '/recovery/unlock', body, hasSecret: true }),
    gcTime: 0,
    onSuccess: (recovery) => {
      queryClient.setQueryData(queryKeys.recovery, recovery);
    },
  });
}

function useRecoveryAct(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      request(recoverySchema, { method: 'POST', path, idempotencyKey: newIdempotencyKey() }),
    onSuccess: (recovery) => {
      queryClient.setQueryData(queryKeys.recovery, recovery);
    },
  });
}
