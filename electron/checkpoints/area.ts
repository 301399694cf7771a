/** Checkpoints, and what they say of a verified ledger. */
import type { Area } from '../area.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import { tellFailedTask } from '../verification/area.ts';
import { verificationJob } from '../verification/verification-job.ts';
import { CheckpointFiles } from './checkpoint-files.ts';
import { judgeVerification } from './judge-checkpoints.ts';
import { checkpointWriteRoutes } from './routes.ts';

export const checkpointsArea = {
  openWrites: ({ checkpoints, signer, ...context }) => ({
    handlers: checkpointWriteRoutes({ ...context, files: checkpoints, signer }),
    tasks: { 'sign-checkpoint': () => signer.sign() },
  }),
  jobs: ({ workspace, signingSeed: seed, database, jobs, clock, seal, supervisor }) => {
    const checkpoints = new CheckpointFiles(workspace.directory);
    const lastSeen = new LastSeenFiles(workspace.directory);
    return {
      verification: verificationJob({
        database,
        store: jobs,
        clock,
        seal,
        failed: async ({ verification_id, verdict, findings_total }) =>
          supervisor.callWriter(tellFailedTask, { verification_id, verdict, findings_total }),
        lastSeen: () => lastSeen.all(),
        subjectKey: () => readSubjectKey({ directory: workspace.directory, seed }),
        judge: (snapshot, findings, seen) =>
          judgeVerification(snapshot, checkpoints, findings, seen),
      }),
    };
  },
} satisfies Area;
