/** An import of rows while it runs, and what came of it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject } from '../../../../shared/contract/json.ts';
import type { ImportRowsResult, RowMapping } from '../../../../shared/contract/datasets.ts';
import { useFailureAdvice } from '../../../ui/failure-advice.ts';
import { formatCount } from '../../../ui/format.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import { RequestId } from '../../../ui/states.tsx';
import { StatusShapeMark } from '../../../ui/status-badge.tsx';
import { ColumnTypes } from '../../../ui/import/column-types.tsx';
import shared from '../../../ui/import/import.module.css';
import { GivenBack } from '../../../ui/jobs/given-back.tsx';
import { JobProgress, ProgressBar } from '../../../ui/jobs/job-progress.tsx';
import { LineErrors } from '../../../ui/jobs/line-errors.tsx';
import type { ImportRun } from '../../../ui/import/use-import-run.ts';
import { faultText } from '../../../ui/fault-text.tsx';
import { InEnglish } from '../../../ui/in-english.tsx';

export interface RowsAttempt {
  readonly datasetId: string;
  readonly file: File;
  readonly format: 'csv' | 'ndjson';
  /** For CSV only. */
  readonly mapping: RowMapping | undefined;
  readonly dryRun: boolean;
}
export type RowsRun = ImportRun<RowsAttempt, ImportRowsResult>;

function Outcome({
  tone,
  title,
  children,
}: {
  tone: 'done' | 'warn' | 'mute';
  title: string;
  children?: ReactNode;
}) {
  const shape = tone === 'warn' ? 'triangle' : 'dot';
  return (
    <div className={shared.outcome} data-tone={tone} role="status">
      <StatusShapeMark shape={shape} className={shared.outcomeMark ?? ''} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  );
}

export function RowsRunView({ run }: { run: Exclude<RowsRun, { kind: 'none' }> }) {
  const { t } = useTranslation('datasets');
  const advice = useFailureAdvice();
  const { attempt } = run;
  if (run.kind === 'uploading' || run.kind === 'running') {
    const job = run.kind === 'running' ? run.job : undefined;
    return (
      <div className={shared.running}>
        <h3>{t(attempt.dryRun ? 'import.checking' : 'import.appending')}</h3>
        {job === undefined ? (
          <ProgressBar share={undefined} label={attempt.file.name} />
        ) : (
          <JobProgress job={job} />
        )}
      </div>
    );
  }
  if (run.kind === 'failed') {
    const { failure } = run;
    return (
      <Outcome tone="warn" title={t('import.failed')}>
        <p>
          <InEnglish>{failure.message}</InEnglish> {advice(failure)}
        </p>
        {failure.fields.length > 0 && (
          <ul className={shared.failures}>
            {failure.fields.map((each) => (
              <li key={each.field}>
                <code>{each.field}</code> {faultText(each)}
              </li>
            ))}
          </ul>
        )}
        {failure.requestId !== null && <RequestId id={failure.requestId} />}
      </Outcome>
    );
  }
  return <Finished run={run} />;
}

function Finished({ run }: { run: Extract<RowsRun, { kind: 'finished' }> }) {
  const { t } = useTranslation('datasets');
  const { job, result } = run;
  const preview = (result?.preview ?? []).filter(isJsonObject);
  let outcome: ReactNode;
  if (job.status === 'canceled') {
    outcome = (
      <Outcome tone="mute" title={t('import.canceled')}>
        <GivenBack job={job} />
      </Outcome>
    );
  } else if (result?.dry_run === true && job.error === null) {
    outcome =
      result.rejected === 0 && result.accepted > 0 ? (
        <Outcome
          tone="done"
          title={t('import.good', {
            count: result.accepted,
            formatted: formatCount(result.accepted),
          })}
        >
          <p>{t('import.confirm')}</p>
        </Outcome>
      ) : (
        <Outcome
          tone="warn"
          title={t('import.bad', {
            accepted: formatCount(result.accepted),
            rejected: formatCount(result.rejected),
          })}
        >
          <p>{t('import.allOrNothing')}</p>
        </Outcome>
      );
  } else if (job.error !== null || result === undefined) {
    outcome = (
      <Outcome tone="warn" title={t('import.failed')}>
        <p>
          <InEnglish>{job.error?.message ?? ''}</InEnglish>
        </p>
      </Outcome>
    );
  } else {
    outcome = (
      <Outcome
        tone="done"
        title={t('import.done', {
          count: result.imported,
          formatted: formatCount(result.imported),
        })}
      >
        {result.record_count !== null && (
          <p>
            {t('import.now', {
              count: result.record_count,
              formatted: formatCount(result.record_count),
            })}
          </p>
        )}
      </Outcome>
    );
  }
  return (
    <>
      {outcome}
      {result !== undefined && <ColumnTypes columns={result.columns} />}
      {result !== undefined && <LineErrors errors={result.errors} rejected={result.rejected} />}
      {result?.dry_run === true && preview.length > 0 && (
        <section className={shared.preview} aria-label={t('import.firstRows')}>
          <div className={shared.sectionHead}>
            <h3>{t('import.firstRows')}</h3>
          </div>
          <div className={shared.json}>
            <JsonPreview value={preview} label={t('import.firstRows')} />
          </div>
        </section>
      )}
    </>
  );
}
