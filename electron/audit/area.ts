/** The audit log: who asked for what. */
import { z } from 'zod';
import { instant } from '../../shared/time.ts';
import type { Area, WriteContext } from '../area.ts';
import { repeating } from '../database/schedule.ts';
import { auditExportFiles, auditExportJob } from './audit-export-job.ts';
import { AuditLog, newAuditEventSchema } from './audit-log.ts';
import { AuditStore } from './audit-store.ts';
import { isQuiet } from './quiet-operations.ts';
import { auditReadRoutes, auditWriteRoutes } from './routes.ts';
import { anchoringTask } from './watch-access.ts';

const appendAuditSchema = z.object({ events: z.array(newAuditEventSchema) });

/** How often the log is anchored in the ledger while there are new events; milliseconds. */
const anchorEvery = 60 * 60 * 1_000;

export const auditArea = {
  openReads: ({ workspace, database, jobs, access, clock }) => ({
    handlers: auditReadRoutes({
      store: new AuditStore(database, (id) => access.show(id, instant(clock()))?.name),
      jobs,
      files: auditExportFiles(workspace.directory),
    }),
  }),
  openWrites: (context) => {
    const { workspace, lock, starter, createId, remover, signer, supervisor } = context;
    const files = auditExportFiles(workspace.directory);
    remover.removeLater(files.leftDrafts(context.leftJobs));
    const log = new AuditLog(context.database, createId);
    return {
      handlers: auditWriteRoutes({ jobs: starter, createId }),
      tasks: {
        [anchoringTask]: () => signer.signPrepared(),
        'append-audit': async (params) => {
          const { events } = appendAuditSchema.parse(params);
          await lock.run(() => log.append(events));
          if (!events.every(({ operation_id: id }) => isQuiet(id))) supervisor.changed(['audit']);
        },
      },
      close: anchoring(context, log),
    };
  },
  jobs: ({ workspace, remover, database, access, clock }) => ({
    audit_export: auditExportJob({
      database,
      files: auditExportFiles(workspace.directory),
      remover,
      keyName: (id) => access.show(id, instant(clock()))?.name,
    }),
  }),
} satisfies Area;

/** Anchors the log in the ledger: now, from time to time, and before checkpoints. Returns what ends it. */
function anchoring(context: WriteContext, log: AuditLog): () => void {
  const { workspace, journal, lock, signer, supervisor, schedule, isClosing, notices } = context;
  const anchor = (): boolean => {
    const isAnchored = workspace.kind !== 'case' && log.anchor(journal());
    if (isAnchored) supervisor.changed(['audit']);
    return isAnchored;
  };
  const anchorInTime = async (): Promise<void> => {
    if (isClosing()) return;
    try {
      if (await lock.run(anchor)) signer.noticed();
    } catch (error) {
      const reason = String(error);
      context.log(JSON.stringify({ level: 'warn', event: 'audit_log_not_anchored', reason }));
    }
  };
  notices.on('signing', anchor);
  // What the last run left: it ended before it could.
  void anchorInTime();
  return repeating(schedule, anchorEvery, () => void anchorInTime());
}
