/** One attempt at an import: the upload, then its job until it is finished. */
import { useRef, useState } from 'react';
import type { CsvMapping, ImportResult } from '../../../../shared/contract/imports.ts';
import { importResultSchema } from '../../../../shared/contract/imports.ts';
import { isFinished, type Job } from '../../../../shared/contract/jobs.ts';
import { isAbort, newIdempotencyKey, toFailure, type ApiFailure } from '../../../api/client.ts';
import { useStartImport } from '../../../api/imports.ts';
import { useCancelJob, useJob } from '../../../api/jobs.ts';
import { useShownJob } from '../../../api/shown-job.ts';
import type { FileFormat } from './file-sample.ts';

export interface ImportAttempt {
  readonly file: File;
  readonly format: FileFormat;
  readonly mapping: CsvMapping | undefined;
  readonly onError: 'abort' | 'skip';
  readonly dryRun: boolean;
}

export type ImportRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'uploading'; readonly attempt: ImportAttempt }
  | { readonly kind: 'running'; readonly attempt: ImportAttempt; readonly job: Job | undefined }
  | {
      readonly kind: 'finished';
      readonly attempt: ImportAttempt;
      readonly job: Job;
      readonly result: ImportResult | undefined;
    }
  /** The upload or the look at its job failed. */
  | { readonly kind: 'failed'; readonly attempt: ImportAttempt; readonly failure: ApiFailure };

/** Starts, follows, cancels and forgets an attempt. */
export function useImportRun(): {
  readonly run: ImportRun;
  readonly isCanceling: boolean;
  readonly start: (attempt: ImportAttempt) => void;
  readonly cancel: () => void;
  readonly forget: () => void;
} {
  const [attempt, setAttempt] = useState<ImportAttempt>();
  const upload = useStartImport();
  const cancelJob = useCancelJob();
  const controller = useRef<AbortController>(null);
  const show = useShownJob();
  const jobId = attempt === undefined ? undefined : upload.data?.job_id;
  const job = useJob(jobId);

  const forget = () => {
    setAttempt(undefined);
    upload.reset();
    cancelJob.reset();
  };
  let run: ImportRun = { kind: 'none' };
  if (attempt !== undefined) {
    const error = upload.error ?? (job.data === undefined ? job.error : null);
    const known = job.data ?? upload.data;
    if (error !== null) run = { kind: 'failed', attempt, failure: toFailure(error) };
    else if (jobId === undefined) run = { kind: 'uploading', attempt };
    else if (known === undefined || !isFinished(known.status)) {
      run = { kind: 'running', attempt, job: known };
    } else {
      const result = importResultSchema.safeParse(known.result);
      run = { kind: 'finished', attempt, job: known, result: result.data };
    }
  }
  return {
    run,
    isCanceling: cancelJob.isPending,
    start: (next) => {
      const abort = new AbortController();
      controller.current = abort;
      setAttempt(next);
      upload.mutate(
        {
          file: next.file,
          format: next.format,
          dryRun: next.dryRun,
          onError: next.onError,
          ...(next.mapping === undefined ? {} : { mapping: next.mapping }),
          idempotencyKey: newIdempotencyKey(),
          signal: abort.signal,
          onJob: show,
        },
        { onError: (error) => (isAbort(error) ? forget() : undefined) },
      );
    },
    cancel: () => {
      if (jobId === undefined) controller.current?.abort();
      else cancelJob.mutate(jobId);
    },
    forget,
  };
}
