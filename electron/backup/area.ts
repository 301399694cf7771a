/** Backups of the ledger. */
import type { Area, WriteContext } from '../area.ts';
import { progressOf } from '../jobs/writer-progress.ts';
import { backupJob } from './backup-job.ts';
import { BackupScheduler } from './backup-scheduler.ts';
import { backupNoteSchema, noteBackup } from './backup-settings.ts';
import { copyLedger, copyOrderSchema } from './copy-ledger.ts';
import { backupVerificationJob } from './verify-backup.ts';
import { backupWriteRoutes } from './write-routes.ts';

export const backupArea = {
  openWrites: (context) => {
    const { workspace, database, createId, starter } = context;
    const { directory, kind } = workspace;
    const scheduler = backupScheduler(context);
    context.notices.on('erased', () => scheduler.lookSoon());
    if (kind !== 'case') scheduler.begin();
    return {
      handlers: backupWriteRoutes({ jobs: starter, createId, directory, kind }),
      tasks: {
        'copy-ledger': async (params) => {
          const { jobId, copy } = copyOrderSchema.parse(params);
          const report = progressOf(jobId, context);
          return copyLedger(database, copy, (done, total) =>
            report({ phase: 'copying', done, total, unit: 'bytes' }),
          );
        },
        'note-backup': async (params) => noteBackup(directory, backupNoteSchema.parse(params)),
      },
      close: () => scheduler.stop(),
    };
  },
  jobs: ({ workspace, database, place, remover, clock, foreign, supervisor }) => {
    const { callWriter, changed } = supervisor;
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

function backupScheduler(context: WriteContext): BackupScheduler {
  const { database, place, workspace, clock, schedule, remover, jobs, starter, createId } = context;
  return new BackupScheduler({
    database,
    place,
    directory: workspace.directory,
    kind: workspace.kind,
    clock,
    schedule,
    remover,
    isUnderWay: () => jobs.unfinished().some((id) => jobs.order(id)?.kind === 'backup'),
    start: (reason) =>
      void starter.start(undefined, {
        jobId: createId('job'),
        kind: 'backup',
        words: {
          text: reason === 'erasure' ? 'back_up_after_erasure' : 'back_up_scheduled',
          values: {},
        },
        unit: 'bytes',
        parameters: { reason },
      }),
    onFailure: (error) =>
      context.log(
        JSON.stringify({ level: 'warn', event: 'backup_not_scheduled', reason: String(error) }),
      ),
  });
}
