/** How far the writer is with its part of a job. */
import type { WriteContext } from '../area.ts';
import { ProgressReporter, type Progress } from './progress-reporter.ts';

/** Tells how far a job is; the answer says whether it goes on. */
export function progressOf(
  jobId: string,
  {
    jobs,
    clock,
    supervisor: { changed },
    isClosing,
  }: Pick<WriteContext, 'jobs' | 'clock' | 'supervisor' | 'isClosing'>,
): (progress: Progress) => boolean {
  const reporter = new ProgressReporter(jobId, { store: jobs, clock, changed });
  return (progress) => {
    reporter.report(progress);
    return !isClosing() && !jobs.shouldStop(jobId);
  };
}
