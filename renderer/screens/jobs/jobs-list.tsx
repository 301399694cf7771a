/** The list of jobs: columns, what narrows it, and how each cell is drawn. */
import { Button } from '@mantine/core';
import {
  IconBellRinging,
  IconBriefcase,
  IconDatabaseExport,
  IconFileImport,
  IconFileZip,
  IconFingerprint,
  IconHistory,
  IconListSearch,
  IconScale,
  IconUserDown,
  IconShieldCheck,
  IconTableExport,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isFinished, jobKinds, jobStatuses, type Job } from '../../../shared/contract/jobs.ts';
import { useCancelJob, useMayCancel } from '../../api/jobs.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { tookMs } from '../../ui/jobs/job-words.ts';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { defineList, inFiles } from '../../ui/list/define-list.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import classes from '../../ui/jobs/jobs.module.css';

type Translate = TFunction<['jobs', 'tables']>;

/** Progress and outcome of a job are drawn by the screen. */
export const jobsList = defineList<Job, Translate>()(
  {
    id: 'jobs',
    noun: 'jobs',
    rowId: (row) => row.job_id,
    idColumn: 'id',
    filters: { status: jobStatuses },
    isLive: true,
    columns: {
      id: { path: '/job_id', onlyInFiles: 'job' },
      kind: {
        path: '/kind',
        codes: jobKinds,
        wordsAt: 'kinds',
        onlyInFiles: 'job',
        narrows: 'kind',
      },
      job: { path: '/title', width: 312, identity: true, cell: (job) => <JobName job={job} /> },
      state: {
        path: '/status',
        width: 144,
        codes: jobStatuses,
        wordsAt: 'status',
        narrows: 'status',
        // Green and red are verification's: a job that did its work is plain, one that could not warns.
        badges: {
          queued: ['mute'],
          running: ['info'],
          completed: ['neutral', 'dot'],
          failed: ['warn'],
          canceled: ['mute'],
        },
      },
      done: inFiles('/progress/done', 'progress', 'count'),
      unit: {
        path: '/progress/unit',
        title: 'tables:file.unit',
        codes: ['bytes', 'records', 'entries', 'rows'],
        wordsAt: 'units',
        onlyInFiles: 'progress',
      },
      progress: {},
      error: { path: '/error/message', title: 'tables:file.error', onlyInFiles: 'progress' },
      result: inFiles('/result', 'progress', 'json'),
      created: inFiles('/created_at', 'started', 'instant'),
      started: {
        path: '/started_at',
        form: 'zoned',
        width: 180,
        titleInFiles: 'tables:file.started_at',
        cell: (job) => <Started job={job} />,
      },
      finished: inFiles('/finished_at', 'started', 'instant'),
      actions: {
        width: 96,
        side: 'end',
        isSilent: true,
        fixed: true,
        cell: (job) => <CancelButton job={job} />,
      },
    },
  },
  (t, key, values) => (key === 'units.bytes' ? t('tables:file.bytes') : t(key, values)),
);

const icons = {
  import: IconFileImport,
  verification: IconShieldCheck,
  artifact_check: IconFingerprint,
  bundle: IconFileZip,
  audit_export: IconHistory,
  backup: IconDatabaseExport,
  backup_verification: IconShieldCheck,
  view_export: IconTableExport,
  case_import: IconBriefcase,
  dataset_import: IconFileImport,
  dataset_analysis: IconListSearch,
  decision_facts: IconScale,
  rule_evaluation: IconBellRinging,
  person_access: IconUserDown,
} as const;

function JobName({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const title = useJobTitle()(job);
  const Icon = icons[job.kind];
  return (
    <div className={classes.job}>
      <span className={classes.icon}>
        <Icon size={16} stroke={1.6} />
      </span>
      <bdi className="pd-medium pd-clip" title={title}>
        {title}
      </bdi>
      <span className="pd-caption pd-line-16" title={job.job_id}>
        {t(`kinds.${job.kind}`)}
      </span>
    </div>
  );
}

function Started({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const took = tookMs(job, useNow(isFinished(job.status) ? 30_000 : 1_000)) ?? 0;
  return (
    <>
      <Instant at={job.started_at ?? job.created_at} />
      {took > 0 && <div className="pd-dim">{t('took', { duration: formatDuration(took) })}</div>}
    </>
  );
}

function CancelButton({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const title = t('cancelNamed', { title: useJobTitle()(job) });
  const cancel = useCancelJob();
  if (!useMayCancel()(job)) return null;
  const ask = () => cancel.mutate(job.job_id, { onError: (error) => notifyFailure(title, error) });
  return (
    <Button size="compact-sm" disabled={job.cancel_requested} aria-label={title} onClick={ask}>
      {job.cancel_requested ? t('canceling') : t('cancel')}
    </Button>
  );
}
