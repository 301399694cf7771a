/** The audit log: who asked for what. */
import { z } from 'zod';
import { instant } from '../../shared/time.ts';
import type { Area } from '../area.ts';
import { auditExportFiles, auditExportJob } from './audit-export-job.ts';
import { AuditLog, newAuditEventSchema } from './audit-log.ts';
import { AuditStore } from './audit-store.ts';
import { isQuiet } from './quiet-operations.ts';
import { auditReadRoutes, auditWriteRoutes } from './routes.ts';

const appendAuditSchema = z.object({ events: z.array(newAuditEventSchema) });

export const auditArea = {
  openReads: ({ workspace, database, jobs, access, clock }) => ({
    handlers: auditReadRoutes({
      store: new AuditStore(database, (id) => access.show(id, instant(clock()))?.name),
      jobs,
      files: auditExportFiles(workspace.directory),
    }),
  }),
  openWrites: (context) => {
    const { workspace, lock, starter, createId, remover, supervisor } = context;
    const files = auditExportFiles(workspace.directory);
    remover.removeLater(files.leftDrafts(context.leftJobs));
    const log = new AuditLog(context.database, context);
    return {
      handlers: auditWriteRoutes({ jobs: starter, createId }),
      tasks: {
        'append-audit': async (params) => {
          const { events } = appendAuditSchema.parse(params);
          const isSealed = await lock.run(() => log.append(events));
          if (isSealed) context.changed(['audit']);
          else if (!events.every(({ operation_id: id }) => isQuiet(id)))
            supervisor.changed(['audit']);
        },
      },
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
