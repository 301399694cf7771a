/** Erasures of personal values. */
import type { Area } from '../area.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { copiesOf } from './erased-copies.ts';
import { erasureWriteRoutes } from './routes.ts';

export const erasuresArea = {
  openWrites: ({ workspace, database, jobsDatabase, commits, schedule, notices }) => {
    const forgetCopies = copiesOf(
      database,
      jobsDatabase,
      new BundleFiles(workspace.directory),
      new CaseFiles(workspace.dataRoot),
    );
    return {
      handlers: erasureWriteRoutes({
        database,
        commits,
        forgetCopies: (recordId) => {
          forgetCopies(recordId);
          notices.emit('erased');
        },
        schedule,
      }),
    };
  },
} satisfies Area;
