/** What a benchmark of a host reads of its jobs. */
import { z } from 'zod';

export const jobSchema = z.object({
  job_id: z.string(),
  kind: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'canceled']),
  phase: z.string(),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  result: z.unknown(),
  error: z.object({ type: z.string(), message: z.string() }).nullish(),
});
export type Job = z.infer<typeof jobSchema>;

export function isFinished({ status }: Job): boolean {
  return status !== 'queued' && status !== 'running';
}
