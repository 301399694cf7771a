/** The verification of an open case, as a job. */
import type { Verification } from '../../shared/contract/chain.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { JobStopped, type JobContext, type JobKindRunner } from '../jobs/job-runner.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { verifyCaseTask } from './verify-case-task.ts';

/** How long the verification may go on without a sign; milliseconds. */
const longestSilence = 60_000;

export interface CaseVerificationOptions {
  readonly caseId: string;
  readonly dataRoot: string;
  readonly foreign: RunForeign;
  readonly store: JobsStore;
  readonly clock: Clock;
}

export function caseVerificationJob(options: CaseVerificationOptions): JobKindRunner {
  return {
    run: async (context) => ({ result: await verify(context, options) }),
    dispose: async () => 0,
    completedResult: () => undefined,
  };
}

async function verify(
  { jobId, report, shouldStop }: JobContext,
  { caseId, dataRoot, foreign, store, clock }: CaseVerificationOptions,
): Promise<Verification> {
  const startedAt = clock();
  let kept = 0;
  const found = await foreign(
    verifyCaseTask,
    { dataRoot, caseId },
    {
      quietMs: longestSilence,
      onNews: (news) => {
        if (news.type === 'progress') {
          report(news.progress);
          return;
        }
        store.addFindings(jobId, kept, news.findings);
        kept += news.findings.length;
      },
      shouldStop,
    },
  );
  if (found === undefined) throw new JobStopped();
  const finishedAt = clock();
  return {
    verification_id: jobId,
    ...found,
    started_at: instant(startedAt),
    finished_at: instant(finishedAt),
    duration_ms: Math.max(0, finishedAt - startedAt),
  };
}
