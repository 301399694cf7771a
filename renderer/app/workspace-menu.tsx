/** Which ledger is open, and the way to the other one. */
import { useEffect } from 'react';
import { Menu } from '@mantine/core';
import {
  IconBriefcase,
  IconCheck,
  IconDatabase,
  IconPlugConnected,
  IconRefresh,
  IconSelector,
  IconTestPipe,
  IconWorld,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../shared/hidden-text.ts';
import { useMay } from '../api/capabilities.ts';
import { useConnections } from '../api/connections.ts';
import { useEngineState } from '../api/engine-state.ts';
import { useFirstScreen } from '../api/first-screen.ts';
import { useOpening } from '../api/opening.ts';
import { useFailedLedger, useRecovery } from '../api/recovery.ts';
import { useWorkspace } from '../api/workspace.ts';
import { closeDialog, openDialog } from '../state/dialogs.ts';
import { notify } from '../state/notices.ts';
import { endWorkspaceSwitch, useWorkspaceSwitch } from '../state/workspace-switch.ts';
import { integrityAddress, settingsAddress } from '../ui/addresses.ts';
import { formatCount } from '../ui/format.ts';
import { PlaceWay } from '../ui/places/place-link.tsx';
import { useWorkspaceOpener } from '../ui/use-workspace-opener.ts';
import { ConfirmDialog, type Outcome } from '../ui/form/confirm-dialog.tsx';
import classes from './shell.module.css';

/** A switch that takes longer than this is not waited for any more; the banner goes. */
const patienceMs = 180_000;

/** Ends the switch once the engine is back with the asked ledger. */
function useSwitchEnd(): void {
  const { t } = useTranslation('shell');
  const pending = useWorkspaceSwitch((state) => state.pending);
  const engine = useEngineState();
  const { data: workspace, dataUpdatedAt } = useWorkspace();
  const recovery = useRecovery();
  const queryClient = useQueryClient();
  // A ledger that does not open ends the switch too: its recovery screen says the rest.
  const failed =
    pending !== null &&
    recovery.data?.state === 'failed' &&
    recovery.data.workspace === pending.to &&
    recovery.dataUpdatedAt > pending.at;
  // The engine goes away for the switch; what counts is that it came back after the request.
  const back =
    pending !== null &&
    engine.status === 'up' &&
    engine.since > pending.at &&
    dataUpdatedAt > pending.at &&
    workspace?.kind === pending.to &&
    (pending.connectionId === null || workspace.remote?.connection_id === pending.connectionId);
  useEffect(() => {
    if (pending === null) return undefined;
    if (failed) {
      endWorkspaceSwitch();
      return undefined;
    }
    if (back) {
      endWorkspaceSwitch();
      notify({ tone: 'info', title: t(`workspace.opened.${pending.to}`) });
      void queryClient.invalidateQueries();
      return undefined;
    }
    const timer = setTimeout(endWorkspaceSwitch, patienceMs);
    return () => clearTimeout(timer);
  }, [pending, back, failed, queryClient, t]);
}

function checkMark(shown: boolean) {
  return shown ? <IconCheck size={14} /> : null;
}

export function WorkspaceMenu() {
  const { t } = useTranslation('shell');
  const failed = useFailedLedger();
  const opened = useWorkspace().data;
  // What is still known of the ledger before is not of the one that is being opened, or did not open.
  const opening = useOpening();
  const isBefore = failed !== undefined || opening?.isAsked === true;
  const workspace = isBefore ? undefined : opened;
  const openWorkspace = useWorkspaceOpener();
  const may = useMay();
  const hasConnections = may('listConnections');
  const { data: connections } = useConnections(useFirstScreen());
  const remote = workspace?.remote ?? null;
  useSwitchEnd();
  const kind = isBefore ? (opening?.to ?? failed?.workspace) : workspace?.kind;
  const known = kind === undefined ? t('workspace.loading') : t(`workspace.${kind}`);
  const name = remote === null ? known : showHidden(remote.name);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button type="button" className={classes.workspace} title={t('workspace.menu', { name })}>
          <span className={classes.workspaceName}>{name}</span>{' '}
          {kind !== undefined && (
            <span className={classes.modeBadge} data-kind={kind}>
              {t(`workspace.badge.${kind}`)}
            </span>
          )}
          <IconSelector className="pd-dim" size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspace !== undefined && (
          <>
            <Menu.Label>
              {workspace.origin}
              <span className="pd-caption pd-block">
                {workspace.record_count === null
                  ? t('workspace.recordsUnknown')
                  : t('workspace.records', {
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
          rightSection={checkMark(kind === 'local')}
          disabled={kind === 'local'}
          onClick={() => openWorkspace({ kind: 'local' })}
        >
          {t('workspace.openLocal')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTestPipe size={15} stroke={1.6} />}
          rightSection={checkMark(kind === 'demo')}
          disabled={kind === 'demo'}
          onClick={() => openWorkspace({ kind: 'demo' })}
        >
          {t('workspace.openDemo')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBriefcase size={15} stroke={1.6} />}
          rightSection={checkMark(kind === 'case')}
          component={PlaceWay}
          href={`${integrityAddress}?tab=cases`}
        >
          {t('workspace.openCases')}
        </Menu.Item>
        {hasConnections && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('workspace.remotes')}</Menu.Label>
            {(connections ?? []).map((each) => {
              const isOpen = remote?.connection_id === each.connection_id;
              return (
                <Menu.Item
                  key={each.connection_id}
                  leftSection={<IconWorld size={15} stroke={1.6} />}
                  rightSection={checkMark(isOpen)}
                  disabled={isOpen}
                  title={each.base_url}
                  onClick={() =>
                    openWorkspace({ kind: 'remote', connection_id: each.connection_id })
                  }
                >
                  {t('workspace.openRemote', { name: each.name })}
                </Menu.Item>
              );
            })}
            <Menu.Item
              leftSection={<IconPlugConnected size={15} stroke={1.6} />}
              component="a"
              href={settingsAddress('connections')}
            >
              {t('workspace.manageRemotes')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconRefresh size={15} stroke={1.6} />}
          onClick={() => openDialog({ kind: 'reset-demo' })}
        >
          {t('workspace.resetDemo')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks before the demo ledger is thrown away. */
export function ResetDemoDialog({ opened }: { opened: boolean }) {
  const { t } = useTranslation('shell');
  const openWorkspace = useWorkspaceOpener();
  const question = {
    text: t('workspace.resetText'),
    failed: t('workspace.resetTitle'),
    submit: t('workspace.reset'),
    isPending: false,
    worksAway: true,
    onConfirm: ({ onSuccess }: Outcome) => {
      onSuccess();
      openWorkspace({ kind: 'demo', reset: true });
    },
  };
  return (
    <ConfirmDialog
      title={t('workspace.resetTitle')}
      question={opened ? question : undefined}
      onClose={closeDialog}
    />
  );
}
