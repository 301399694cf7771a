/** The jobs thread's share of the API: no routes, but the work that they start. */
import { join } from 'node:path';
import { z } from 'zod';
import { instant } from '../../shared/time.ts';
import { AccessStore } from '../access/access-store.ts';
import { auditExportFiles, auditExportJob } from '../audit/audit-export-job.ts';
import { anchoringTask } from '../audit/watch-access.ts';
import { backupJob } from '../backup/backup-job.ts';
import { backupVerificationJob } from '../backup/verify-backup.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { bundleJob } from '../bundles/bundle-job.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { caseVerificationJob } from '../cases/case-verification-job.ts';
import { importCaseJob } from '../cases/import-case-job.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { judgeVerification } from '../checkpoints/judge-checkpoints.ts';
import { importRowsJob } from '../datasets/import-rows-job.ts';
import { isDamage } from '../database/database-error.ts';
import { exportFiles, exportJob } from '../exports/export-job.ts';
import { openReader } from '../database/open-database.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { importJob } from '../imports/import-job.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore, type JobError } from '../jobs/jobs-store.ts';
import { verificationJob } from '../jobs/verification-job.ts';
import { artifactCheckJob } from '../models/artifact-job.ts';
import type { ApiContext, Task } from './api-options.ts';
import type { ChangeHub } from './change-stream.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { describeDefect, toApiError } from './error-response.ts';
import { openListReader } from './list-reader.ts';

const runJobSchema = z.object({ jobId: z.string() });

export function openJobsPart(context: ApiContext, changes: ChangeHub) {
  return closingOnFailure((open) => openParts(context, changes, open));
}

async function openParts(context: ApiContext, changes: ChangeHub, open: KeepOpen) {
  const { workspace, clock, foreign, supervisor, log } = context;
  const database = open(openReader(join(workspace.directory, 'proofdesk.db')));
  const jobsDatabase = open(openJobsDatabase(join(workspace.directory, 'jobs.db')));
  const files = new ImportFiles(workspace.directory);
  const checkpoints = new CheckpointFiles(workspace.directory);
  const lastSeen = new LastSeenFiles(workspace.directory);
  const callWriter = supervisor.callWriter.bind(supervisor);
  const cases = new CaseFiles(workspace.dataRoot);
  const { caseId } = workspace;
  const access = new AccessStore(database);
  const store = new JobsStore(jobsDatabase, clock);
  const runner = new JobRunner({
    store,
    kinds: {
      verification:
        caseId === undefined
          ? verificationJob({
              database,
              store,
              clock,
              lastSeen: () => lastSeen.all(),
              judge: (snapshot, findings, seen) =>
                judgeVerification(snapshot, checkpoints, findings, seen),
            })
          : caseVerificationJob({
              caseId,
              dataRoot: workspace.dataRoot,
              foreign,
              store,
              clock,
            }),
      import: importJob({ files, database, foreign, callWriter }),
      dataset_import: importRowsJob({ files, foreign, callWriter }),
      artifact_check: artifactCheckJob(),
      case_import: importCaseJob({
        dataRoot: workspace.dataRoot,
        files,
        cases,
        foreign,
        changed: supervisor.changed.bind(supervisor),
      }),
      bundle: bundleJob({
        database,
        checkpoints,
        files: new BundleFiles(workspace.directory),
        sign: async () => z.string().parse(await callWriter(anchoringTask, {})),
      }),
      backup: backupJob({
        database,
        directory: workspace.directory,
        dataRoot: workspace.dataRoot,
        kind: workspace.kind,
        programVersion: workspace.version,
        clock,
        callWriter,
        changed: supervisor.changed.bind(supervisor),
      }),
      backup_verification: backupVerificationJob({
        directory: workspace.directory,
        kind: workspace.kind,
        clock,
        changed: supervisor.changed.bind(supervisor),
      }),
      audit_export: auditExportJob({
        database,
        files: auditExportFiles(workspace.directory),
        keyName: (id) => access.show(id, instant(clock()))?.name,
      }),
      view_export: exportJob({
        files: exportFiles(workspace.directory),
        clock,
        openLists: (reader) => openListReader(context, changes, reader),
        // A key of the host itself is not among those of the ledger.
        isKeyActive: (id) => access.show(id, instant(clock()))?.status !== 'revoked',
      }),
    },
    clock,
    changed: supervisor.changed.bind(supervisor),
    toJobError: (thrown, jobId) => {
      if (isDamage(thrown)) supervisor.damaged(thrown);
      return toJobError(thrown, jobId, log);
    },
  });
  await runner.takeOver(context.leftJobs ?? store.unfinished());
  const tasks: Record<string, Task> = {
    'run-job': async (params) => runner.run(runJobSchema.parse(params).jobId),
  };
  return {
    tasks,
    close: async () => {
      await runner.close();
      database.close();
      jobsDatabase.close();
    },
  };
}

/** The error of a failed job; a defect is logged under the job's id. */
function toJobError(thrown: unknown, jobId: string, log: (line: string) => void): JobError {
  const error = toApiError(thrown, jobId);
  if (error.code === 'internal_error') {
    log(JSON.stringify({ level: 'error', job_id: jobId, ...describeDefect(thrown) }));
  }
  const details =
    error.fields.length > 0 ? { ...error.details, fields: error.fields } : error.details;
  return { type: error.code, message: error.message, details };
}
