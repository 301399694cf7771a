/** The backups that are there: when, why, how large, intact or not; verify, restore, delete. */
import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconDatabaseExport,
  IconDots,
  IconRestore,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Backup } from '../../../shared/contract/backups.ts';
import { useBackups, useDeleteBackup, useVerifyBackup } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { toFailure } from '../../api/client.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { copyText } from '../../ui/clipboard.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatAgo, formatBytes, formatCount, formatInstantIn } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { backupInstant, isIntact } from './backup-words.ts';
import { InEnglish, WithEnglish } from '../../ui/in-english.tsx';
import classes from './settings.module.css';

type BackupColumn = 'made' | 'reason' | 'entries' | 'bytes' | 'intact' | 'actions';

export function BackupList() {
  const { t } = useTranslation('backups');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const query = useBackups();
  const columns = useTableColumns<BackupColumn>(
    'backups',
    [
      { id: 'made', label: t('list.made'), ofInstants: true },
      { id: 'reason', label: t('list.reason') },
      { id: 'entries', label: t('list.entries'), align: 'end' },
      { id: 'bytes', label: t('list.size'), align: 'end' },
      { id: 'intact', label: t('list.state'), files: ['verified', 'intact', 'fault'] },
      { id: 'actions', label: t('list.actions'), isSilent: true, fixed: true },
    ],
    [
      fileColumn('id', field('backup_id'), '/backup_id'),
      fileColumn('made', t('list.made'), '/manifest/created_at', 'instant'),
      codeColumn(
        'reason',
        t('list.reason'),
        '/manifest/reason',
        t('list.reasons', { returnObjects: true }),
      ),
      fileColumn('entries', t('list.entries'), '/manifest/entries', 'number'),
      fileColumn('bytes', t('list.size'), '/bytes', 'number'),
      fileColumn('sha256', field('sha256'), '/manifest/sha256'),
      fileColumn('path', field('path'), '/path'),
      fileColumn('verified', field('verified_at'), '/verification/verified_at', 'instant'),
      codeColumn('intact', t('list.state'), '/verification/intact', {
        true: t('list.intact'),
        false: t('list.damaged'),
      }),
      fileColumn('fault', field('fault'), '/fault'),
    ],
  );
  const [removed, setRemoved] = useState<Backup>();
  return (
    <section className={classes.log} aria-label={t('list.title')}>
      <h2 className={classes.heading}>{t('list.title')}</h2>
      <Loaded query={query} failed={t('list.failed')}>
        {({ data, folders }) => (
          <>
            {folders.map(({ path, fault }) =>
              fault === null ? null : (
                <div key={path} className={classes.warning} role="status">
                  <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
                  <p>
                    <WithEnglish sentence={(text) => t('list.folderFault', { path, fault: text })}>
                      {fault}
                    </WithEnglish>
                  </p>
                </div>
              ),
            )}
            {data.length === 0 ? (
              <EmptyState
                compact
                icon={<IconDatabaseExport size={24} stroke={1.5} />}
                title={t('list.empty')}
              >
                {t('list.emptyText')}
              </EmptyState>
            ) : (
              <>
                <TableActions
                  tools={{
                    id: 'backups',
                    title: t('list.title'),
                    source: { rows: data },
                    total: data.length,
                    notes: [],
                  }}
                  columns={columns}
                />
                <PlainTable label={t('list.title')} columns={columns.shown}>
                  {data.map((each) => (
                    <BackupRow
                      key={each.path}
                      backup={each}
                      columns={columns}
                      onRemove={() => setRemoved(each)}
                    />
                  ))}
                </PlainTable>
              </>
            )}
            <RemoveBackupDialog
              removed={removed}
              isLast={
                removed !== undefined && isIntact(removed) && data.filter(isIntact).length === 1
              }
              onClose={() => setRemoved(undefined)}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

function BackupRow({
  backup,
  columns,
  onRemove,
}: {
  backup: Backup;
  columns: TableColumns<BackupColumn>;
  onRemove: () => void;
}) {
  const { t } = useTranslation('backups');
  const { manifest, bytes } = backup;
  const at = backupInstant(backup);
  return (
    <tr>
      {columns.cells({
        made: (
          <td title={backup.path}>
            <Instant at={at} />
          </td>
        ),
        reason: (
          <td>{manifest === null ? t('list.unknown') : t(`list.reasons.${manifest.reason}`)}</td>
        ),
        entries: (
          <td data-align="end">{manifest === null ? '–' : formatCount(manifest.entries)}</td>
        ),
        bytes: <td data-align="end">{bytes === null ? '–' : formatBytes(bytes)}</td>,
        intact: (
          <td>
            <BackupState backup={backup} />
          </td>
        ),
        actions: (
          <td data-align="end">
            <RowActions backup={backup} at={at} onRemove={onRemove} />
          </td>
        ),
      })}
    </tr>
  );
}

function BackupState({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups');
  const now = useNow();
  const { fault, verification } = backup;
  const isMissing = backup.manifest === null || backup.bytes === null;
  if (fault !== null) {
    return (
      <>
        <StatusBadge tone={isMissing ? 'warn' : 'bad'} shape={isMissing ? 'triangle' : 'diamond'}>
          {t(isMissing ? 'list.unsure' : 'list.damaged')}
        </StatusBadge>
        <span className={classes.under}>
          <InEnglish titled>{fault}</InEnglish>
        </span>
      </>
    );
  }
  const isGood = verification?.intact === true;
  return (
    <>
      <StatusBadge tone={isGood ? 'ok' : 'bad'} shape={isGood ? 'dot' : 'diamond'}>
        {t(isGood ? 'list.intact' : 'list.damaged')}
      </StatusBadge>
      {verification !== null && (
        <span className={classes.under}>
          {isGood ? (
            t('list.checkedAt', { ago: formatAgo(verification.verified_at, now) })
          ) : (
            <InEnglish titled>{verification.message}</InEnglish>
          )}
        </span>
      )}
    </>
  );
}

function RowActions({
  backup,
  at,
  onRemove,
}: {
  backup: Backup;
  at: string;
  onRemove: () => void;
}) {
  const { t } = useTranslation('backups');
  const may = useMay();
  const zone = usePreferences((state) => state.timeZone);
  const verifying = useVerifyBackup();
  const { backup_id: id } = backup;
  const verify = () =>
    verifying.mutate(id, {
      onSuccess: () => notify({ title: t('list.verifyStarted') }),
      onError: (error) => {
        const { message, requestId } = toFailure(error);
        notify({ tone: 'bad', title: t('list.verifyFailed'), reason: message, requestId });
      },
    });
  return (
    <div className={classes.rowActions}>
      {may('restoreLedger') && backup.fault === null && (
        <Button
          size="compact-xs"
          leftSection={<IconRestore size={13} stroke={1.75} />}
          onClick={() => openDialog({ kind: 'restore', backupId: id })}
        >
          {t('list.restore')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size="sm"
            aria-label={t('list.actionsOf', { at: formatInstantIn(at, zone, 'second') })}
          >
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may('verifyBackup') && (
            <Menu.Item leftSection={<IconShieldCheck size={14} />} onClick={verify}>
              {t('list.verify')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy size={14} />}
            onClick={() => void copyText(backup.path, t('list.path'))}
          >
            {t('list.copyPath')}
          </Menu.Item>
          {may('deleteBackup') && (
            <Menu.Item leftSection={<IconTrash size={14} />} onClick={onRemove}>
              {t('list.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function RemoveBackupDialog({
  removed,
  isLast,
  onClose,
}: {
  removed: Backup | undefined;
  isLast: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('backups');
  const zone = usePreferences((state) => state.timeZone);
  const removing = useDeleteBackup();
  const at = removed === undefined ? '' : formatInstantIn(backupInstant(removed), zone, 'second');
  return (
    <ConfirmDialog
      title={t('remove.title')}
      onClose={onClose}
      question={
        removed === undefined
          ? undefined
          : {
              text: t(isLast ? 'remove.lastText' : 'remove.text', { at }),
              failed: t('remove.failed'),
              submit: t('remove.submit'),
              isPending: removing.isPending,
              onConfirm: ({ onSuccess, onError }) =>
                removing.mutate(removed.backup_id, {
                  onSuccess: () => {
                    notify({ title: t('remove.done') });
                    onSuccess();
                  },
                  onError,
                }),
            }
      }
    />
  );
}
