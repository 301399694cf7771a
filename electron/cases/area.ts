/** Cases: bundles of others, opened beside the own ledger. */
import type { Area } from '../area.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { CaseFiles } from './case-files.ts';
import { caseVerificationJob } from './case-verification-job.ts';
import { importCaseJob } from './import-case-job.ts';
import { caseReadRoutes, caseWriteRoutes } from './routes.ts';

export const casesArea = {
  openReads: ({ workspace }) => ({
    handlers: caseReadRoutes(new CaseFiles(workspace.dataRoot)),
  }),
  openWrites: (context) => {
    const cases = new CaseFiles(context.workspace.dataRoot);
    context.remover.removeLater(cases.leftDrafts(context.leftJobs));
    return { handlers: caseWriteRoutes({ ...context, cases }) };
  },
  jobs: ({ workspace, jobs, remover, clock, foreign, supervisor }) => {
    const { dataRoot, caseId } = workspace;
    return {
      case_import: importCaseJob({
        dataRoot,
        files: new ImportFiles(workspace.directory),
        cases: new CaseFiles(dataRoot),
        remover,
        foreign,
        changed: supervisor.changed,
      }),
      // A case that is open is verified as the bundle that it came in.
      ...(caseId !== undefined && {
        verification: caseVerificationJob({ caseId, dataRoot, foreign, store: jobs, clock }),
      }),
    };
  },
} satisfies Area;
