/** Waiting for a job of a host whose changes the test does not hear. */
import { setTimeout } from 'node:timers/promises';
import { isFinished, jobSchema, type Job } from '../../../shared/contract/jobs.ts';

/** Between two looks, in milliseconds: each look is work that the job waits for, and an event of the audit log. */
const lookMs = 20;

/** Whom a job is asked of: what `send` gets stands below `/v1`. */
interface Asked {
  send(path: string): Promise<Response>;
}

/** The job once it is over. */
export async function endedJob(begun: Job, host: Asked): Promise<Job> {
  let job = begun;
  while (!isFinished(job.status)) {
    await setTimeout(lookMs);
    job = jobSchema.parse(await (await host.send(`/jobs/${job.job_id}`)).json());
  }
  return job;
}
