/** The routes of backups that need the ledger: they start jobs. */
import type { CreateId } from '../../shared/ids.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { backupFolders, findBackup } from './backup-folders.ts';

export function backupWriteRoutes(options: {
  readonly jobs: JobStarter;
  readonly createId: CreateId;
  readonly directory: string;
  readonly kind: LedgerKind;
}): RouteHandlers<'createBackup' | 'verifyBackup'> {
  const { jobs, createId, directory, kind } = options;
  return {
    createBackup: ({ caller, idempotency }) =>
      jobs.start(idempotency, {
        jobId: createId('job'),
        kind: 'backup',
        words: { text: 'back_up', values: {} },
        unit: 'bytes',
        startedBy: caller,
        parameters: { reason: 'manual' },
      }).reply,
    verifyBackup: async ({ parameters: { id }, caller, idempotency }) => {
      const backup = await findBackup(await backupFolders(directory, kind), id);
      if (backup === undefined) throw new ApiError('not_found', `There is no backup ${id}.`);
      return jobs.start(idempotency, {
        jobId: createId('job'),
        kind: 'backup_verification',
        words: { text: 'verify_backup', values: { made_at: backup.manifest?.created_at ?? id } },
        unit: 'bytes',
        startedBy: caller,
        parameters: { backupId: id },
      }).reply;
    },
  };
}
