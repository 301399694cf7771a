/** The ledger is not open: what happened, what was not done, and what can be done, the most harmless first. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import {
  IconCircleCheck,
  IconDatabaseX,
  IconDeviceFloppy,
  IconDownload,
  IconFileUnknown,
  IconFolderOpen,
  IconFolderOff,
  IconFolderQuestion,
  IconHeartBroken,
  IconHistory,
  IconKey,
  IconLock,
  IconPlugConnectedX,
  IconQuestionMark,
  IconRefresh,
  IconShieldCheck,
  IconVersions,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recovery, RecoveryFault } from '../../../shared/contract/recovery.ts';
import { useBackups } from '../../api/backups.ts';
import { toFailure } from '../../api/client.ts';
import { useOpenDataFolder, useRecovery, useRetryRecovery } from '../../api/recovery.ts';
import { WayOn } from '../../ui/places/way-on.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { usePreferences } from '../../state/preferences.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatBytes, formatInstantIn } from '../../ui/format.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useWindowTitle } from '../../ui/window-title.ts';
import { useDiagnosticsExport } from '../../ui/use-diagnostics-export.ts';
import { UnlockForm } from './unlock-form.tsx';
import { RecoveryDetails } from './recovery-details.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './recovery.module.css';

/** What the page is about; of a ledger that is open it is the damage, or that there is no room to write. */
type Cause = RecoveryFault | 'damaged' | 'read_only';

const icons = {
  corrupt: IconDatabaseX,
  damaged: IconDatabaseX,
  locked: IconLock,
  unwritable: IconFolderOff,
  full: IconDeviceFloppy,
  read_only: IconDeviceFloppy,
  newer: IconVersions,
  older: IconVersions,
  foreign: IconFileUnknown,
  moved: IconFolderQuestion,
  in_use: IconPlugConnectedX,
  crashed: IconHeartBroken,
  key_locked: IconKey,
  unknown: IconQuestionMark,
} as const satisfies Record<Cause, unknown>;

/** Faults that another file in the ledger's place can end. */
const restorable: ReadonlySet<string> = new Set([
  'corrupt',
  'damaged',
  'newer',
  'older',
  'foreign',
  'moved',
  'unknown',
]);

/** What is said of what was kept, where it is not that nothing was changed. */
const kept: Partial<Record<Cause, 'keptCrash' | 'keptMoved'>> = {
  crashed: 'keptCrash',
  moved: 'keptMoved',
};

/** At its own address, also while the ledger is open. */
export function RecoveryScreen() {
  const { t } = useTranslation('recovery');
  const { data } = useRecovery();
  useWindowTitle('screen', data?.fault === null ? t('fine.title') : undefined);
  if (data === undefined) return null;
  if (data.fault !== null) return <RecoveryPage recovery={data} />;
  return (
    <EmptyState
      icon={<IconCircleCheck size={20} stroke={1.6} />}
      title={t('fine.title')}
      actions={<WayOn />}
    >
      {t('fine.text')}
    </EmptyState>
  );
}

/** In place of every section while the ledger is not open. */
export function RecoveryPage({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const fault = causeOf(recovery);
  const Icon = icons[fault];
  useWindowTitle('screen', t(`fault.${fault}.title`));
  return (
    <div className={classes.screen}>
      <article className={classes.page} aria-labelledby="recovery-title">
        <header className={classes.header}>
          <span className={classes.icon}>
            <Icon size={24} stroke={1.6} aria-hidden="true" />
          </span>
          <div>
            <h1 id="recovery-title" ref={heading} tabIndex={-1} className={classes.title}>
              {t(`fault.${fault}.title`)}
            </h1>
            <p className="pd-pretty pd-above-4">{t(`fault.${fault}.text`)}</p>
            <Particulars fault={fault} recovery={recovery} />
          </div>
        </header>
        <Place recovery={recovery} />
        <p className={classes.kept}>
          <IconShieldCheck size={16} stroke={1.75} aria-hidden="true" />
          {t(kept[fault] ?? 'kept')}
        </p>
        {fault === 'key_locked' && <UnlockForm />}
        <Acts fault={fault} recovery={recovery} />
        <RecoveryDetails recovery={recovery} />
      </article>
    </div>
  );
}

function causeOf({ state, fault }: Recovery): Cause {
  if (state !== 'ready') return fault ?? 'unknown';
  return fault === 'full' ? 'read_only' : 'damaged';
}

/** What this one case adds to the words of its kind. */
function Particulars({ fault, recovery }: { fault: Cause; recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const zone = usePreferences((state) => state.timeZone);
  const text = particulars();
  return text === null ? null : <p className="pd-medium pd-anywhere pd-above-8">{text}</p>;

  function particulars(): ReactNode {
    const { versions, version, holder, crash, message } = recovery;
    if ((fault === 'newer' || fault === 'older') && versions !== null) {
      return t(`fault.${fault}.versions`, { ...versions, version });
    }
    if (fault === 'corrupt') return t('fault.corrupt.window');
    if (fault === 'moved') return t('fault.moved.purpose');
    if (fault === 'in_use' && holder !== null) {
      const time = formatInstantIn(holder.started_at, zone);
      return t('fault.in_use.holder', { label: holder.label, pid: holder.pid, time });
    }
    if (fault === 'crashed' && crash !== null) {
      return t('fault.crashed.times', { thread: t(`thread.${crash.thread}`), times: crash.times });
    }
    const isTold = (fault === 'unknown' || fault === 'crashed') && message !== null;
    return isTold ? <InEnglish>{message}</InEnglish> : null;
  }
}

function Place({ recovery: { path, data_directory: directory } }: { recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  return (
    <div className={classes.place}>
      <span className="pd-dim">{t(path === null ? 'where.folder' : 'where.file')}</span>
      <CopiedValue value={path ?? directory} what={t('where.copy')} />
    </div>
  );
}

function Acts({ fault, recovery }: { fault: Cause; recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const zone = usePreferences((state) => state.timeZone);
  const retrying = useRetryRecovery();
  const opening = useOpenDataFolder();
  const [triedAt, setTriedAt] = useState<number>();
  const failed = retrying.error ?? opening.error;
  const free = recovery.free_bytes;
  return (
    <section aria-labelledby="recovery-acts">
      <h2 id="recovery-acts" className="pd-text-size pd-strong pd-below-8">
        {t('act.title')}
      </h2>
      <FormFailure failure={failed === null ? undefined : toFailure(failed)} title={t('failed')} />
      <div className="pd-sheet">
        <Act
          hint={
            (fault === 'full' || fault === 'read_only') && free !== null
              ? t(`fault.${fault}.free`, { free: formatBytes(free) })
              : t(`fault.${fault}.retry`)
          }
          note={
            triedAt !== undefined && !retrying.isPending
              ? t('tried', { time: formatInstantIn(triedAt, zone) })
              : null
          }
        >
          <Button
            variant={fault === 'key_locked' ? 'default' : 'filled'}
            leftSection={<IconRefresh size={14} stroke={1.75} />}
            loading={retrying.isPending}
            onClick={() =>
              retrying.mutate(undefined, {
                onSuccess: (now) => setTriedAt(now.fault === null ? undefined : Date.now()),
              })
            }
          >
            {t(fault === 'crashed' ? 'act.restart' : 'act.retry')}
          </Button>
        </Act>
        {recovery.can_open_folder && (
          <Act hint={t('act.folderHint')}>
            <Button
              leftSection={<IconFolderOpen size={14} stroke={1.75} />}
              loading={opening.isPending}
              onClick={() => opening.mutate()}
            >
              {t('act.folder')}
            </Button>
          </Act>
        )}
        {restorable.has(fault) && recovery.workspace !== 'case' && <RestoreAct />}
        <DiagnosticsAct />
      </div>
      <p className={classes.other}>{t('act.other')}</p>
    </section>
  );
}

function RestoreAct() {
  const { t } = useTranslation('recovery');
  const { data: backups } = useBackups();
  const count = backups?.data.filter(({ fault }) => fault === null).length;
  return (
    <Act
      hint={t('act.restoreHint')}
      note={count === undefined ? null : t('act.restoreCount', { count })}
    >
      <Button
        leftSection={<IconHistory size={14} stroke={1.75} />}
        onClick={() => openDialog({ kind: 'restore', backupId: null })}
      >
        {t('act.restore')}
      </Button>
    </Act>
  );
}

function DiagnosticsAct() {
  const { t } = useTranslation('recovery');
  const { busy, download } = useDiagnosticsExport();
  return (
    <Act hint={t('act.diagnosticsHint')}>
      <Button
        leftSection={<IconDownload size={14} stroke={1.75} />}
        loading={busy}
        onClick={download}
      >
        {t('act.diagnostics')}
      </Button>
    </Act>
  );
}

/** One thing that can be done: its button, and what it is for. */
function Act({
  hint,
  note = null,
  children,
}: {
  hint: string;
  note?: string | null;
  children: ReactNode;
}) {
  return (
    <div className={classes.act}>
      <div className={classes.actButton}>{children}</div>
      <div className="pd-dim pd-pretty">
        {hint}
        <span role="status" className={classes.note}>
          {note}
        </span>
      </div>
    </div>
  );
}
