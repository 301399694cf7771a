/** Which ledger is open, and the way to the other one. */
import { useEffect, useRef } from 'react';
import { Button, Group, Menu, Modal, Text } from '@mantine/core';
import { IconCheck, IconDatabase, IconRefresh, IconSelector, IconTestPipe } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenWorkspace } from '../../shared/contract/workspace.ts';
import { toFailure } from '../api/client.ts';
import { useEngineState } from '../api/engine-state.ts';
import { useOpenWorkspace, useWorkspace } from '../api/workspace.ts';
import { closeDialog, openDialog } from '../state/dialogs.ts';
import { notify } from '../state/notices.ts';
import {
  beginWorkspaceSwitch,
  endWorkspaceSwitch,
  useWorkspaceSwitch,
} from '../state/workspace-switch.ts';
import { formatCount } from '../ui/format.ts';
import classes from './shell.module.css';

/** A switch that takes longer than this is not waited for any more; the banner goes. */
const patienceMs = 180_000;

/** Opens a workspace: the screen returns to an unfiltered list, old answers are dropped. */
export function useWorkspaceOpener() {
  const { t } = useTranslation('shell');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useOpenWorkspace();
  return (request: OpenWorkspace) => {
    beginWorkspaceSwitch(request.kind);
    mutate(request, {
      onSuccess: () => {
        void navigate({ to: '/decisions', search: {} });
        queryClient.removeQueries({ type: 'inactive' });
      },
      onError: (error) => {
        endWorkspaceSwitch();
        const failure = toFailure(error);
        notify({
          tone: 'bad',
          title: t('workspace.failed'),
          detail: failure.message,
          requestId: failure.requestId,
        });
      },
    });
  };
}

/** Ends the switch once the engine is back with the asked ledger. */
function useSwitchEnd(): void {
  const { t } = useTranslation('shell');
  const pending = useWorkspaceSwitch((state) => state.pending);
  const engine = useEngineState();
  const { data: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const wasAway = useRef(false);
  if (pending === null) wasAway.current = false;
  else if (engine.status === 'down' || engine.since > pending.at) wasAway.current = true;
  const back = engine.status === 'up' && workspace?.kind === pending?.to && wasAway.current;
  useEffect(() => {
    if (pending === null) return undefined;
    if (back) {
      endWorkspaceSwitch();
      notify({ tone: 'info', title: t(`workspace.opened.${pending.to}`) });
      void queryClient.invalidateQueries();
      return undefined;
    }
    const timer = setTimeout(endWorkspaceSwitch, patienceMs);
    return () => clearTimeout(timer);
  }, [pending, back, queryClient, t]);
}

export function WorkspaceMenu() {
  const { t } = useTranslation('shell');
  const { data: workspace } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  useSwitchEnd();
  const kind = workspace?.kind;
  const name = kind === undefined ? t('workspace.loading') : t(`workspace.${kind}`);
  const check = (shown: boolean) => (shown ? <IconCheck size={14} /> : null);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button
          type="button"
          className={classes.workspace}
          title={t('workspace.menu', { name })}
        >
          <span className={classes.workspaceName}>{name}</span>{' '}
          {kind !== undefined && (
            <span className={classes.modeBadge} data-kind={kind}>
              {t(`workspace.badge.${kind}`)}
            </span>
          )}
          <IconSelector className={classes.workspaceIcon} size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspace !== undefined && (
          <>
            <Menu.Label>
              {workspace.origin}
              <span className={classes.menuNote}>
                {t('workspace.records', {
                  count: workspace.record_count,
                  formatted: formatCount(workspace.record_count),
                })}
              </span>
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconDatabase size={15} stroke={1.6} />}
          rightSection={check(kind === 'local')}
          disabled={kind === 'local'}
          onClick={() => openWorkspace({ kind: 'local' })}
        >
          {t('workspace.openLocal')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTestPipe size={15} stroke={1.6} />}
          rightSection={check(kind === 'demo')}
          disabled={kind === 'demo'}
          onClick={() => openWorkspace({ kind: 'demo' })}
        >
          {t('workspace.openDemo')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconRefresh size={15} stroke={1.6} />}
          onClick={() => openDialog({ kind: 'workspace', to: 'demo', reset: true })}
        >
          {t('workspace.resetDemo')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks before the demo ledger is thrown away; opening one needs no question. */
export function WorkspaceDialog({
  to,
  reset,
  opened,
}: {
  to: 'local' | 'demo';
  reset: boolean;
  opened: boolean;
}) {
  const { t } = useTranslation(['shell', 'common']);
  const openWorkspace = useWorkspaceOpener();
  const ask = opened && reset;
  useEffect(() => {
    if (!opened || reset) return;
    closeDialog();
    openWorkspace({ kind: to });
    // Once for each opening; the opener is new on every render.
  }, [opened, reset, to]);
  return (
    <Modal
      opened={ask}
      onClose={closeDialog}
      title={t('workspace.resetTitle')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Text>{t('workspace.resetText')}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button onClick={closeDialog}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            closeDialog();
            openWorkspace({ kind: 'demo', reset: true });
          }}
        >
          {t('workspace.reset')}
        </Button>
      </Group>
    </Modal>
  );
}
