/** Backups: how things stand, when they are made, those that are there. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseExport, IconKey, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BackupSettings } from '../../../shared/contract/backups.ts';
import { isFinished } from '../../../shared/contract/jobs.ts';
import { useBackupSettings, useSigningKey } from '../../api/backups.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCancelJob, useJobs, useMayCancel } from '../../api/jobs.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { BackupList } from './backup-list.tsx';
import { BackupSettingsForm } from './backup-settings-form.tsx';
import { ExportKeyDialog } from './export-key-dialog.tsx';
import { ProtectKeyDialog } from './protect-key-dialog.tsx';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import { useBackUp } from './use-back-up.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './settings.module.css';

export function BackupTab() {
  const { t } = useTranslation('backups');
  const query = useBackupSettings();
  return (
    <div className={classes.tab}>
      <Loaded query={query} failed={t('settings.failed')}>
        {(settings) => (
          <div className={classes.stack}>
            <State settings={settings} />
            {settings.available && (
              <>
                <BackupList />
                <BackupSettingsForm settings={settings} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
}

function State({ settings }: { settings: BackupSettings }) {
  const { t } = useTranslation('backups');
  const now = useNow();
  const { last_success: last, last_failure: failure, next_at: next } = settings;
  if (!settings.available) return <p className="pd-note pd-readable">{t('state.unavailable')}</p>;
  return (
    <>
      {failure !== null && (
        <div className={classes.warning} role="status">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
          <div>
            <strong>{t('state.failed')}</strong> · <Instant at={failure.at} withZone />
            <p>
              <InEnglish>{failure.message}</InEnglish>
            </p>
          </div>
        </div>
      )}
      <SettingsSection isTight title={t('state.title')}>
        <SettingsRow name={t('state.last')}>
          {last === null ? (
            t('state.none')
          ) : (
            <>
              <span className="pd-dim">{formatAgo(last.created_at, now)}</span>
              <Instant at={last.created_at} withZone />
            </>
          )}
        </SettingsRow>
        <SettingsRow name={t('state.next')}>
          {next === null ? (
            t('state.nextOff')
          ) : Date.parse(next) <= now ? (
            t('state.nextSoon')
          ) : (
            <Instant at={next} withZone />
          )}
        </SettingsRow>
        <NowRow />
        <KeyRow settings={settings} />
        <ProtectionRow />
      </SettingsSection>
    </>
  );
}

/** Whether the signing key can be had again: it is in no backup. */
function KeyRow({ settings }: { settings: BackupSettings }) {
  const { t } = useTranslation('backups');
  const may = useMay();
  const now = useNow();
  const [opened, setOpened] = useState(false);
  const { exported_at: at, complete } = settings.signing_key;
  return (
    <SettingsRow name={t('state.key')} hint={t('key.hint')}>
      {at === null ? (
        <StatusBadge tone="warn" shape="triangle">
          {t('key.never')}
        </StatusBadge>
      ) : (
        <>
          <StatusBadge tone={complete ? 'ok' : 'warn'} shape={complete ? 'dot' : 'triangle'}>
            {t(complete ? 'key.done' : 'key.outdated')}
          </StatusBadge>
          <span className="pd-dim" title={at}>
            {formatAgo(at, now)}
          </span>
        </>
      )}
      {may('exportSigningKey') && (
        <Button leftSection={<IconKey size={14} stroke={1.75} />} onClick={() => setOpened(true)}>
          {t('key.export')}
        </Button>
      )}
      <ExportKeyDialog opened={opened} onClose={() => setOpened(false)} />
    </SettingsRow>
  );
}

/** What protects the key where it lies, and another form of it where a host keeps it as a file. */
function ProtectionRow() {
  const { t } = useTranslation('backups');
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const { data } = useSigningKey();
  if (data === undefined) return null;
  const { protection } = data;
  const isSealed = protection === 'passphrase';
  return (
    <SettingsRow name={t('protect.row')} hint={t('protect.hint')}>
      <StatusBadge tone={protection === 'file' ? 'neutral' : 'ok'}>
        {t(`protect.${protection}`)}
      </StatusBadge>
      {protection !== 'system' && may('protectSigningKey') && (
        <Button leftSection={<IconLock size={14} stroke={1.75} />} onClick={() => setOpened(true)}>
          {t(isSealed ? 'protect.change' : 'protect.open')}
        </Button>
      )}
      <ProtectKeyDialog opened={opened} onClose={() => setOpened(false)} isSealed={isSealed} />
    </SettingsRow>
  );
}

function NowRow() {
  const { t } = useTranslation('backups');
  const may = useMay();
  const { data } = useJobs();
  const { isStarting, start } = useBackUp();
  const canceling = useCancelJob();
  const mayCancel = useMayCancel();
  const running = data?.data.find(({ kind, status }) => kind === 'backup' && !isFinished(status));
  if (running !== undefined) {
    return (
      <SettingsRow name={t('state.running')}>
        <JobProgress job={running} />
        {mayCancel(running) && (
          <Button
            disabled={running.cancel_requested || canceling.isPending}
            onClick={() => canceling.mutate(running.job_id)}
          >
            {t('state.cancel')}
          </Button>
        )}
      </SettingsRow>
    );
  }
  if (!may('createBackup')) return null;
  return (
    <SettingsRow name={t('state.byHand')} hint={t('state.byHandText')}>
      <Button
        variant="filled"
        leftSection={<IconDatabaseExport size={14} stroke={1.75} />}
        loading={isStarting}
        onClick={start}
      >
        {t('state.now')}
      </Button>
    </SettingsRow>
  );
}
