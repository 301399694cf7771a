/** Backups of the ledger. */
import type { Area } from '../area.ts';
import { backupJob } from './backup-job.ts';
import { backupVerificationJob } from './verify-backup.ts';

export const backupArea = {
  jobs: ({ workspace, database, place, remover, clock, foreign, callWriter, changed }) => {
    const { directory, dataRoot, kind, version } = workspace;
    return {
      backup: backupJob({
        database,
        place,
        directory,
        dataRoot,
        kind,
        programVersion: version,
        clock,
        foreign,
        remover,
        callWriter,
        changed,
      }),
      backup_verification: backupVerificationJob({ directory, kind, clock, changed }),
    };
  },
} satisfies Area;
