/** Artifact checks as a kind of job: run by their uploads, settled like any other after a restart. */
import type { JobKindRunner } from '../jobs/job-runner.ts';

/** The bytes of an artifact come to the writer, so the jobs thread never runs such a job. */
export function artifactCheckJob(): JobKindRunner {
  return {
    run: () => Promise.reject(new Error('An artifact check is run by its uploads.')),
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}
