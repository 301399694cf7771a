/** The audit log: who asked for what. */
import { instant } from '../../shared/time.ts';
import type { Area } from '../area.ts';
import { auditExportFiles, auditExportJob } from './audit-export-job.ts';
import { AuditStore } from './audit-store.ts';
import { auditReadRoutes } from './routes.ts';

export const auditArea = {
  openReads: ({ workspace, database, jobs, access, clock }) => ({
    handlers: auditReadRoutes({
      store: new AuditStore(database, (id) => access.show(id, instant(clock()))?.name),
      jobs,
      files: auditExportFiles(workspace.directory),
    }),
  }),
  jobs: ({ workspace, remover, database, access, clock }) => ({
    audit_export: auditExportJob({
      database,
      files: auditExportFiles(workspace.directory),
      remover,
      keyName: (id) => access.show(id, instant(clock()))?.name,
    }),
  }),
} satisfies Area;
