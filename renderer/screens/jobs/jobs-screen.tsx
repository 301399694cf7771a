/** Jobs: imports and verifications with their progress, their results, and how to stop them. */
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import {
  IconBriefcase,
  IconDatabaseExport,
  IconFileImport,
  IconFileZip,
  IconFingerprint,
  IconHistory,
  IconListCheck,
  IconListSearch,
  IconShieldCheck,
  IconTableExport,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { importResultSchema } from '../../../shared/contract/imports.ts';
import {
  isFinished,
  jobKinds,
  jobStatuses,
  type Job,
  type JobStatus,
} from '../../../shared/contract/jobs.ts';
import { toFailure } from '../../api/client.ts';
import { useCancelJob, useJobCounts, useJobs, useMayCancel } from '../../api/jobs.ts';
import { ScreenTitle } from '../../ui/page/screen-title.tsx';
import { notify } from '../../state/notices.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { Pager } from '../../ui/page/pager.tsx';
import { Segments, sumOf } from '../../ui/list/segments.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import type { ListSource } from '../../ui/list/table-tools.ts';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useRowTable, type RowTableRow } from '../../ui/list/use-row-table.ts';
import { tookMs } from '../../ui/jobs/job-words.ts';
import { LineErrors } from '../../ui/jobs/line-errors.tsx';
import { JobOutcome } from './job-outcome.tsx';
import { jobsTable } from './jobs-table.ts';
import { parseJobsSearch, type JobsSearch } from './search.ts';
import { Select } from '../../ui/form/choices.tsx';
import classes from '../../ui/jobs/jobs.module.css';

const route = getRouteApi('/jobs');
const pageSize = 50;
const noJobs: readonly Job[] = [];
const idOf = (job: Job) => job.job_id;
const everything = ' ';

/** Green and red are verification's: a job that did its work is plain, one that could not is a warning. */
const badges: Record<JobStatus, readonly [StatusTone, StatusShape]> = {
  queued: ['mute', 'ring'],
  running: ['info', 'dot'],
  completed: ['neutral', 'dot'],
  failed: ['warn', 'triangle'],
  canceled: ['mute', 'ring'],
};

/** Class of each column; the progress takes the remaining width. */
const columnClasses: Readonly<Record<string, string | undefined>> = {
  job: classes.jobColumn,
  state: classes.stateColumn,
  started: classes.timeColumn,
  actions: classes.actionColumn,
};
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
} as const;

/** What imports of either kind say of refused lines. */
const refusedSchema = importResultSchema.pick({ errors: true, rejected: true });

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

function JobRow({
  job,
  now,
  place,
  columns,
  isLinked,
  onCancel,
}: {
  job: Job;
  now: number;
  /** What makes its row one of a list with a cursor. */
  place: RowTableRow;
  /** Ids of those shown, in their order. */
  columns: readonly string[];
  /** A link led to this job. */
  isLinked: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation('jobs');
  const jobTitle = useJobTitle();
  const mayCancel = useMayCancel();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isLinked]);
  const [open, setOpen] = useState(false);
  const [tone, shape] = badges[job.status];
  const took = tookMs(job, now);
  const refused = open ? refusedSchema.safeParse(job.result) : undefined;
  const cells: Readonly<Record<string, ReactNode>> = {
    job: (
      <th scope="row">
        <JobName job={job} />
      </th>
    ),
    state: (
      <td>
        <StatusBadge tone={tone} shape={shape}>
          {t(`statuses.${job.status}`)}
        </StatusBadge>
      </td>
    ),
    progress: (
      <td>
        <JobOutcome job={job} errors={{ open, toggle: () => setOpen(!open) }} />
      </td>
    ),
    started: (
      <td>
        <Instant at={job.started_at ?? job.created_at} />
        {took !== undefined && took > 0 && (
          <div className="pd-dim">{t('took', { duration: formatDuration(took) })}</div>
        )}
      </td>
    ),
    actions: (
      <td data-align="end">
        {mayCancel(job) && (
          <Button
            size="compact-sm"
            disabled={job.cancel_requested}
            aria-label={t('cancelNamed', { title: jobTitle(job) })}
            onClick={onCancel}
          >
            {job.cancel_requested ? t('canceling') : t('cancel')}
          </Button>
        )}
      </td>
    ),
  };
  return (
    <>
      <tr ref={row} {...place} data-linked={isLinked || undefined}>
        {columns.map((id) => (
          <Fragment key={id}>{cells[id]}</Fragment>
        ))}
      </tr>
      {refused?.success === true && (
        <tr className={classes.errorsRow}>
          <td colSpan={columns.length}>
            <LineErrors errors={refused.data.errors} rejected={refused.data.rejected} />
          </td>
        </tr>
      )}
    </>
  );
}

function LoadingBody() {
  const { t } = useTranslation('jobs');
  return (
    <div className={classes.loading} role="status" aria-busy="true" aria-label={t('loading')}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={40} radius="sm" />
      ))}
    </div>
  );
}

export function JobsScreen() {
  const { t } = useTranslation(['jobs', 'tables']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { kind, status, offset = 0, job: linked } = search;
  const query = useJobs({ limit: pageSize, offset }, { kind, status });
  const counts = useJobCounts(kind).data;
  const cancel = useCancelJob();
  const list = query.data?.data ?? noJobs;
  const total = query.data?.pagination.total;
  const running = list.filter((job) => !isFinished(job.status)).length;
  const now = useNow(running > 0 ? 1_000 : 30_000);
  const show = (part: Partial<JobsSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true });
  const narrow = (part: Partial<JobsSearch>) => show({ ...part, offset: undefined });
  const isNarrowed = kind !== undefined || status !== undefined;
  const source: ListSource = { operation: 'listJobs', query: { kind, status } };
  const table = useTable(
    jobsTable,
    pagedRows(query, { offset, size: pageSize }, { source, idPath: '/job_id' }),
    t,
  );
  const { shown } = table;
  const rows = useRowTable({
    id: 'jobs',
    title: t('title'),
    noun: 'jobs',
    rows: list,
    rowId: idOf,
    idName: t('id'),
    total:
      query.data === undefined
        ? undefined
        : isNarrowed
          ? (sumOf(counts) ?? list.length)
          : list.length,
    fileColumns: table.columns.fileColumns,
    whole: { source, total: total ?? 0, idPath: '/job_id' },
    openId: linked,
    filtersOf: (job) => [
      {
        label: `${t('kind.label')}: ${t(`kinds.${job.kind}`)}`,
        run: () => narrow({ kind: job.kind }),
      },
      {
        label: `${t('columns.state')}: ${t(`statuses.${job.status}`)}`,
        run: () => narrow({ status: job.status }),
      },
    ],
  });
  const jobTitle = useJobTitle();
  const cancelJob = (job: Job) =>
    cancel.mutate(job.job_id, {
      onError: (error) => {
        const failure = toFailure(error);
        notify({
          tone: 'bad',
          title: t('cancelNamed', { title: jobTitle(job) }),
          reason: failure.message,
          requestId: failure.requestId,
        });
      },
    });

  let body = <LoadingBody />;
  if (query.isError && query.data === undefined) {
    body = (
      <ErrorState
        error={query.error}
        title={t('loadFailed')}
        onRetry={() => void query.refetch()}
      />
    );
  } else if (query.data !== undefined && list.length === 0 && isNarrowed) {
    body = (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult')}
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() => narrow({ kind: undefined, status: undefined })}
          >
            {t('clear')}
          </Button>
        }
      >
        {t('noResultText')}
      </EmptyState>
    );
  } else if (query.data !== undefined && list.length === 0) {
    body = (
      <EmptyState icon={<IconListCheck size={20} stroke={1.6} />} title={t('emptyTitle')}>
        {t('empty')}
      </EmptyState>
    );
  } else if (query.data !== undefined) {
    body = (
      <Sideways frame="pd-column pd-fill" className="pd-fill pd-line-above">
        <table
          {...rows.table}
          className={[classes.table, rows.table.className].join(' ')}
          aria-label={t('list')}
        >
          <colgroup>
            {shown.map(({ id }) => (
              <col key={id} className={columnClasses[id]} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {shown.map(({ id, title, fixed }) => (
                <th key={id} scope="col" aria-label={fixed ? title : undefined}>
                  {!fixed && title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((job, index) => (
              <JobRow
                key={job.job_id}
                job={job}
                now={now}
                place={rows.row(job, index)}
                columns={shown.map(({ id }) => id)}
                isLinked={job.job_id === linked}
                onCancel={() => cancelJob(job)}
              />
            ))}
          </tbody>
        </table>
      </Sideways>
    );
  }
  return (
    <div className="pd-page">
      <header className={classes.header}>
        <ScreenTitle title={t('title')} takesFocus />
        <span className="pd-aside" aria-live="polite">
          {running > 0 && t('running', { count: running })}
        </span>
        <span className="pd-to-end">
          <TableMenu
            {...menuOf(table, {
              title: t('title'),
              view: {
                search: { kind, status },
                open: (view) => void navigate({ search: parseJobsSearch(view), replace: true }),
              },
              notes: [
                ...(kind === undefined ? [] : [`${t('kind.label')}: ${t(`kinds.${kind}`)}`]),
                ...(status === undefined
                  ? []
                  : [`${t('columns.state')}: ${t(`statuses.${status}`)}`]),
              ],
            })}
          />
        </span>
      </header>
      <div className="pd-filters">
        <Segments
          label={t('segments')}
          segments={(['all', ...jobStatuses] as const).map((each) => ({
            value: each,
            label: each === 'all' ? t('all') : t(`statuses.${each}`),
            count: each === 'all' ? sumOf(counts) : counts?.[each],
          }))}
          value={status ?? 'all'}
          onChange={(next) => narrow({ status: next === 'all' ? undefined : next })}
        />
        <Select
          className={classes.kindFilter ?? ''}
          size="xs"
          aria-label={t('kind.label')}
          allowDeselect={false}
          data={[
            { value: everything, label: t('kind.all') },
            ...jobKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
          value={kind ?? everything}
          onChange={(value) => narrow({ kind: jobKinds.find((each) => each === value) })}
        />
      </div>
      {body}
      {rows.bar}
      {rows.menu}
      <div className={classes.foot}>
        <Pager
          offset={offset}
          size={pageSize}
          total={total ?? 0}
          onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
        />
      </div>
      <div className="pd-hidden" role="status" aria-live="polite">
        {total !== undefined &&
          isNarrowed &&
          t('announce', { count: total, formatted: formatCount(total) })}
      </div>
    </div>
  );
}
