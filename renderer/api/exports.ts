/** Tables as files: asked for as a job, fetched when it is finished. */
import type { z } from 'zod';
import type { createExportSchema } from '../../shared/contract/exports.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { newIdempotencyKey, request } from './client.ts';
import { useJobRequest } from './jobs.ts';

/** Starts an export; the answer is its job. */
export function useCreateExport() {
  return useJobRequest((body: z.input<typeof createExportSchema>) =>
    request({
      method: 'POST',
      path: '/exports',
      body,
      idempotencyKey: newIdempotencyKey(),
      parse: (value) => jobSchema.parse(value),
    }),
  );
}

/** Where the file of a finished export is. */
export function exportFilePath(jobId: string): string {
  return `/exports/${encodeURIComponent(jobId)}/file`;
}
