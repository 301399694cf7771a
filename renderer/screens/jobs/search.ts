/** The address of the jobs: what they are narrowed to, the page, the one that a link led to. */
import { z } from 'zod';
import {
  jobKinds,
  jobStatuses,
  type JobKind,
  type JobStatus,
} from '../../../shared/contract/jobs.ts';

export interface JobsSearch {
  /** Absent means every kind. */
  kind?: JobKind | undefined;
  /** Absent means every state. */
  status?: JobStatus | undefined;
  /** Jobs before the first one that is shown. */
  offset?: number | undefined;
  /** The job that a link led to. */
  job?: string | undefined;
}

const jobsSchema = z.object({
  kind: z.enum(jobKinds).optional().catch(undefined),
  status: z.enum(jobStatuses).optional().catch(undefined),
  offset: z
    .preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().min(0))
    .optional()
    .catch(undefined),
  job: z.string().min(1).max(256).optional().catch(undefined),
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseJobsSearch(raw: Record<string, unknown>): JobsSearch {
  return jobsSchema.parse(raw);
}
