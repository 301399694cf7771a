/** Progress of a job, or what it came to: in words, and where that leads. */
import type { ReactNode } from 'react';
import { Anchor, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { auditExportResultSchema } from '../../../shared/contract/audit.ts';
import { backupCheckResultSchema, backupResultSchema } from '../../../shared/contract/backups.ts';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { caseSchema } from '../../../shared/contract/cases.ts';
import { verificationSchema } from '../../../shared/contract/chain.ts';
import { importRowsResultSchema } from '../../../shared/contract/datasets.ts';
import { exportResultSchema } from '../../../shared/contract/exports.ts';
import { importResultSchema } from '../../../shared/contract/imports.ts';
import { isFinished, type Job, type JobKind } from '../../../shared/contract/jobs.ts';
import { artifactCheckResultSchema } from '../../../shared/contract/models.ts';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { holds, isHolding } from '../../../shared/ledger-state.ts';
import { auditExportPath } from '../../api/audit.ts';
import { bundlePath } from '../../api/bundles.ts';
import { useMay } from '../../api/capabilities.ts';
import { exportFilePath } from '../../api/exports.ts';
import {
  auditAddress,
  datasetAddress,
  decisionsAddress,
  integrityAddress,
  modelAddress,
} from '../../ui/addresses.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { GivenBack } from '../../ui/jobs/given-back.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { useFileDownload } from '../../ui/list/use-file-download.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from '../../ui/jobs/jobs.module.css';

/** Refused lines beneath the row of their import. */
export interface ErrorsToggle {
  readonly open: boolean;
  readonly toggle: () => void;
}

interface OutcomeProps {
  readonly job: Job;
  readonly errors: ErrorsToggle;
}

/** What is said of a result, and the ways on from it. */
function Result({ said, children }: { said?: ReactNode; children?: ReactNode }) {
  return (
    <>
      {said !== undefined && <p>{said}</p>}
      <div className={classes.links} data-opens>
        {children}
      </div>
    </>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={PlaceWay} href={to} className={classes.link ?? ''}>
      {children}
    </Anchor>
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

function ErrorsWay({ errors: { open, toggle } }: { errors: ErrorsToggle }) {
  const { t } = useTranslation('jobs');
  return (
    <UnstyledButton className={classes.link} aria-expanded={open} onClick={toggle}>
      {open ? t('result.hideErrors') : t('result.showErrors')}
    </UnstyledButton>
  );
}

function ImportOutcome({ job, errors }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = importResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { imported, rejected } = data;
  const amounts = { accepted: formatCount(data.accepted), rejected: formatCount(rejected) };
  const done = t('result.imported', { count: imported, amount: formatCount(imported) });
  const refused = t('result.rejected', { count: rejected, amount: formatCount(rejected) });
  const said = data.dry_run
    ? t('result.dryRun', amounts)
    : `${done}${rejected > 0 ? `, ${refused}` : ''}`;
  return (
    <Result said={job.status === 'completed' ? said : undefined}>
      {imported > 0 && <Way to={decisionsAddress()}>{t('result.showRecords')}</Way>}
      {data.errors.length > 0 && <ErrorsWay errors={errors} />}
    </Result>
  );
}

function RowsOutcome({ job, errors }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = importRowsResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { imported, rejected } = data;
  const amounts = { accepted: formatCount(data.accepted), rejected: formatCount(rejected) };
  const said = data.dry_run
    ? t('result.dryRun', amounts)
    : t('result.importedRows', { count: imported, amount: formatCount(imported) });
  return (
    <Result said={job.status === 'completed' ? said : undefined}>
      <Way to={datasetAddress(data.dataset_id)}>{t('result.showDataset')}</Way>
      {data.errors.length > 0 && <ErrorsWay errors={errors} />}
    </Result>
  );
}

function VerificationOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation(['jobs', 'integrity']);
  const { data } = verificationSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { checked, findings_total: found, verdict } = data;
  const outcome =
    found > 0
      ? t('result.breaks', { count: found, amount: formatCount(found) })
      : t(`integrity:verdicts.${verdict}`);
  const said = (
    <>
      {`${t('result.checked', { count: checked, checked: formatCount(checked) })}, `}
      {holds(data) ? t('result.noBreak') : <StatusBadge tone="bad">{outcome}</StatusBadge>}
    </>
  );
  return (
    <Result said={said}>
      <Way to={`${integrityAddress}?verification=${job.job_id}`}>{t('result.showIntegrity')}</Way>
    </Result>
  );
}

function ArtifactOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = artifactCheckResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { outcome, model_id: id, version } = data;
  return (
    <Result said={t(`result.artifact.${outcome}`)}>
      <Way to={modelAddress(id, { version })}>{t('result.showModel')}</Way>
    </Result>
  );
}

function BundleOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = bundleResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const said = t('result.bundle', {
    entries: formatCount(data.entries),
    size: formatCount(data.size),
    bytes: formatBytes(data.bytes),
  });
  return (
    <Result said={said}>
      <Download job={job} needs="downloadBundle" path={bundlePath} />
      <Way to={`${integrityAddress}?tab=bundles`}>{t('result.howToCheck')}</Way>
    </Result>
  );
}

function AuditOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = auditExportResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { events, bytes } = data;
  const said = t('result.audit', {
    count: events,
    amount: formatCount(events),
    bytes: formatBytes(bytes),
  });
  return (
    <Result said={said}>
      <Download job={job} needs="downloadAuditExport" path={auditExportPath} />
      <Way to={auditAddress()}>{t('result.showAudit')}</Way>
    </Result>
  );
}

function ExportOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data } = exportResultSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { rows, bytes } = data;
  const said = t('result.rows', {
    count: rows,
    amount: formatCount(rows),
    bytes: formatBytes(bytes),
  });
  return (
    <Result said={said}>
      {job.may_use && <Download job={job} needs="downloadExport" path={exportFilePath} />}
    </Result>
  );
}

function CaseOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation(['jobs', 'integrity']);
  const { data } = caseSchema.safeParse(job.result);
  if (data === undefined) return null;
  const { verdict, findings_total: found } = data;
  const isWhole = found === 0 && isHolding(verdict);
  const words = { verdict: t(`integrity:verdicts.${verdict}`) };
  return (
    <Result said={t(isWhole ? 'result.caseOk' : 'result.caseBad', words)}>
      <Way to={`${integrityAddress}?tab=cases`}>{t('result.showCases')}</Way>
    </Result>
  );
}

function BackupOutcome({ job }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  const { data: made } = backupResultSchema.safeParse(job.result);
  const { data: checked } = backupCheckResultSchema.safeParse(job.result);
  const count = made?.entries ?? 0;
  const said =
    made &&
    t('result.backup', { count, amount: formatCount(count), size: formatBytes(made.bytes) });
  return (
    <>
      {said !== undefined && <p>{said}</p>}
      <Result said={checked && <InEnglish>{checked.message}</InEnglish>}>
        <Way to="#/settings?tab=backup">{t('result.showBackups')}</Way>
      </Result>
    </>
  );
}

const outcomes: Record<JobKind, (props: OutcomeProps) => ReactNode> = {
  import: ImportOutcome,
  dataset_import: RowsOutcome,
  verification: VerificationOutcome,
  artifact_check: ArtifactOutcome,
  bundle: BundleOutcome,
  audit_export: AuditOutcome,
  backup: BackupOutcome,
  backup_verification: BackupOutcome,
  view_export: ExportOutcome,
  case_import: CaseOutcome,
};

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

export function JobOutcome({ job, errors }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  if (!isFinished(job.status)) return <JobProgress job={job} />;
  const Outcome = outcomes[job.kind];
  return (
    <div className="pd-paragraphs">
      {job.status === 'canceled' && <p>{t(canceledWords[job.kind])}</p>}
      {job.error !== null && (
        <p className="pd-warn-text">
          <InEnglish>{job.error.message}</InEnglish>
        </p>
      )}
      <GivenBack job={job} />
      <Outcome job={job} errors={errors} />
    </div>
  );
}
