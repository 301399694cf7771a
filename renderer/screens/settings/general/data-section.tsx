/** Which ledger is open and where it lies. */
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../../api/workspace.ts';
import { useWorkspaceOpener } from '../../../ui/use-workspace-opener.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { SettingsRow, SettingsSection } from '../settings-rows.tsx';

export function DataSection() {
  const { t } = useTranslation(['settings', 'shell']);
  const { data: workspace, error, refetch } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  if (workspace === undefined) {
    if (error === null) return <LoadingSection />;
    return (
      <SettingsSection title={t('data.title')}>
        <ErrorState compact error={error} title={t('data.failed')} onRetry={() => void refetch()} />
      </SettingsSection>
    );
  }
  const { kind } = workspace;
  const other = kind === 'local' ? 'demo' : 'local';
  return (
    <SettingsSection title={t('data.title')}>
      <SettingsRow
        name={t('data.workspace')}
        hint={t(`data.${kind}Hint`, { address: workspace.remote?.base_url ?? '' })}
      >
        <StatusBadge tone={kind === 'demo' ? 'warn' : 'mute'} shape="none">
          {t(`workspace.badge.${kind}`, { ns: 'shell' })}
        </StatusBadge>
        <Button onClick={() => openWorkspace({ kind: other })}>
          {t(other === 'demo' ? 'data.openDemo' : 'data.openLocal')}
        </Button>
      </SettingsRow>
      {kind === 'demo' && (
        <SettingsRow name={t('data.demo')}>
          <Button onClick={() => openDialog({ kind: 'reset-demo' })}>{t('data.resetDemo')}</Button>
        </SettingsRow>
      )}
      <SettingsRow name={t('data.records')}>
        {workspace.record_count === null ? t('data.unknown') : formatCount(workspace.record_count)}
      </SettingsRow>
      <SettingsRow name={t('data.origin')}>
        <span className="pd-at-end pd-anywhere pd-mono">{workspace.origin}</span>
      </SettingsRow>
      {workspace.created_at !== null && (
        <SettingsRow name={t('data.created')}>
          <Instant at={workspace.created_at} withZone />
        </SettingsRow>
      )}
      {workspace.data_directory !== null && <DirectoryRow path={workspace.data_directory} />}
    </SettingsSection>
  );
}

/** As high as what comes, so that nothing below moves away under the pointer. */
function LoadingSection() {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection title={t('data.title')} isBusy>
      {(['workspace', 'records', 'origin', 'created', 'directory'] as const).map((name) => (
        <SettingsRow key={name} name={t(`data.${name}`)}>
          <Skeleton width={160} height={12} radius="sm" />
        </SettingsRow>
      ))}
    </SettingsSection>
  );
}

function DirectoryRow({ path }: { path: string }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsRow name={t('data.directory')}>
      <span className="pd-at-end pd-anywhere pd-mono">{path}</span>
      <ActionIcon
        size="sm"
        aria-label={t('data.copyDirectory')}
        onClick={() => void copyText(path, t('data.directoryWhat'))}
      >
        <IconCopy size={14} />
      </ActionIcon>
    </SettingsRow>
  );
}
