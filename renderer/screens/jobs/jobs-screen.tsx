/** Jobs: imports and verifications with their progress, their results, and how to stop them. */
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { Anchor, Button, Skeleton, UnstyledButton } from '@mantine/core';
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
import { auditExportResultSchema } from '../../../shared/contract/audit.ts';
import { backupCheckResultSchema, backupResultSchema } from '../../../shared/contract/backups.ts';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { caseSchema } from '../../../shared/contract/cases.ts';
import { verificationSchema } from '../../../shared/contract/chain.ts';
import { exportResultSchema } from '../../../shared/contract/exports.ts';
import { importRowsResultSchema } from '../../../shared/contract/datasets.ts';
import { importResultSchema } from '../../../shared/contract/imports.ts';
import {
  isFinished,
  jobKinds,
  jobStatuses,
  type Job,
  type JobStatus,
} from '../../../shared/contract/jobs.ts';
import { artifactCheckResultSchema } from '../../../shared/contract/models.ts';
import { holds, isHolding } from '../../../shared/ledger-state.ts';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import { toFailure } from '../../api/client.ts';
import { useCancelJob, useJobCounts, useJobs, useMayCancel } from '../../api/jobs.ts';
import { ScreenTitle } from '../../ui/page/screen-title.tsx';
import { notify } from '../../state/notices.ts';
import {
  auditAddress,
  datasetAddress,
  decisionsAddress,
  integrityAddress,
  modelAddress,
} from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';
import { auditExportPath } from '../../api/audit.ts';
import { bundlePath } from '../../api/bundles.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { Segments, sumOf } from '../../ui/list/segments.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import type { ListSource } from '../../ui/list/table-tools.ts';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useFileDownload } from '../../ui/list/use-file-download.ts';
import { useRowTable, type RowTableRow } from '../../ui/list/use-row-table.ts';
import { exportFilePath } from '../../api/exports.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { GivenBack } from '../../ui/jobs/given-back.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { tookMs } from '../../ui/jobs/job-words.ts';
import { LineErrors } from '../../ui/jobs/line-errors.tsx';
import { jobsTable } from './jobs-table.ts';
import { parseJobsSearch, type JobsSearch } from './search.ts';
import { InEnglish } from '../../ui/in-english.tsx';
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

interface ErrorsToggle {
  readonly open: boolean;
  readonly toggle: () => void;
}

function ImportOutcome({ job, errors }: { job: Job; errors: ErrorsToggle }) {
  const { t } = useTranslation('jobs');
  const parsed = importResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { data: result } = parsed;
  const { imported, rejected } = result;
  return (
    <>
      {job.status === 'completed' && (
        <p>
          {result.dry_run
            ? t('result.dryRun', {
                accepted: formatCount(result.accepted),
                rejected: formatCount(rejected),
              })
            : t('result.imported', { count: imported, amount: formatCount(imported) })}
          {!result.dry_run &&
            rejected > 0 &&
            `, ${t('result.rejected', { count: rejected, amount: formatCount(rejected) })}`}
        </p>
      )}
      <div className={classes.links} data-opens>
        {imported > 0 && (
          <Anchor component={PlaceWay} href={decisionsAddress()} className={classes.link ?? ''}>
            {t('result.showRecords')}
          </Anchor>
        )}
        {result.errors.length > 0 && (
          <UnstyledButton
            className={classes.link}
            aria-expanded={errors.open}
            onClick={errors.toggle}
          >
            {errors.open ? t('result.hideErrors') : t('result.showErrors')}
          </UnstyledButton>
        )}
      </div>
    </>
  );
}

function RowsOutcome({ job, errors }: { job: Job; errors: ErrorsToggle }) {
  const { t } = useTranslation('jobs');
  const parsed = importRowsResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { data: result } = parsed;
  const { imported } = result;
  return (
    <>
      {job.status === 'completed' && (
        <p>
          {result.dry_run
            ? t('result.dryRun', {
                accepted: formatCount(result.accepted),
                rejected: formatCount(result.rejected),
              })
            : t('result.importedRows', { count: imported, amount: formatCount(imported) })}
        </p>
      )}
      <div className={classes.links} data-opens>
        <Anchor
          component={PlaceWay}
          href={datasetAddress(result.dataset_id)}
          className={classes.link ?? ''}
        >
          {t('result.showDataset')}
        </Anchor>
        {result.errors.length > 0 && (
          <UnstyledButton
            className={classes.link}
            aria-expanded={errors.open}
            onClick={errors.toggle}
          >
            {errors.open ? t('result.hideErrors') : t('result.showErrors')}
          </UnstyledButton>
        )}
      </div>
    </>
  );
}

function VerificationResult({ job }: { job: Job }) {
  const { t } = useTranslation(['jobs', 'integrity']);
  const parsed = verificationSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { checked, findings_total: found, verdict } = parsed.data;
  const outcome =
    found > 0
      ? t('result.breaks', { count: found, amount: formatCount(found) })
      : t(`integrity:verdicts.${verdict}`);
  return (
    <>
      <p>
        {`${t('result.checked', { count: checked, checked: formatCount(checked) })}, `}
        {holds(parsed.data) ? t('result.noBreak') : <StatusBadge tone="bad">{outcome}</StatusBadge>}
      </p>
      <div className={classes.links} data-opens>
        <Anchor
          component={PlaceWay}
          href={`${integrityAddress}?verification=${job.job_id}`}
          className={classes.link ?? ''}
        >
          {t('result.showIntegrity')}
        </Anchor>
      </div>
    </>
  );
}

function ArtifactResult({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const parsed = artifactCheckResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { outcome, model_id: id, version } = parsed.data;
  return (
    <>
      <p>{t(`result.artifact.${outcome}`)}</p>
      <div className={classes.links} data-opens>
        <Anchor
          component={PlaceWay}
          href={modelAddress(id, { version })}
          className={classes.link ?? ''}
        >
          {t('result.showModel')}
        </Anchor>
      </div>
    </>
  );
}

function Download({
  job,
  needs,
  path,
}: {
  job: Job;
  needs: OperationId;
  path: (jobId: string) => string;
}) {
  const { t } = useTranslation('jobs');
  const may = useMay();
  const { busy, download } = useFileDownload(path);
  if (!may(needs)) return null;
  return (
    <UnstyledButton className={classes.link} disabled={busy} onClick={() => download(job.job_id)}>
      {t('result.download')}
    </UnstyledButton>
  );
}

function BundleOutcome({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const parsed = bundleResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { entries, size, bytes } = parsed.data;
  return (
    <>
      <p>
        {t('result.bundle', {
          entries: formatCount(entries),
          size: formatCount(size),
          bytes: formatBytes(bytes),
        })}
      </p>
      <div className={classes.links} data-opens>
        <Download job={job} needs="downloadBundle" path={bundlePath} />
        <Anchor
          component={PlaceWay}
          href={`${integrityAddress}?tab=bundles`}
          className={classes.link ?? ''}
        >
          {t('result.howToCheck')}
        </Anchor>
      </div>
    </>
  );
}

function AuditOutcome({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const parsed = auditExportResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { events, bytes } = parsed.data;
  return (
    <>
      <p>
        {t('result.audit', {
          count: events,
          amount: formatCount(events),
          bytes: formatBytes(bytes),
        })}
      </p>
      <div className={classes.links} data-opens>
        <Download job={job} needs="downloadAuditExport" path={auditExportPath} />
        <Anchor component={PlaceWay} href={auditAddress()} className={classes.link ?? ''}>
          {t('result.showAudit')}
        </Anchor>
      </div>
    </>
  );
}

function ExportOutcome({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const parsed = exportResultSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { rows, bytes } = parsed.data;
  return (
    <>
      <p>
        {t('result.rows', {
          count: rows,
          amount: formatCount(rows),
          bytes: formatBytes(bytes),
        })}
      </p>
      <div className={classes.links} data-opens>
        {job.may_use && <Download job={job} needs="downloadExport" path={exportFilePath} />}
      </div>
    </>
  );
}

function CaseOutcome({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const { t: integrity } = useTranslation('integrity');
  const parsed = caseSchema.safeParse(job.result);
  if (!parsed.success) return null;
  const { verdict, findings_total: found } = parsed.data;
  return (
    <>
      <p>
        {t(found === 0 && isHolding(verdict) ? 'result.caseOk' : 'result.caseBad', {
          verdict: integrity(`verdicts.${verdict}`),
        })}
      </p>
      <div className={classes.links} data-opens>
        <Anchor
          component={PlaceWay}
          href={`${integrityAddress}?tab=cases`}
          className={classes.link ?? ''}
        >
          {t('result.showCases')}
        </Anchor>
      </div>
    </>
  );
}

function BackupOutcome({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const made = backupResultSchema.safeParse(job.result);
  const checked = backupCheckResultSchema.safeParse(job.result);
  return (
    <>
      {made.success && (
        <p>
          {t('result.backup', {
            count: made.data.entries,
            amount: formatCount(made.data.entries),
            size: formatBytes(made.data.bytes),
          })}
        </p>
      )}
      {checked.success && (
        <p>
          <InEnglish>{checked.data.message}</InEnglish>
        </p>
      )}
      <div className={classes.links} data-opens>
        <Anchor component={PlaceWay} href="#/settings?tab=backup" className={classes.link ?? ''}>
          {t('result.showBackups')}
        </Anchor>
      </div>
    </>
  );
}

const canceledWords = {
  import: 'result.canceled',
  verification: 'result.canceledVerification',
  artifact_check: 'result.canceledArtifact',
  bundle: 'result.canceledBundle',
  audit_export: 'result.canceledAudit',
  backup: 'result.canceledBackup',
  backup_verification: 'result.canceledBackupCheck',
  view_export: 'result.canceledExport',
  case_import: 'result.canceledCase',
  dataset_import: 'result.canceled',
} as const;

function Outcome({ job, errors }: { job: Job; errors: ErrorsToggle }) {
  const { t } = useTranslation('jobs');
  if (!isFinished(job.status)) return <JobProgress job={job} />;
  return (
    <div className="pd-paragraphs">
      {job.status === 'canceled' && <p>{t(canceledWords[job.kind])}</p>}
      {job.error !== null && (
        <p className="pd-warn-text">
          <InEnglish>{job.error.message}</InEnglish>
        </p>
      )}
      <GivenBack job={job} />
      {job.kind === 'import' && <ImportOutcome job={job} errors={errors} />}
      {job.kind === 'dataset_import' && <RowsOutcome job={job} errors={errors} />}
      {job.kind === 'verification' && <VerificationResult job={job} />}
      {job.kind === 'bundle' && <BundleOutcome job={job} />}
      {job.kind === 'audit_export' && <AuditOutcome job={job} />}
      {(job.kind === 'backup' || job.kind === 'backup_verification') && <BackupOutcome job={job} />}
      {job.kind === 'view_export' && <ExportOutcome job={job} />}
      {job.kind === 'case_import' && <CaseOutcome job={job} />}
      {job.kind === 'artifact_check' && <ArtifactResult job={job} />}
    </div>
  );
}

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
        <Outcome job={job} errors={{ open, toggle: () => setOpen(!open) }} />
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
