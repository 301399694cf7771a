/** The overview over all areas. */
import type { Area } from '../area.ts';
import { backupTrouble } from '../backup/backup-trouble.ts';
import { overviewReadRoutes } from './routes.ts';

export const overviewArea = {
  openReads: ({ workspace, database, ownership, now, clock, handlers }) => ({
    handlers: overviewReadRoutes({
      handlers,
      database,
      ownership,
      now,
      backups: () => backupTrouble(workspace.directory, workspace.kind, clock()),
    }),
  }),
} satisfies Area;
