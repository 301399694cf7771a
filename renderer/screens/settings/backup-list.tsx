/** The backups that are there: when, why, how large, intact or not; verify, restore, delete. */
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconDatabaseExport,
  IconRestore,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { backupReasons, type Backup } from '../../../shared/contract/backups.ts';
import { useBackups, useDeleteBackup, useVerifyBackup } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
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
import { backupInstant, isIntact } from './backup-words.ts';
import { InEnglish, WithEnglish } from '../../ui/in-english.tsx';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import classes from './settings.module.css';

type Translate = TFunction<['backups', 'tables']>;

export const backupsTable = defineTable<Backup, Translate>()(
  {
    id: 'backups',
    columnsAt: 'list',
    rowId: (row) => row.path,
    columns: {
      id: inFiles('/backup_id', true),
      made: {
        path: '/manifest/created_at',
        form: 'instant',
        cell: (row) => <Instant at={backupInstant(row)} />,
        text: ({ path }) => path,
      },
      reason: {
        path: '/manifest/reason',
        codes: backupReasons,
        wordsAt: 'list.reasons',
        cell: ({ manifest }, { t }) =>
          manifest === null ? t('list.unknown') : t(`list.reasons.${manifest.reason}`),
      },
      entries: {
        path: '/manifest/entries',
        form: 'count',
        side: 'end',
        cell: ({ manifest }) => (manifest === null ? '–' : formatCount(manifest.entries)),
      },
      bytes: {
        path: '/bytes',
        form: 'bytes',
        side: 'end',
        title: 'list.size',
        cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
      },
      sha256: inFiles('/manifest/sha256', true),
      path: inFiles('/path', true),
      verified: inFiles('/verification/verified_at', 'intact', 'instant'),
      intact: {
        path: '/verification/intact',
        title: 'list.state',
        codes: ['true', 'false'],
        cell: (row) => <BackupState backup={row} />,
      },
      fault: inFiles('/fault', 'intact'),
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => {
    if (key === 'intact.true') return t('list.intact');
    return key === 'intact.false' ? t('list.damaged') : t(key);
  },
);

export function BackupList() {
  const { t } = useTranslation(['backups', 'tables']);
  const query = useBackups();
  const table = useTable(backupsTable, givenRows(query.data?.data ?? []), t);
  const [removed, setRemoved] = useState<Backup>();
  const actions = (backup: Backup) => (
    <RowActions backup={backup} at={backupInstant(backup)} onRemove={() => setRemoved(backup)} />
  );
  return (
    <section className="pd-slim pd-grid pd-gap-8" aria-label={t('list.title')}>
      <h2 className="pd-text-size pd-strong pd-below-8">{t('list.title')}</h2>
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
                <TableActions {...menuOf(table, { title: t('list.title') })} />
                <ListTable table={table} title={t('list.title')} draw={{ actions }} />
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
        notifyFailure(t('list.verifyFailed'), error);
      },
    });
  return (
    <div className="pd-ending pd-gap-6">
      {may('restoreLedger') && backup.fault === null && (
        <Button
          size="compact-xs"
          leftSection={<IconRestore size={13} stroke={1.75} />}
          onClick={() => openDialog({ kind: 'restore', backupId: id })}
        >
          {t('list.restore')}
        </Button>
      )}
      <RowMenu name={t('list.actionsOf', { at: formatInstantIn(at, zone, 'second') })}>
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
      </RowMenu>
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
