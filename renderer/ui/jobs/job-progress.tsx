/** A running job: bar, phase, how far, how fast, how much longer. */
import { useTranslation } from 'react-i18next';
import { verificationPhases } from '../../../shared/contract/chain.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatDuration } from '../format.ts';
import { useJobTitle } from './use-job-title.ts';
import { formatAmount, progressShare, remainingMs } from './job-words.ts';
import classes from './jobs.module.css';

const knownPhases = [
  'uploading',
  'receiving',
  'queued',
  'judging',
  'checking',
  'writing',
  'committing',
  'hashing',
  'packing',
  'collecting',
  'reading',
  'copying',
  'unpacking',
  ...verificationPhases,
] as const;

/** The word for a phase; one of a newer engine is shown as it says it. */
export function usePhaseWord(): (job: Job) => string {
  const { t } = useTranslation('jobs');
  return (job) => {
    const phase = knownPhases.find((each) => each === job.phase);
    return phase === undefined ? job.phase : t(`phases.${phase}`);
  };
}

/** The bar alone; without a share it only says that something goes on. */
export function ProgressBar({ share, label }: { share: number | undefined; label: string }) {
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
      data-open={share === undefined || undefined}
    >
      <span style={share === undefined ? undefined : { width: `${share * 100}%` }} />
    </div>
  );
}

export function JobProgress({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const phaseWord = usePhaseWord();
  const jobTitle = useJobTitle();
  const { progress } = job;
  const { unit, per_second: rate } = progress;
  const left = remainingMs(progress);
  const done = formatAmount(progress.done, unit);
  const unitWord = unit === 'bytes' ? '' : ` ${t(`units.${unit}`)}`;
  const words = [
    (progress.total === null
      ? t('progressOpen', { done })
      : t('progress', { done, total: formatAmount(progress.total, unit) })) + unitWord,
    ...(rate > 0 ? [t('rate', { rate: formatAmount(Math.round(rate), unit) })] : []),
    ...(left === undefined || left < 1_000
      ? []
      : [t('remaining', { duration: formatDuration(left) })]),
  ];
  return (
    <div className={classes.progress}>
      <ProgressBar share={progressShare(progress)} label={jobTitle(job)} />
      <div className={classes.words}>
        <span className="pd-plain pd-strong">
          {job.cancel_requested ? t('canceling') : phaseWord(job)}
        </span>
        <span>{words.join(' · ')}</span>
      </div>
    </div>
  );
}
