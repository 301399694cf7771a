/** A job of a test, under way. */
import type { Job } from '../../shared/contract/jobs.ts';

export function jobOf(kind: Job['kind']): Job {
  return {
    job_id: 'job_1',
    kind,
    title: 'A job',
    words: null,
    status: 'running',
    phase: 'writing',
    progress: { done: 0, total: null, unit: 'rows', per_second: 0 },
    cancel_requested: false,
    may_use: true,
    created_at: '2026-01-01T00:00:00.000Z',
    started_at: null,
    finished_at: null,
    error: null,
    result: null,
    freed_bytes: null,
  };
}
