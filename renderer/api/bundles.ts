/** Evidence bundles: asked for as a job, fetched as a zip. */
import type { z } from 'zod';
import type { createBundleSchema } from '../../shared/contract/bundles.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { postOnce, type Attempt } from './client.ts';
import { useJobRequest } from './jobs.ts';

/** Starts an export; the answer is its job. */
export function useCreateBundle() {
  return useJobRequest((attempt: Attempt<z.input<typeof createBundleSchema>>) =>
    postOnce('/bundles', attempt, jobSchema),
  );
}

/** Where the program that verifies bundles is. */
export function verifierPath(): string {
  return '/verifier';
}

/** Where the zip of a finished bundle is. */
export function bundlePath(id: string): string {
  return `/bundles/${encodeURIComponent(id)}`;
}
