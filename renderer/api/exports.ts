/** Tables as files: asked for as a job, fetched when it is finished. */
import type { z } from 'zod';
import type { createExportSchema } from '../../shared/contract/exports.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { postOnce, type Attempt } from './client.ts';
import { useJobRequest } from './jobs.ts';

/** Starts an export; the answer is its job. */
export function useCreateExport() {
  return useJobRequest((attempt: Attempt<z.input<typeof createExportSchema>>) =>
    postOnce('/exports', attempt, jobSchema),
  );
}

/** Where the file of a finished export is. */
export function exportFilePath(jobId: string): string {
  return `/exports/${encodeURIComponent(jobId)}/file`;
}
