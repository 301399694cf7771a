/** Import of a file: the browser streams it from disk, the answer is a job. */
import type { CsvMapping } from '../../shared/contract/imports.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { request } from './client.ts';
import { useJobRequest } from './jobs.ts';

export interface ImportUpload {
  readonly file: File;
  readonly format: 'csv' | 'ndjson';
  readonly dryRun: boolean;
  readonly onError: 'abort' | 'skip';
  /** For CSV only. */
  readonly mapping?: CsvMapping | undefined;
  readonly idempotencyKey: string;
  /** Aborts the upload; once the job exists, it is canceled as a job. */
  readonly signal?: AbortSignal;
  /** Told the job as soon as it is known, before any list of jobs. */
  readonly onJob?: (jobId: string) => void;
}

const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Uploads a file as an import job (or its dry run). A File body is never held in memory. */
export function useStartImport() {
  return useJobRequest((upload: ImportUpload) =>
    request(
      { parse: (value: unknown) => toldJob(value, upload.onJob) },
      {
        method: 'POST',
        path: '/imports',
        query: {
          name: upload.file.name.slice(0, 255),
          dry_run: upload.dryRun,
          on_error: upload.onError,
          mapping: upload.mapping === undefined ? undefined : JSON.stringify(upload.mapping),
        },
        upload: { content: upload.file, mediaType: mediaTypes[upload.format] },
        idempotencyKey: upload.idempotencyKey,
        signal: upload.signal,
      },
    ),
  );
}

/** The job of an answer, told to whoever shows it. */
export function toldJob(answer: unknown, onJob: ((jobId: string) => void) | undefined): Job {
  const job = jobSchema.parse(answer);
  onJob?.(job.job_id);
  return job;
}
