/** Opening a ledger, from the menu, the palette, the settings and the empty screen alike. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenWorkspace } from '../../shared/contract/workspace.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useOpenWorkspace } from '../api/workspace.ts';
import { beginWorkspaceSwitch, endWorkspaceSwitch } from '../state/workspace-switch.ts';
import { notifyFailure } from './notify-failure.ts';

/**
 * Opens a workspace: the console returns to the overview, old answers are dropped. It returns before
 * the ledger is asked for, so whoever goes on meanwhile, even to where they came from, stays there.
 */
export function useWorkspaceOpener() {
  const { t } = useTranslation('shell');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { mutateAsync } = useOpenWorkspace();
  const open = async (request: OpenWorkspace) => {
    const { href } = history.location;
    beginWorkspaceSwitch(request.kind, request.connection_id);
    void navigate({ to: '/', search: {}, ignoreBlocker: true });
    try {
      // Whoever asks may be gone when it is answered: the page gives way to what is being opened.
      await mutateAsync(request);
    } catch (error) {
      endWorkspaceSwitch();
      if (history.location.pathname === '/') history.replace(href);
      notifyFailure(t('workspace.failed'), error);
      return;
    }
    // Who one is there is not known yet: nothing is asked that the key may not.
    void queryClient.resetQueries({ queryKey: queryKeys.me });
    queryClient.removeQueries({ type: 'inactive' });
  };
  return (request: OpenWorkspace) => void open(request);
}
