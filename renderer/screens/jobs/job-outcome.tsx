/** Progress of a job, or what it came to: in words, and where that leads. */
import type { ReactNode } from 'react';
import { Anchor, UnstyledButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { analysisResultSchema } from '../../../shared/contract/analysis.ts';
import { auditExportResultSchema } from '../../../shared/contract/audit.ts';
import { backupCheckResultSchema, backupResultSchema } from '../../../shared/contract/backups.ts';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { caseSchema } from '../../../shared/contract/cases.ts';
import { verificationSchema } from '../../../shared/contract/chain.ts';
import { importRowsResultSchema } from '../../../shared/contract/datasets.ts';
import { exportResultSchema } from '../../../shared/contract/exports.ts';
import { importResultSchema, type ImportResult } from '../../../shared/contract/imports.ts';
import { isFinished, type Job, type JobKind } from '../../../shared/contract/jobs.ts';
import { artifactCheckResultSchema } from '../../../shared/contract/models.ts';
import { evaluationResultSchema } from '../../../shared/contract/alerts.ts';
import { personAccessResultSchema } from '../../../shared/contract/persons.ts';
import { factsResultSchema } from '../../../shared/contract/profiles.ts';
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
  oversightAddress,
  personRequestAddress,
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

const backupsAddress = '#/settings?tab=backup';

type Translate = TFunction<['jobs', 'integrity']>;

/** Says what a result of that schema is, and the ways on from it; nothing of one that is none. */
function outcomeOf<Result>(
  schema: { safeParse: (value: unknown) => { readonly data?: Result | undefined } },
  tell: (result: Result, t: Translate, props: OutcomeProps) => { said: ReactNode; ways: ReactNode },
) {
  return function Outcome(props: OutcomeProps) {
    const { t } = useTranslation(['jobs', 'integrity']);
    const { data } = schema.safeParse(props.job.result);
    if (data === undefined) return null;
    const { said, ways } = tell(data, t, props);
    return (
      <>
        {said !== undefined && <p>{said}</p>}
        <div className={classes.links} data-opens>
          {ways}
        </div>
      </>
    );
  };
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

/** What was imported, in the words given, or would be; of one that did not complete another says it. */
function importSaid(
  { dry_run: isDry, accepted, rejected }: Pick<ImportResult, 'dry_run' | 'accepted' | 'rejected'>,
  done: string,
  t: Translate,
  { job }: OutcomeProps,
): string | undefined {
  if (job.status !== 'completed') return undefined;
  const amounts = { accepted: formatCount(accepted), rejected: formatCount(rejected) };
  return isDry ? t('result.dryRun', amounts) : done;
}

const outcomes: Record<JobKind, (props: OutcomeProps) => ReactNode> = {
  import: outcomeOf(importResultSchema, (result, t, props) => {
    const { imported, rejected, errors } = result;
    const done = t('result.imported', { count: imported, amount: formatCount(imported) });
    const refused = t('result.rejected', { count: rejected, amount: formatCount(rejected) });
    return {
      said: importSaid(result, rejected > 0 ? `${done}, ${refused}` : done, t, props),
      ways: (
        <>
          {imported > 0 && <Way to={decisionsAddress()}>{t('result.showRecords')}</Way>}
          {errors.length > 0 && <ErrorsWay errors={props.errors} />}
        </>
      ),
    };
  }),
  dataset_import: outcomeOf(importRowsResultSchema, (result, t, props) => {
    const { imported, errors, dataset_id: id } = result;
    const done = t('result.importedRows', { count: imported, amount: formatCount(imported) });
    return {
      said: importSaid(result, done, t, props),
      ways: (
        <>
          <Way to={datasetAddress(id)}>{t('result.showDataset')}</Way>
          {errors.length > 0 && <ErrorsWay errors={props.errors} />}
        </>
      ),
    };
  }),
  dataset_analysis: outcomeOf(analysisResultSchema, ({ records, dataset_id: id }, t) => ({
    said: t('result.analysed', { count: records, amount: formatCount(records) }),
    ways: <Way to={datasetAddress(id)}>{t('result.showDataset')}</Way>,
  })),
  verification: outcomeOf(verificationSchema, (result, t, { job }) => {
    const { checked, findings_total: found, verdict } = result;
    const outcome =
      found > 0
        ? t('result.breaks', { count: found, amount: formatCount(found) })
        : t(`integrity:verdicts.${verdict}`);
    return {
      said: (
        <>
          {`${t('result.checked', { count: checked, checked: formatCount(checked) })}, `}
          {holds(result) ? t('result.noBreak') : <StatusBadge tone="bad">{outcome}</StatusBadge>}
        </>
      ),
      ways: (
        <Way to={`${integrityAddress}?verification=${job.job_id}`}>{t('result.showIntegrity')}</Way>
      ),
    };
  }),
  artifact_check: outcomeOf(artifactCheckResultSchema, ({ outcome, model_id: id, version }, t) => ({
    said: t(`result.artifact.${outcome}`),
    ways: <Way to={modelAddress(id, { version })}>{t('result.showModel')}</Way>,
  })),
  bundle: outcomeOf(bundleResultSchema, ({ entries, size, bytes }, t, { job }) => ({
    said: t('result.bundle', {
      entries: formatCount(entries),
      size: formatCount(size),
      bytes: formatBytes(bytes),
    }),
    ways: (
      <>
        <Download job={job} needs="downloadBundle" path={bundlePath} />
        <Way to={`${integrityAddress}?tab=bundles`}>{t('result.howToCheck')}</Way>
      </>
    ),
  })),
  audit_export: outcomeOf(auditExportResultSchema, ({ events: count, bytes }, t, { job }) => ({
    said: t('result.audit', { count, amount: formatCount(count), bytes: formatBytes(bytes) }),
    ways: (
      <>
        <Download job={job} needs="downloadAuditExport" path={auditExportPath} />
        <Way to={auditAddress()}>{t('result.showAudit')}</Way>
      </>
    ),
  })),
  view_export: outcomeOf(exportResultSchema, ({ rows: count, bytes }, t, { job }) => ({
    said: t('result.rows', { count, amount: formatCount(count), bytes: formatBytes(bytes) }),
    ways: job.may_use && <Download job={job} needs="downloadExport" path={exportFilePath} />,
  })),
  case_import: outcomeOf(caseSchema, ({ verdict, findings_total: found }, t) => ({
    said: t(found === 0 && isHolding(verdict) ? 'result.caseOk' : 'result.caseBad', {
      verdict: t(`integrity:verdicts.${verdict}`),
    }),
    ways: <Way to={`${integrityAddress}?tab=cases`}>{t('result.showCases')}</Way>,
  })),
  person_access: outcomeOf(personAccessResultSchema, (made, t) => ({
    said: t('result.personAccess', {
      count: made.records,
      amount: formatCount(made.records),
      bytes: formatBytes(made.bytes),
    }),
    ways: (
      <Way to={`${personRequestAddress(made.request_id)}?tab=access`}>
        {t('result.showRequest')}
      </Way>
    ),
  })),
  decision_facts: outcomeOf(factsResultSchema, (_result, t) => ({
    said: t('result.profilesApplied'),
    ways: null,
  })),
  rule_evaluation: outcomeOf(evaluationResultSchema, ({ opened, closed }, t) => ({
    said: t('result.rules', { opened: formatCount(opened), closed: formatCount(closed) }),
    ways: <Way to={oversightAddress({})}>{t('result.showOversight')}</Way>,
  })),
  // The way to the backups is there without a result, too.
  backup: outcomeOf(backupResultSchema.nullable().catch(null), (made, t) => ({
    said:
      made === null
        ? undefined
        : t('result.backup', {
            count: made.entries,
            amount: formatCount(made.entries),
            size: formatBytes(made.bytes),
          }),
    ways: <Way to={backupsAddress}>{t('result.showBackups')}</Way>,
  })),
  backup_verification: outcomeOf(backupCheckResultSchema.nullable().catch(null), (checked, t) => ({
    said: checked === null ? undefined : <InEnglish>{checked.message}</InEnglish>,
    ways: <Way to={backupsAddress}>{t('result.showBackups')}</Way>,
  })),
};

export function JobOutcome({ job, errors }: OutcomeProps) {
  const { t } = useTranslation('jobs');
  if (!isFinished(job.status)) return <JobProgress job={job} />;
  const Outcome = outcomes[job.kind];
  return (
    <div className="pd-paragraphs">
      {job.status === 'canceled' && <p>{t(`result.canceled.${job.kind}`)}</p>}
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
