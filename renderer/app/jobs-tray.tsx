/** The jobs at a glance: how many run, how far they are, cancel; and a word when one ends. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconListDetails, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { isFinished, type Job } from '../../shared/contract/jobs.ts';
import { isHolding } from '../../shared/ledger-state.ts';
import { useFirstScreen } from '../api/first-screen.ts';
import { useCancelJob, useJobs, useMayCancel } from '../api/jobs.ts';
import { notify, type NoticeTone } from '../state/notices.ts';
import { endWatch, jobsAsked, onExpectedJob, watchJob } from '../state/watched-jobs.ts';
import { useJobTitle } from '../ui/jobs/use-job-title.ts';
import { formatBytes, formatCount, formatPercent } from '../ui/format.ts';
import { usePhaseWord } from '../ui/jobs/job-progress.tsx';
import { CountMark } from './count-mark.tsx';
import { useLedgerName } from '../ui/places/use-recent-things.ts';
import { InEnglish } from '../ui/in-english.tsx';
import classes from './shell.module.css';

const shownJobs = { limit: 20, offset: 0 };
const listed = 6;
const everyJob = {};

/** Done as a share from 0 to 1; null while the total is unknown. */
export function jobShare(job: Job): number | null {
  const { done, total } = job.progress;
  return total === null || total === 0 ? null : Math.min(1, done / total);
}

/** Jobs that are not finished, newest first. */
export function useRunningJobs(): Job[] {
  const { data } = useJobs(shownJobs, everyJob, useFirstScreen());
  return (data?.data ?? []).filter((job) => !isFinished(job.status));
}

const finishTones: Readonly<Record<'completed' | 'failed' | 'canceled', NoticeTone>> = {
  completed: 'info',
  failed: 'bad',
  canceled: 'info',
};

/** What a verification says, of the ledger or of a bundle. */
const checkedSchema = verificationSchema.pick({ findings_total: true, verdict: true });

/** What a job found that must not be read as a mere "finished". */
function alarmOf({ result }: Job, t: TFunction<['shell', 'integrity']>): string | undefined {
  if (result?.['outcome'] === 'mismatch') return t('jobs.mismatch');
  const found = checkedSchema.safeParse(result);
  if (!found.success) return undefined;
  const { findings_total: findings, verdict } = found.data;
  if (findings > 0) {
    return t('jobs.deviations', { count: findings, amount: formatCount(findings) });
  }
  return isHolding(verdict)
    ? undefined
    : t('jobs.against', { verdict: t(`integrity:verdicts.${verdict}`) });
}

/** Says when a job ends that was seen running or asked for here, once, also after a restart. */
function useFinishNotices(jobs: readonly Job[]): void {
  const { t } = useTranslation(['shell', 'integrity']);
  const ledger = useLedgerName();
  const jobTitle = useJobTitle();
  // The list may show a job as ended before the answer that it was begun.
  const asked = useSyncExternalStore(onExpectedJob, jobsAsked);
  useEffect(() => {
    if (ledger === undefined) return;
    for (const job of jobs) {
      if (!isFinished(job.status)) {
        watchJob(ledger, job.job_id);
        continue;
      }
      // Also one that was at work when the window, or the program, was closed.
      if (!endWatch(ledger, job.job_id)) continue;
      const { status, kind } = job;
      if (status !== 'completed' && status !== 'failed' && status !== 'canceled') continue;
      const outcome = status === 'completed' ? 'finished' : status;
      const work = job.result?.['dry_run'] === true ? 'dryRun' : kind;
      const alarm = alarmOf(job, t);
      notify({
        tone: alarm === undefined ? finishTones[status] : 'bad',
        title: alarm ?? t(`jobs.${outcome}.${work}`),
        ...(job.error === null ? { detail: jobTitle(job) } : { reason: job.error.message }),
        href: `#/jobs?job=${job.job_id}`,
      });
    }
  }, [jobs, ledger, asked, t, jobTitle]);
}

const noJobs: readonly Job[] = [];

export function JobsTray() {
  const { t } = useTranslation('shell');
  const { data } = useJobs(shownJobs, everyJob, useFirstScreen());
  const [opened, setOpened] = useState(false);
  const jobs = data?.data ?? noJobs;
  useFinishNotices(jobs);
  const running = jobs.filter((job) => !isFinished(job.status)).length;
  const label = running === 0 ? t('jobs.tray') : t('jobs.trayRunning', { count: running });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon className="pd-holder" aria-label={label} onClick={() => setOpened(!opened)}>
            <IconListDetails size={17} stroke={1.6} />
            <CountMark count={running} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('jobs.title')}>
        <div className={classes.tray}>
          <div className={classes.trayHead}>
            {t('jobs.title')}
            <Button
              component={Link}
              to="/jobs"
              variant="subtle"
              color="gray"
              data-autofocus
              onClick={() => setOpened(false)}
            >
              {t('jobs.all')}
            </Button>
          </div>
          <div className={classes.trayBody}>
            {jobs.length === 0 && <div className={classes.trayEmpty}>{t('jobs.none')}</div>}
            {jobs.slice(0, listed).map((job) => (
              <TrayJob key={job.job_id} job={job} />
            ))}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function amount(value: number, unit: Job['progress']['unit']): string {
  return unit === 'bytes' ? formatBytes(value) : formatCount(value);
}

function TrayJob({ job }: { job: Job }) {
  const { t } = useTranslation('shell');
  const cancel = useCancelJob();
  const mayCancel = useMayCancel();
  const title = useJobTitle()(job);
  const phaseWord = usePhaseWord();
  const share = jobShare(job);
  const finished = isFinished(job.status);
  const { done, total, unit } = job.progress;
  return (
    <div className={classes.trayItem}>
      <span className="pd-medium pd-clip" title={title}>
        {title}
      </span>
      <span className="pd-row pd-gap-4 pd-caption">
        {!finished && share !== null ? formatPercent(share) : t(`jobs.status.${job.status}`)}
        {mayCancel(job) && (
          <ActionIcon
            size="sm"
            aria-label={t('jobs.cancel', { title })}
            disabled={job.cancel_requested || cancel.isPending}
            onClick={() => cancel.mutate(job.job_id)}
          >
            <IconX size={14} />
          </ActionIcon>
        )}
      </span>
      {!finished && (
        <>
          <span className={classes.trayBar}>
            <span className={classes.miniFill} style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
          <span className="pd-caption pd-anywhere pd-whole-line">
            {job.cancel_requested ? t('jobs.canceling') : phaseWord(job)}
            {total !== null &&
              ` · ${t('jobs.progress', { done: amount(done, unit), total: amount(total, unit) })}`}
          </span>
        </>
      )}
      {job.error !== null && (
        <span className="pd-caption pd-anywhere pd-whole-line">
          <InEnglish>{job.error.message}</InEnglish>
        </span>
      )}
    </div>
  );
}
