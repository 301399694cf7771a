/** One attempt at an import: the upload, then its job until it is finished, also while its dialog is closed. */
import type { z } from 'zod';
import { isFinished, type Job } from '../../../shared/contract/jobs.ts';
import { isAbort, toFailure, type ApiFailure } from '../../api/client.ts';
import { useCancelJob, useJob } from '../../api/jobs.ts';
import { useShownJob } from '../../api/shown-job.ts';
import type { Attempted, ChangeAttempt } from './import-draft.ts';

export type ImportRun<Attempt, Result> =
  | { readonly kind: 'none' }
  | { readonly kind: 'uploading'; readonly attempt: Attempt }
  | { readonly kind: 'running'; readonly attempt: Attempt; readonly job: Job | undefined }
  | {
      readonly kind: 'finished';
      readonly attempt: Attempt;
      readonly job: Job;
      readonly result: Result | undefined;
    }
  /** The upload or the look at its job failed. */
  | { readonly kind: 'failed'; readonly attempt: Attempt; readonly failure: ApiFailure };

/** Means that an upload goes with. */
export interface UploadMeans {
  readonly signal: AbortSignal;
  /** Told the job as soon as it is known, before any list of jobs. */
  readonly onJob: (jobId: string) => void;
}

/** Starts, follows, cancels and forgets the attempt that a draft has. */
export function useImportRun<Attempt, Result>({
  attempted,
  change,
  upload,
  schema,
}: {
  readonly attempted: Attempted<Attempt> | undefined;
  readonly change: (next: ChangeAttempt<Attempt>) => void;
  readonly upload: (attempt: Attempt, means: UploadMeans) => Promise<Job>;
  /** Of the job's result. */
  readonly schema: z.ZodType<Result>;
}): {
  readonly run: ImportRun<Attempt, Result>;
  readonly isCanceling: boolean;
  readonly start: (attempt: Attempt) => void;
  readonly cancel: () => void;
  readonly forget: () => void;
} {
  const cancelJob = useCancelJob();
  const jobId = attempted?.jobId;
  const { data: job, error } = useJob(jobId);
  const show = useShownJob(jobId);
  return {
    run: runOf(attempted, job, job === undefined ? error : null, schema),
    isCanceling: cancelJob.isPending || job?.cancel_requested === true,
    start: (attempt) => {
      const abort = new AbortController();
      const settle = (outcome: Partial<Attempted<Attempt>> | undefined) =>
        change((now) => (now?.abort === abort ? outcome && { ...now, ...outcome } : now));
      change(() => ({ attempt, abort }));
      upload(attempt, { signal: abort.signal, onJob: show }).then(
        (answer) => settle({ jobId: answer.job_id }),
        (failure: unknown) =>
          settle(isAbort(failure) ? undefined : { failure: toFailure(failure) }),
      );
    },
    cancel: () => {
      if (jobId === undefined) attempted?.abort.abort();
      else cancelJob.mutate(jobId);
    },
    forget: () => change(() => undefined),
  };
}

function runOf<Attempt, Result>(
  attempted: Attempted<Attempt> | undefined,
  job: Job | undefined,
  unread: Error | null,
  schema: z.ZodType<Result>,
): ImportRun<Attempt, Result> {
  if (attempted === undefined) return { kind: 'none' };
  const { attempt, jobId, failure = unread === null ? undefined : toFailure(unread) } = attempted;
  if (failure !== undefined) return { kind: 'failed', attempt, failure };
  if (jobId === undefined) return { kind: 'uploading', attempt };
  if (job === undefined || !isFinished(job.status)) return { kind: 'running', attempt, job };
  return { kind: 'finished', attempt, job, result: schema.safeParse(job.result).data };
}
