/** One attempt at an import of rows: the upload, then its job until it is finished. */
import { useRef, useState } from 'react';
import {
  importRowsResultSchema,
  type ImportRowsResult,
  type RowMapping,
} from '../../../../shared/contract/datasets.ts';
import { isFinished, type Job } from '../../../../shared/contract/jobs.ts';
import { isAbort, toFailure, type ApiFailure } from '../../../api/client.ts';
import { useImportRows } from '../../../api/datasets.ts';
import { useCancelJob, useJob } from '../../../api/jobs.ts';
import { useShownJob } from '../../../api/shown-job.ts';

export interface RowsAttempt {
  readonly datasetId: string;
  readonly file: File;
  readonly format: 'csv' | 'ndjson';
  readonly mapping: RowMapping | undefined;
  readonly dryRun: boolean;
}

export type RowsRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly attempt: RowsAttempt; readonly job: Job | undefined }
  | {
      readonly kind: 'finished';
      readonly attempt: RowsAttempt;
      readonly job: Job;
      readonly result: ImportRowsResult | undefined;
    }
  /** The upload or the look at its job failed. */
  | { readonly kind: 'failed'; readonly attempt: RowsAttempt; readonly failure: ApiFailure };

/** Starts, follows, cancels and forgets an attempt. */
export function useRowsImport(): {
  readonly run: RowsRun;
  readonly start: (attempt: RowsAttempt) => void;
  readonly cancel: () => void;
  readonly forget: () => void;
} {
  const [attempt, setAttempt] = useState<RowsAttempt>();
  const upload = useImportRows();
  const canceling = useCancelJob();
  const controller = useRef<AbortController>(null);
  const show = useShownJob();
  const jobId = attempt === undefined ? undefined : upload.data?.job_id;
  const job = useJob(jobId);
  const forget = () => {
    setAttempt(undefined);
    upload.reset();
    canceling.reset();
  };
  return {
    run: runOf(attempt, job.data ?? (attempt === undefined ? undefined : upload.data), {
      upload: upload.error,
      job: job.data === undefined ? job.error : null,
    }),
    start: (next) => {
      const abort = new AbortController();
      controller.current = abort;
      setAttempt(next);
      upload.mutate(
        {
          datasetId: next.datasetId,
          file: next.file,
          format: next.format,
          dryRun: next.dryRun,
          ...(next.mapping === undefined ? {} : { mapping: next.mapping }),
          signal: abort.signal,
          onJob: show,
        },
        { onError: (error) => (isAbort(error) ? forget() : undefined) },
      );
    },
    cancel: () => {
      if (jobId === undefined) controller.current?.abort();
      else canceling.mutate(jobId);
    },
    forget,
  };
}

function runOf(
  attempt: RowsAttempt | undefined,
  job: Job | undefined,
  errors: { readonly upload: Error | null; readonly job: Error | null },
): RowsRun {
  if (attempt === undefined) return { kind: 'none' };
  const error = errors.upload ?? errors.job;
  if (error !== null) return { kind: 'failed', attempt, failure: toFailure(error) };
  if (job === undefined || !isFinished(job.status)) return { kind: 'running', attempt, job };
  const result = importRowsResultSchema.safeParse(job.result);
  return { kind: 'finished', attempt, job, result: result.data };
}
