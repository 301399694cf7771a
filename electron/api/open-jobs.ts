/** The jobs thread's share of the API: no routes, but the work that they start. */
import { join } from 'node:path';
import { z } from 'zod';
import { instant } from '../../shared/time.ts';
import { AccessStore } from '../access/access-store.ts';
import { together, type JobsContext, type Means, type Task } from '../area.ts';
import { isDamage } from '../database/database-error.ts';
import { jobsFileName } from '../database/file-names.ts';
import { Remover } from '../database/remover.ts';
import { exportFiles } from '../exports/export-files.ts';
import { exportJob } from '../exports/export-job.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { JobsStore, type JobError } from '../jobs/jobs-store.ts';
import { writeFactsTask } from '../oversight/area.ts';
import { sealingTask } from '../proof/area.ts';
import { areas } from './areas.ts';
import type { ChangeHub } from './change-stream.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { describeDefect, toApiError } from './error-response.ts';
import { openListReader } from './list-reader.ts';
import { openLedger } from './open-ledger.ts';

const runJobSchema = z.object({ jobId: z.string() });

export function openJobs(means: Means, changes: ChangeHub) {
  return closingOnFailure((open) => openAll(means, changes, open));
}

async function openAll(means: Means, changes: ChangeHub, open: KeepOpen) {
  const { workspace, clock, supervisor, log } = means;
  const { database, place } = openLedger(means, open);
  const jobsDatabase = open(openJobsDatabase(join(workspace.directory, jobsFileName)));
  const remover = new Remover();
  const store = new JobsStore(jobsDatabase, clock);
  const context: JobsContext = {
    ...means,
    database,
    place,
    remover,
    jobs: store,
    access: new AccessStore(database),
    sign: async () => z.string().parse(await supervisor.callWriter('sign-checkpoint', {})),
    seal: async () => {
      await supervisor.callWriter(writeFactsTask, {});
      await supervisor.callWriter(sealingTask, {});
    },
  };
  const runner = new JobRunner({
    store,
    kinds: {
      ...together(areas.flatMap((area) => ('jobs' in area ? [area.jobs(context)] : []))),
      view_export: viewExportJob(context, changes),
    },
    clock,
    changed: supervisor.changed,
    toJobError: (thrown, jobId) => {
      if (isDamage(thrown)) supervisor.damaged(thrown);
      return toJobError(thrown, jobId, log);
    },
  });
  await runner.takeOver(means.leftJobs ?? (await leftJobsOf(supervisor)));
  const tasks: Record<string, Task> = {
    'run-job': async (params) => runner.run(runJobSchema.parse(params).jobId),
  };
  return {
    tasks,
    place,
    close: async () => {
      await runner.close();
      await remover.close();
      database.close();
      jobsDatabase.close();
    },
  };
}

/** Without threads the writer is asked: jobs that it began as it opened are not among them. */
async function leftJobsOf({ callWriter }: Means['supervisor']): Promise<readonly string[]> {
  return z.array(z.string()).parse(await callWriter('left-jobs', {}));
}

/** A list is exported as the routes of all areas answer it. */
function viewExportJob(context: JobsContext, changes: ChangeHub) {
  const { workspace, remover, access, clock } = context;
  return exportJob({
    files: exportFiles(workspace.directory),
    remover,
    clock,
    isDemo: workspace.kind === 'demo',
    openLists: (reader) => openListReader(context, changes, reader),
    // A key of the host itself is not among those of the ledger.
    isKeyActive: (id) => access.show(id, instant(clock()))?.status !== 'revoked',
  });
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
