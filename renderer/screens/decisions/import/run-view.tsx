/** An import while it runs and what came of it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject } from '../../../../shared/contract/json.ts';
import type { CsvMapping, ImportResult } from '../../../../shared/contract/imports.ts';
import { useFailureAdvice } from '../../../ui/failure-advice.ts';
import { formatCount, formatDuration } from '../../../ui/format.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import { RequestId } from '../../../ui/states.tsx';
import { StatusShapeMark, type StatusShape } from '../../../ui/status-badge.tsx';
import { GivenBack } from '../../../ui/jobs/given-back.tsx';
import { JobProgress, ProgressBar } from '../../../ui/jobs/job-progress.tsx';
import { tookMs } from '../../../ui/jobs/job-words.ts';
import { LineErrors } from '../../../ui/jobs/line-errors.tsx';
import { ColumnTypes } from '../../../ui/import/column-types.tsx';
import type { FileFormat } from '../../../ui/import/file-sample.ts';
import type { ImportRun } from '../../../ui/import/use-import-run.ts';
import { faultText } from '../../../ui/fault-text.tsx';
import { InEnglish } from '../../../ui/in-english.tsx';
import { ProfileOffer } from './profile-offer.tsx';
import classes from '../../../ui/import/import.module.css';

export interface ImportAttempt {
  readonly file: File;
  readonly format: FileFormat;
  /** For CSV only. */
  readonly mapping: CsvMapping | undefined;
  readonly onError: 'abort' | 'skip';
  readonly dryRun: boolean;
}
export type DecisionsRun = ImportRun<ImportAttempt, ImportResult>;

type Tone = 'info' | 'warn' | 'mute' | 'done';

const shapes: Record<Tone, StatusShape> = {
  info: 'dot',
  warn: 'triangle',
  mute: 'ring',
  done: 'dot',
};

function Outcome({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  return (
    <div className={classes.outcome} data-tone={tone} role="status">
      <StatusShapeMark shape={shapes[tone]} className={classes.outcomeMark ?? ''} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  );
}

function Preview({ result }: { result: ImportResult }) {
  const { t } = useTranslation('imports');
  const preview = result.preview.filter(isJsonObject);
  if (!result.dry_run || preview.length === 0) return null;
  return (
    <section className={classes.preview}>
      <div className={classes.sectionHead}>
        <h3>{t('result.preview')}</h3>
      </div>
      <div className={classes.json}>
        <JsonPreview value={preview} label={t('result.preview')} />
      </div>
    </section>
  );
}

function DryRunWords({ result, onError }: { result: ImportResult; onError: 'abort' | 'skip' }) {
  const { t } = useTranslation('imports');
  const { accepted, rejected } = result;
  const accept = formatCount(accepted);
  let title: string = t('result.dryMixed', { accepted: accept, rejected: formatCount(rejected) });
  if (accepted === 0) title = t('result.dryNone');
  else if (rejected === 0) title = t('result.dryOk', { count: accepted, amount: accept });
  return (
    <Outcome tone={rejected === 0 && accepted > 0 ? 'done' : 'warn'} title={title}>
      <p>
        {t('result.dryNote')}{' '}
        {rejected > 0 &&
          accepted > 0 &&
          (onError === 'abort' ? t('result.willAbort') : t('result.willSkip'))}
      </p>
    </Outcome>
  );
}

function Imported({ result, took }: { result: ImportResult; took: number | undefined }) {
  const { t } = useTranslation('imports');
  const { imported, rejected, first_seq: first, last_seq: last } = result;
  const title = t('result.done', { count: imported, amount: formatCount(imported) });
  return (
    <Outcome tone={imported === 0 ? 'mute' : 'done'} title={title}>
      <p>
        {[
          ...(first === null || last === null
            ? []
            : [t('result.entries', { first: formatCount(first), last: formatCount(last) })]),
          ...(rejected === 0
            ? []
            : [t('result.skipped', { count: rejected, amount: formatCount(rejected) })]),
          ...(took === undefined ? [] : [t('result.took', { duration: formatDuration(took) })]),
        ].join(' ')}
      </p>
    </Outcome>
  );
}

/** The model of all that was imported, or of its first decision. */
function modelOf({ mapping }: ImportAttempt, { preview }: ImportResult): string | undefined {
  const first = preview[0]?.['model_id'];
  return mapping?.constants.model_id ?? (typeof first === 'string' ? first : undefined);
}

function Finished({ run }: { run: Extract<DecisionsRun, { kind: 'finished' }> }) {
  const { t } = useTranslation('imports');
  const { job, result, attempt } = run;
  let outcome: ReactNode;
  if (job.status === 'canceled') {
    outcome = (
      <Outcome tone="mute" title={t('result.canceledTitle')}>
        <p>{t('result.canceled')}</p>
        <GivenBack job={job} />
      </Outcome>
    );
  } else if (result?.dry_run === true && job.error === null) {
    outcome = <DryRunWords result={result} onError={attempt.onError} />;
  } else if (job.status === 'failed') {
    outcome = (
      <Outcome tone="warn" title={attempt.dryRun ? t('result.dryFailed') : t('result.failed')}>
        <p>
          <InEnglish>{job.error?.message ?? ''}</InEnglish>
        </p>
        <GivenBack job={job} />
      </Outcome>
    );
  } else if (result !== undefined) {
    outcome = <Imported result={result} took={tookMs(job, Date.parse(job.finished_at ?? ''))} />;
  }
  return (
    <>
      {outcome}
      {result !== undefined && (
        <>
          <ColumnTypes columns={result.columns} />
          {result.imported > 0 && <ProfileOffer modelId={modelOf(attempt, result)} />}
          <LineErrors errors={result.errors} rejected={result.rejected} />
          <Preview result={result} />
        </>
      )}
    </>
  );
}

export function RunView({ run }: { run: Exclude<DecisionsRun, { kind: 'none' }> }) {
  const { t } = useTranslation('imports');
  const advice = useFailureAdvice();
  const { attempt } = run;
  switch (run.kind) {
    case 'uploading':
      return (
        <div className={classes.running}>
          <h3>{attempt.dryRun ? t('dryRunning') : t('importing')}</h3>
          <ProgressBar share={undefined} label={t('uploading', { name: attempt.file.name })} />
          <p>{t('uploading', { name: attempt.file.name })}</p>
        </div>
      );
    case 'running':
      return (
        <div className={classes.running}>
          <h3>{attempt.dryRun ? t('dryRunning') : t('importing')}</h3>
          {run.job === undefined ? (
            <ProgressBar share={undefined} label={attempt.file.name} />
          ) : (
            <JobProgress job={run.job} />
          )}
        </div>
      );
    case 'finished':
      return <Finished run={run} />;
    case 'failed':
      return (
        <Outcome tone="warn" title={attempt.dryRun ? t('result.dryFailed') : t('result.failed')}>
          <p>
            <InEnglish>{run.failure.message}</InEnglish> {advice(run.failure)}
          </p>
          {run.failure.fields.length > 0 && (
            <ul className={classes.failures}>
              {run.failure.fields.map((each) => (
                <li key={each.field}>
                  <code>{each.field}</code> {faultText(each)}
                </li>
              ))}
            </ul>
          )}
          {run.failure.requestId !== null && <RequestId id={run.failure.requestId} />}
        </Outcome>
      );
    default:
      return null;
  }
}
